import { errors } from '#locales/en/errors.ts'
import { ui } from '#locales/en/ui.ts'
import { speaker } from '#locales/speaker.ts'
import type { Language, PhraseKey } from './ui/language.tsx'

/** The language of the page, and the tag by which it writes dates and amounts. The server names it in `<html lang>`; there is English so far. */
export const language = 'en'
const locale = 'en-GB'

const parts = speaker(language, ui)
const faults = speaker(language, errors)

/** What the design system needs. The type fails when it asks for a sentence that `locales` lacks. */
export const uiLanguage: Language = { locale, say: (key, values) => parts.find(key satisfies KnownPhrase, values) ?? key }
type KnownPhrase = PhraseKey & (keyof typeof ui | Singular<keyof typeof ui>)
type Singular<K> = K extends `${infer Base}_other` ? Base : never

/** A refusal in words: by its code, else what the server said, else that something failed. */
export function errorText(error: { readonly code: string; readonly message: string; readonly status: number }): string {
  return (
    faults.find(error.code) ??
    (error.status === 0 || error.status >= 500 || error.message === '' ? (faults.find('UNEXPECTED') ?? '') : error.message)
  )
}
