/**
 * The eight languages: code, the number by which providers know them (`wire`), and native name. English comes first: its texts are the
 * type of all others.
 */
export const languages = {
  en: { wire: 3, name: 'English' },
  de: { wire: 6, name: 'Deutsch' },
  es: { wire: 4, name: 'Español' },
  fr: { wire: 16, name: 'Français' },
  pl: { wire: 15, name: 'Polski' },
  ru: { wire: 0, name: 'Русский' },
  tr: { wire: 82, name: 'Türkçe' },
  uk: { wire: 1, name: 'Українська' },
} as const

export type Language = keyof typeof languages

/** The languages of buyers and customers, English first: of their pages, emails and documents (`locales/<language>/buyers.ts`). */
export const buyerLanguages = Object.keys(languages) as unknown as readonly [Language, ...Language[]]

/** The languages that users can choose, for all pages and emails. Each has a complete folder in `locales/`. */
export const offeredLanguages = ['en', 'de'] as const satisfies readonly Language[]

export type OfferedLanguage = (typeof offeredLanguages)[number]

/** The language where none of the offered ones is wanted, or none is known. */
export const DEFAULT_LANGUAGE: OfferedLanguage = 'en'

/** Whether users can choose the language. */
export const isOffered = (language: string | null | undefined): language is OfferedLanguage =>
  (offeredLanguages as readonly string[]).includes(language ?? '')

/** Whether it is a language of buyers and customers. */
export const isBuyerLanguage = (language: string | null | undefined): language is Language => Object.hasOwn(languages, language ?? '')

/** The cookie in which a browser keeps the language that its user chose. Pages write and read it, so scripts can see it. */
export const LANGUAGE_COOKIE = 'language'

/** The time for which a browser keeps that cookie, in seconds: 400 days, the longest that browsers allow. */
export const LANGUAGE_COOKIE_SECONDS = 34_560_000
