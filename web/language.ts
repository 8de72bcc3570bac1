import { publicErrors } from '#locales/en/errors-public.ts'
import { ui } from '#locales/en/ui.ts'
import { speaker } from '#locales/speaker.ts'
import type { Language } from './ui/language.tsx'

/** The language of the page, and the tag by which it writes dates and amounts. The server names it in `<html lang>`; there is English so far. */
export const language = 'en'
export const locale = 'en-GB'

const parts = speaker(language, ui)
const faults = speaker(language, publicErrors)

/** What the design system needs on a public page; a test holds the parts used there to these sentences. */
export const uiLanguage: Language = { locale, say: (key, values) => parts.find(key, values) ?? key }

/** A refusal that a public page can meet, in words; see `refusalText`. */
export const errorText = (error: Refused): string => refusalText(faults.find, error)

interface Refused {
  readonly code: string
  readonly message: string
  readonly status: number
}

/** A refusal in words: by its code, else what the server said, else that something failed. */
export function refusalText(find: (code: string) => string | undefined, { code, message, status }: Refused): string {
  return find(code) ?? (status === 0 || status >= 500 || message === '' ? (find('UNEXPECTED') ?? '') : message)
}
