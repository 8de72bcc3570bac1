import { adminOrganizations } from '#locales/en/admin/organizations.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** Translates the messages of the organization pages. */
export const t = translator(language, adminOrganizations)
