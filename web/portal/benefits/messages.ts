import { portalBenefits } from '#messages/portal/benefits.ts'
import { messages } from '#web/language.ts'

/** The messages of the benefits. */
export const t = messages(portalBenefits)
