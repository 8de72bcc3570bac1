import { customFields } from '#messages/selling/custom-fields.ts'
import { messages } from '#web/language.ts'

/** The messages of custom fields. */
export const t = messages(customFields)
