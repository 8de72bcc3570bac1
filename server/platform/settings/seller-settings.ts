import { kinds } from './kinds.ts'
import { setting } from './setting.ts'

/** The settings of who sells: each organization itself, or the operator for them (rule L4). Amounts are in minor units of each currency. */
export const sellerSettings = {
  MERCHANT_OF_RECORD: setting({
    kind: kinds.oneOf(['organization', 'platform']),
    default: 'organization',
    sentence:
      'Who sells: each organization with its own account at the processor, or the operator of the platform, who pays the organizations out.',
  }),
  PLATFORM_FEE_BASIS_POINTS: setting({
    kind: kinds.integer(0, 10_000),
    default: 0,
    sentence: 'What the operator keeps of each sale, in hundredths of a percent of its total, where MERCHANT_OF_RECORD is `platform`.',
  }),
  PLATFORM_FEE_FIXED: setting({
    kind: kinds.integer(0, 1_000_000),
    default: 0,
    sentence: 'What the operator keeps of each sale besides, in minor units of its currency.',
  }),
  PAYOUT_MINIMUM: setting({
    kind: kinds.integer(0, 100_000_000),
    default: 1000,
    sentence: 'The smallest payout to an organization, in minor units of its currency.',
  }),
} as const
