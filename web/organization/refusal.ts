import type { CallError } from '#client/index.ts'
import { organizationErrors } from '#locales/en/organizations/errors-organizations.ts'
import { speaker } from '#locales/speaker.ts'
import { errorText } from '#web/full-language.ts'
import { language } from '#web/language.ts'

const faults = speaker(language, organizationErrors)

/** A refusal in words. */
export const refusedText = (error: CallError): string => faults.find(error.code) ?? errorText(error)
