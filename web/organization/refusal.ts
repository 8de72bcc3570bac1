import type { CallError } from '#client/index.ts'
import { organizationErrors } from '#messages/organizations/errors-organizations.ts'
import { errorText } from '#web/error-text.ts'
import { messages } from '#web/language.ts'

const faults = messages(organizationErrors)

/** The text of a refusal. */
export const refusedText = (error: CallError): string => faults.find(error.code) ?? errorText(error)
