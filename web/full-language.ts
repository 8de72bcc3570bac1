import { lists } from '#messages/lists.ts'
import { ui } from '#messages/ui.ts'
import { locale, messages } from './language.ts'
import type { Language, PhraseKey } from './ui/language.tsx'

const phrases = { ...ui, ...lists } as const
const t = messages(phrases)

/** The messages of the design system. Type-checking fails if it uses a key that `locales` lacks. */
export const fullLanguage: Language = { locale, translate: (key, values) => t.find(key satisfies KnownPhrase, values) ?? key }
type KnownPhrase = PhraseKey & (keyof typeof phrases | Singular<keyof typeof phrases>)
type Singular<K> = K extends `${infer Base}_other` ? Base : never
