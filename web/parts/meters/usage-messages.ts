import { customerMeters } from '#messages/usage/customer-meters.ts'
import { messages } from '#web/language.ts'

/** The messages of what customers have used of meters. */
export const tUsage = messages(customerMeters)
