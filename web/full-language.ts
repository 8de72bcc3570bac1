import { dashboardErrors } from '#locales/en/errors-dashboard.ts'
import { lists } from '#locales/en/lists.ts'
import { ui } from '#locales/en/ui.ts'
import { translator } from '#locales/translator.ts'
import { language, locale } from './language.ts'
import { refusalText } from './refusal.ts'
import type { Language, PhraseKey } from './ui/language.tsx'

const messages = { ...ui, ...lists } as const
const t = translator(language, messages)
const tErrors = translator(language, dashboardErrors)

/** The messages of the design system. Type-checking fails if it uses a key that `locales` lacks. */
export const fullLanguage: Language = { locale, translate: (key, values) => t.find(key satisfies KnownPhrase, values) ?? key }
type KnownPhrase = PhraseKey & (keyof typeof messages | Singular<keyof typeof messages>)
type Singular<K> = K extends `${infer Base}_other` ? Base : never

/** The message of any refusal; see `refusalText`. */
export const errorText = (error: { readonly code: string; readonly message: string; readonly status: number }): string =>
  refusalText(tErrors.find, error)
