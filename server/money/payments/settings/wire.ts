import { z } from 'zod'
import type { Merchant } from '#merchant/merchants/model.ts'
import { declineCodes, type SandboxCard, sandboxCards } from '../cards.ts'
import { type ProcessorName, processorNames } from '../processor.ts'

const testCard = z
  .object({
    number: z.string().meta({ description: 'What a buyer enters.' }),
    brand: z.string().meta({ description: 'The brand of the card.' }),
    outcome: z
      .enum(['succeeds', 'requires_action', 'declines_later', ...declineCodes])
      .meta({ description: 'What its bank says when a buyer enters it.' }),
    saved: z
      .enum(['succeeds', ...declineCodes])
      .meta({ description: 'What its bank says later, when it is charged as a saved card and the customer is absent.' }),
    refund: z.enum(['succeeds', 'pending', 'fails']).meta({ description: 'What becomes of a refund.' }),
    fault: z.enum(['slow', 'lost', 'doubled']).nullable().meta({ description: 'The fault of the processor that it provokes; null: none.' }),
    is_disputed: z.boolean().meta({ description: 'Whether the cardholder disputes each payment.' }),
  })
  .meta({ id: 'TestCard' })

const platform = z
  .object({
    fee_basis_points: z.int().meta({ description: 'What the operator keeps of the total of a sale, in hundredths of a percent.' }),
    fee_fixed: z.int().meta({ description: 'What they keep besides, in minor units of the currency of the sale.' }),
    payout_minimum: z.int().meta({ description: 'The smallest payout, in minor units of its currency.' }),
    has_payout_account: z.boolean().meta({ description: 'Whether the operator has noted where payouts go. Until then they are held.' }),
  })
  .meta({ id: 'PlatformTerms', description: 'The terms on which the operator sells for the organization.' })

/** The payment settings of an organization. */
export const paymentSettings = z
  .object({
    mode: z.enum(['test', 'live']).meta({ description: '`test` sells through the sandbox; `live` takes real money.' }),
    active_processor: z.enum(processorNames).nullable().meta({ description: 'What charges the cards; null: nothing can be charged yet.' }),
    default_currency: z.string().meta({ description: 'The currency of new prices.' }),
    test_cards: z.array(testCard).meta({ description: 'The cards that can be entered in test mode; none in live mode.' }),
    merchant_of_record: z.enum(['organization', 'platform']).meta({ description: 'Who sells: the organization itself, or the operator.' }),
    platform: platform.nullable().meta({ description: 'Null where the organization sells itself.' }),
  })
  .meta({ id: 'PaymentSettings', description: 'How an organization is paid.' })

/** The terms on which the operator sells for an organization. */
export interface OperatorTerms {
  /** Hundredths of a percent of the total. */
  readonly feeBasisPoints: number
  /** Minor units. */
  readonly feeFixed: number
  /** Minor units. */
  readonly payoutMinimum: number
  readonly hasPayoutAccount: boolean
}

/** The payment settings of an organization; `operator` is null where it sells itself. */
export interface PaymentSettings {
  readonly merchant: Pick<Merchant, 'mode' | 'defaultCurrency'>
  readonly processor: ProcessorName | null
  readonly operator: OperatorTerms | null
}

/** The settings as JSON. */
export function toPaymentSettingsWire({ merchant, processor, operator }: PaymentSettings): z.output<typeof paymentSettings> {
  return {
    mode: merchant.mode,
    active_processor: processor,
    default_currency: merchant.defaultCurrency,
    test_cards: processor === 'sandbox' ? sandboxCards.map(toTestCardWire) : [],
    merchant_of_record: operator === null ? 'organization' : 'platform',
    platform: operator && {
      fee_basis_points: operator.feeBasisPoints,
      fee_fixed: operator.feeFixed,
      payout_minimum: operator.payoutMinimum,
      has_payout_account: operator.hasPayoutAccount,
    },
  }
}

function toTestCardWire({ number, brand, entered, saved, refund, fault, isDisputed }: SandboxCard): z.output<typeof testCard> {
  return { number, brand, outcome: entered, saved, refund, fault, is_disputed: isDisputed }
}
