import { borrowed } from '#locales/en/admin/borrowed.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says what concerns a session in which an administrator acts as somebody else. */
export const t = speaker(language, borrowed)
