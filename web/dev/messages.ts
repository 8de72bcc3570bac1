import { dev } from '#locales/en/dev.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

export const t = speaker(language, dev)
