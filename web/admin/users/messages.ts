import { adminUsers } from '#locales/en/admin/users.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences about people for administrators. */
export const t = speaker(language, adminUsers)
