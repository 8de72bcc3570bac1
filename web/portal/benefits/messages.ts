import { portalBenefitKinds } from '#messages/benefit-kinds/index.ts'
import { portalBenefits } from '#messages/portal/benefits.ts'
import { messages } from '#web/language.ts'

/** The messages of the benefits. */
export const t = messages(portalBenefits)

/** The messages of the kinds, by their types: `tKind('license_keys.show')`. */
export const tKind = messages(portalBenefitKinds)
