const tags: Readonly<Record<string, string>> = { en: 'en-GB' }

/** The tag by which dates, numbers and amounts are written in a language, the same in the web and in letters: `en` as in Britain, "12 March 2026". */
export const tagOf = (language: string): string => tags[language] ?? language
