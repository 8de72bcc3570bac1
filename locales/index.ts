import type { Language as Code, OfferedLanguage } from '#kernel/language/languages.ts'
import { buyers as buyersDe } from './de/buyers.ts'
import { messages as de } from './de/index.ts'
import { buyers as buyersEn } from './en/buyers.ts'
import { messages as en } from './en/index.ts'
import { buyers as buyersEs } from './es/buyers.ts'
import { buyers as buyersFr } from './fr/buyers.ts'
import { buyers as buyersPl } from './pl/buyers.ts'
import { buyers as buyersRu } from './ru/buyers.ts'
import { buyers as buyersTr } from './tr/buyers.ts'
import type { Messages } from './translator.ts'
import { buyers as buyersUk } from './uk/buyers.ts'

/** All messages of a language. Write each file of `locales/<language>/` as `export const auth: Messages<typeof en> = {…}`. */
export type Language = Messages<typeof en>

/** The messages of a language for buyers and customers. */
export type BuyerLanguage = Messages<typeof buyersEn>

/** The messages of every language that users can choose, for the server. The web app imports single files: `#messages/auth.ts`. */
export const languages: Readonly<Record<OfferedLanguage, Language>> = { en, de }

/** The messages of every language of buyers and customers, for the server. */
export const buyerMessages: Readonly<Record<Code, BuyerLanguage>> = {
  en: buyersEn,
  de: buyersDe,
  es: buyersEs,
  fr: buyersFr,
  pl: buyersPl,
  ru: buyersRu,
  tr: buyersTr,
  uk: buyersUk,
}

export { en }
