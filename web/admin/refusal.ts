import type { CallError } from '#client/index.ts'
import { adminErrors } from '#messages/admin/errors.ts'
import { errorText } from '#web/error-text.ts'
import { messages } from '#web/language.ts'

const faults = messages(adminErrors)

/** The text of a refused admin action. */
export const refusedText = (error: CallError): string => faults.find(error.code) ?? errorText(error)
