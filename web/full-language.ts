import { dashboardErrors } from '#locales/en/errors-dashboard.ts'
import { lists } from '#locales/en/lists.ts'
import { ui } from '#locales/en/ui.ts'
import { speaker } from '#locales/speaker.ts'
import { language, locale } from './language.ts'
import { refusalText } from './refusal.ts'
import type { Language, PhraseKey } from './ui/language.tsx'

const words = { ...ui, ...lists } as const
const parts = speaker(language, words)
const faults = speaker(language, dashboardErrors)

/** What the design system needs. The type fails when it asks for a sentence that `locales` lacks. */
export const fullLanguage: Language = { locale, say: (key, values) => parts.find(key satisfies KnownPhrase, values) ?? key }
type KnownPhrase = PhraseKey & (keyof typeof words | Singular<keyof typeof words>)
type Singular<K> = K extends `${infer Base}_other` ? Base : never

/** Any refusal in words: by its code, else what the server said, else that something failed. */
export const errorText = (error: { readonly code: string; readonly message: string; readonly status: number }): string =>
  refusalText(faults.find, error)
