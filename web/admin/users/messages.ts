import { adminUsers } from '#locales/en/admin/users.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** Translates the messages of the user pages. */
export const t = translator(language, adminUsers)
