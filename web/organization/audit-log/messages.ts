import { organizationLog } from '#locales/en/organizations/organization-log.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** Translates the messages of an organization's audit log. */
export const t = translator(language, organizationLog)
