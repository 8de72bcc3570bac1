import { ui } from '#locales/en/ui.ts'
import { tagOf } from '#locales/tag.ts'
import { translator } from '#locales/translator.ts'
import type { Language } from './ui/language.tsx'

/**
 * The language of the page, and the tag for formatting dates and amounts. The server writes it to `<html lang>`; English is the only one so
 * far.
 */
export const language = 'en'
export const locale = tagOf(language)

const t = translator(language, ui)

/** The messages of the design system on a public page. A test checks that the components used there need no others. */
export const uiLanguage: Language = { locale, translate: (key, values) => t.find(key, values) ?? key }
