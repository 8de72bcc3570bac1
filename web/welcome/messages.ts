import { organization } from '#locales/en/organization.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of organizations. */
export const t = speaker(language, organization)
