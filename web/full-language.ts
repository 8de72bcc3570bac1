import type { CallError } from '#client/index.ts'
import { dashboardErrors } from '#messages/errors-dashboard.ts'
import { lists } from '#messages/lists.ts'
import { ui } from '#messages/ui.ts'
import { locale, messages } from './language.ts'
import { refusalText } from './refusal.ts'
import type { Language, PhraseKey } from './ui/language.tsx'

const phrases = { ...ui, ...lists } as const
const t = messages(phrases)
const tErrors = messages(dashboardErrors)

/** The messages of the design system. Type-checking fails if it uses a key that `locales` lacks. */
export const fullLanguage: Language = { locale, translate: (key, values) => t.find(key satisfies KnownPhrase, values) ?? key }
type KnownPhrase = PhraseKey & (keyof typeof phrases | Singular<keyof typeof phrases>)
type Singular<K> = K extends `${infer Base}_other` ? Base : never

/** The message of any refusal: by the scope that the user lacks, otherwise see `refusalText`. */
export const errorText = (error: Pick<CallError, 'code' | 'message' | 'status' | 'body'>): string =>
  tErrors.find(`lacks.${(error.body as { scope?: string } | null)?.scope}`) ?? refusalText(tErrors.find, error)
