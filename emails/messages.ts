import { DEFAULT_LANGUAGE, isOffered } from '#kernel/language/languages.ts'
import { type en, languages } from '#locales/index.ts'
import { type Translate, translator } from '#locales/translator.ts'

/** Translates the messages of emails. `t.language` is its language. */
export type EmailMessages = Translate<typeof en.email>

/** Translates the messages of invoices and credit notes. */
export type DocumentMessages = Translate<typeof en.documents>

/** The messages of invoices and credit notes; in English if the language is not offered. */
export function documentMessages(language: string): DocumentMessages {
  const code = isOffered(language) ? language : DEFAULT_LANGUAGE
  return translator<typeof en.documents>(code, languages[code].documents)
}

/** The messages of emails in the language of the recipient; in English if the language is not offered. */
export function emailMessages(language: string): EmailMessages {
  const code = isOffered(language) ? language : DEFAULT_LANGUAGE
  return translator<typeof en.email>(code, languages[code].email)
}
