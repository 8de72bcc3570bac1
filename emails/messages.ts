import { DEFAULT_LANGUAGE, isBuyerLanguage, isOffered } from '#kernel/language/languages.ts'
import { buyerMessages, en, languages } from '#locales/index.ts'
import { type Translate, translator } from '#locales/translator.ts'

/** Translates the messages of emails. `t.language` is its language. */
export type EmailMessages = Translate<typeof en.email>

/** Translates the messages of invoices and credit notes. */
export type DocumentMessages = Translate<typeof en.documents>

/** The messages of invoices and credit notes; in English if it is no language of buyers. */
export function documentMessages(language: string): DocumentMessages {
  const code = isBuyerLanguage(language) ? language : DEFAULT_LANGUAGE
  return translator<typeof en.documents>(code, buyerMessages[code].documents)
}

/**
 * The messages of emails in the language of the recipient; in English if it is unknown. A language of buyers that users cannot choose has
 * only the emails that customers get.
 */
export function emailMessages(language: string): EmailMessages {
  const code = isBuyerLanguage(language) ? language : DEFAULT_LANGUAGE
  const messages = isOffered(code) ? languages[code].email : { ...en.email, ...buyerMessages[code].email }
  return translator<typeof en.email>(code, messages)
}
