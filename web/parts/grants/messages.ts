import { grants } from '#messages/entitlements/grants.ts'
import { messages } from '#web/language.ts'

/** The messages of grants. */
export const t = messages(grants)
