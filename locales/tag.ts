const tags: Readonly<Record<string, string>> = { en: 'en-GB' }

/** The tag for formatting dates, numbers and amounts in a language, in the web and in emails: `en` as in Britain, "12 March 2026". */
export const tagOf = (language: string): string => tags[language] ?? language
