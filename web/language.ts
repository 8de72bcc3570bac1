import { ui } from '#locales/en/ui.ts'
import { speaker } from '#locales/speaker.ts'
import { tagOf } from '#locales/tag.ts'
import type { Language } from './ui/language.tsx'

/** The language of the page, and the tag by which it writes dates and amounts. The server names it in `<html lang>`; there is English so far. */
export const language = 'en'
export const locale = tagOf(language)

const parts = speaker(language, ui)

/** What the design system needs on a public page; a test holds the parts used there to these sentences. */
export const uiLanguage: Language = { locale, say: (key, values) => parts.find(key, values) ?? key }
