import { z } from 'zod'
import type { Benefit } from '#merchant/catalogue/benefits/model.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { type ReasonCode, reasonCodes } from '#merchant/linked-accounts/model.ts'
import { added, timestamp } from '#platform/http/wire-parts.ts'
import { flag, integer, json, type Model, recorded, text, time, uuid } from '#platform/resource/columns.ts'

export const grantErrorTypes = ['ACTION_REQUIRED', 'TRANSIENT', 'RETRIES_EXHAUSTED', 'PERMANENT'] as const

/** Why a grant is not in effect: the customer must act · it is tried again · it was tried too often · it cannot succeed (rule Y4). */
export type GrantErrorType = (typeof grantErrorTypes)[number]

/** The schema of what went wrong with a grant. */
export const grantError = z
  .object({
    message: z.string().meta({ description: 'What went wrong, in a sentence.' }),
    type: z.string().meta({ description: `One of ${grantErrorTypes.map((type) => `\`${type}\``).join(', ')}.` }),
    timestamp: timestamp.meta({ description: 'When it went wrong.' }),
    code: z
      .enum(reasonCodes)
      .meta({ id: 'BenefitGrantErrorCode' })
      .nullable()
      // Errors of earlier releases, which are stored, have none.
      .default(null)
      .meta(added('The reason, for programs; null for an error that was recorded without one.')),
  })
  .meta({ id: 'BenefitGrantError' })

/** The error that occurred with a grant. */
export interface GrantError {
  readonly message: string
  readonly type: GrantErrorType
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly code: ReasonCode | null
}

/** The values that a kind of benefit records about a grant, such as the id of a license key. */
export type GrantProperties = Readonly<Record<string, unknown>>

const properties = json<GrantProperties>(z.any())

export const benefitGrantColumns = {
  ...recorded,
  organizationId: uuid().fixed().private(),
  grantedAt: time().nullable(),
  revokedAt: time().nullable(),
  subscriptionId: uuid().nullable().fixed(),
  orderId: uuid().nullable().fixed(),
  customerId: uuid().fixed(),
  benefitId: uuid().fixed(),
  error: json<GrantError>(grantError as z.ZodType<GrantError>).nullable(),
  properties: properties.private(),
  /** Whether the customer is to have it; what is outside of this server may not have followed yet. */
  isEntitled: flag().private(),
  /** The properties of the benefit at the last attempt to grant it. */
  benefitProperties: json<GrantProperties>(z.any()).nullable().private(),
  /** Failed attempts in a row. */
  attempts: integer().private(),
  nextAttemptAt: time().nullable().private(),
  /** The access that a call may have given whose answer is not recorded: of one in progress, or of one whose answer was lost. */
  attemptedAccess: json<GrantProperties>(z.any()).nullable().private(),
  /** The account at the service that the customer has chosen, until it has the access. */
  chosenAccountId: text().nullable().private(),
  /** When it ends because a payment is overdue (rule U5). */
  accessEndsAt: time().nullable().private(),
  /** The start of the period that it was last granted or cycled for; null without a subscription. */
  periodStart: time().nullable().private(),
} as const

/**
 * That a customer has a benefit by an order or by a subscription (rule Y1): one row for each, which is revoked and granted again. Times are
 * the merchant's, UTC.
 */
export type BenefitGrant = Model<typeof benefitGrantColumns>

/** A grant with its customer and its benefit. */
export interface FullGrant {
  readonly grant: BenefitGrant
  readonly customer: Customer
  readonly benefit: Benefit
  /** The checkout that has sold it; null where none has. */
  readonly checkoutId: string | null
}

/** The order or the subscription that benefits are granted by. */
export type GrantScope = Pick<BenefitGrant, 'organizationId' | 'orderId' | 'subscriptionId'>

/** The schema of how a grant stands. */
export const grantState = z.enum(['pending', 'granted', 'waiting', 'failed', 'revoked']).meta({ id: 'BenefitGrantState' })

/** The state of a grant, as merchants see it: an error counts before all else. */
export type GrantState = z.output<typeof grantState>

/** Whether the customer has the benefit now. */
export function isGranted({ grantedAt, revokedAt }: Pick<BenefitGrant, 'grantedAt' | 'revokedAt'>): boolean {
  return grantedAt !== null && revokedAt === null
}
