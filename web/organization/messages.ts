import { organizationSettings } from '#locales/en/organizations/organization-settings.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** Translates the messages of the organization settings. */
export const t = translator(language, organizationSettings)
