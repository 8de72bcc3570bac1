import { tokens } from '#locales/en/tokens.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of API tokens. */
export const t = translator(language, tokens)
