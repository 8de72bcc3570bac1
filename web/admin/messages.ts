import { adminFrame } from '#locales/en/admin/frame.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says what the screens of administration share. */
export const t = speaker(language, adminFrame)
