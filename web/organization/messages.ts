import { organizationSettings } from '#locales/en/organizations/organization-settings.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of an organization's settings. */
export const t = speaker(language, organizationSettings)
