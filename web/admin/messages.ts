import { adminFrame } from '#locales/en/admin/frame.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** Translates the messages that all admin pages share. */
export const t = translator(language, adminFrame)
