import { adminEmails } from '#locales/en/admin/emails.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** Translates the messages of the email pages. */
export const t = translator(language, adminEmails)
