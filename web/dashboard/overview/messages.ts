import { overview } from '#locales/en/overview.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** Translates the messages of the overview. */
export const t = translator(language, overview)
