import { dev } from '#locales/en/dev.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

export const t = translator(language, dev)
