import { organizationLog } from '#locales/en/organizations/organization-log.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says what was done in an organization. */
export const t = speaker(language, organizationLog)
