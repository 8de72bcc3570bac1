import type { BenefitType } from '#client/index.ts'
import { benefitKinds } from '#messages/benefit-kinds/index.ts'
import { benefits } from '#messages/selling/benefits.ts'
import { messages } from '#web/language.ts'

/** The messages of benefits. */
export const t = messages(benefits)

/** The messages of the kinds, by their types: `tKind('license_keys.form.prefix')`. */
export const tKind = messages(benefitKinds satisfies Readonly<Record<BenefitType, object>>)
