import type { CallError } from '#client/index.ts'
import { organizationErrors } from '#locales/en/organizations/errors-organizations.ts'
import { translator } from '#locales/translator.ts'
import { errorText } from '#web/full-language.ts'
import { language } from '#web/language.ts'

const faults = translator(language, organizationErrors)

/** The text of a refusal. */
export const refusedText = (error: CallError): string => faults.find(error.code) ?? errorText(error)
