import { adminOrganizations } from '#locales/en/admin/organizations.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences about every organization. */
export const t = speaker(language, adminOrganizations)
