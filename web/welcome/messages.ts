import { organization } from '#locales/en/organization.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of organizations. */
export const t = translator(language, organization)
