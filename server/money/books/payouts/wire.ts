import { z } from 'zod'
import { isCurrency } from '#kernel/money.ts'

/** Characters of a payout account, as the operator notes it. */
export const ACCOUNT_MAXIMUM = 200
/** Characters of the reference of a payout. */
export const REFERENCE_MAXIMUM = 200

const amount = (description: string) => z.int().meta({ description: `${description} In minor units.` })

const balance = z
  .object({
    organizationId: z.string(),
    organizationName: z.string(),
    organizationSlug: z.string(),
    currency: z.string(),
    payable: amount('What a payout would pay; negative where the organization owes the operator.'),
    held: amount('What waits for a payout account.'),
    payoutAccount: z.string().nullable().meta({ description: 'Where its payouts are sent, as the operator has noted it.' }),
    feeBasisPoints: z.int().nullable().meta({ description: 'Its own fee in hundredths of a percent; null: that of the settings.' }),
    feeFixed: z.int().nullable().meta({ description: 'Its own fixed fee in minor units; null: that of the settings.' }),
  })
  .meta({ id: 'PlatformBalance' })

const payout = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    organizationName: z.string(),
    organizationSlug: z.string(),
    billingTimezone: z
      .string()
      .meta({ description: 'The time zone (IANA) in which the organization bills: the day of the payout is one there.' }),
    reference: z.string().meta({ description: 'The name that the operator gave it.' }),
    currency: z.string(),
    amount: amount('What was paid out.'),
    createdAt: z.iso.datetime().meta({ description: 'When it was recorded, in UTC.' }),
  })
  .meta({ id: 'PlatformPayout' })

/** The amounts that the operator owes to organizations, and those that they have paid out. */
export const payoutsAnswer = z
  .object({
    isPlatform: z.boolean().meta({ description: 'Whether the operator sells for the organizations.' }),
    feeBasisPoints: z.int().meta({ description: 'The fee of the settings in hundredths of a percent.' }),
    feeFixed: z.int().meta({ description: 'The fixed fee of the settings in minor units.' }),
    payoutMinimum: z.int().meta({ description: 'The smallest payout in minor units of its currency.' }),
    balances: z.array(balance).meta({ description: 'By the slugs of the organizations, at most 1000.' }),
    payouts: z.array(payout).meta({ description: 'The latest 100.' }),
  })
  .meta({ id: 'PlatformPayouts' })

/** The terms of one organization. What is left out stays; null restores the settings. */
export const payoutTermsBody = z
  .object({
    organizationId: z.guid(),
    feeBasisPoints: z.int().min(0).max(10_000).nullish(),
    feeFixed: z.int().min(0).max(1_000_000).nullish(),
    payoutAccount: z.string().trim().min(1).max(ACCOUNT_MAXIMUM).nullish(),
  })
  .meta({ examples: [{ organizationId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22', payoutAccount: 'IBAN NL00 BANK 0000' }] })

/** A payout that the operator has made. */
export const recordPayoutBody = z
  .object({
    organizationId: z.guid(),
    currency: z.string().refine(isCurrency, { message: 'Unknown currency' }),
    reference: z.string().trim().min(1).max(REFERENCE_MAXIMUM),
  })
  .meta({ examples: [{ organizationId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22', currency: 'usd', reference: '2026-11' }] })

/** The amount that was recorded, in minor units. */
export const recordedAnswer = z.object({ amount: amount('What was paid out.'), currency: z.string() })
