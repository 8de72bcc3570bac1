import type { BenefitType, BenefitValue } from '#merchant/catalogue/benefits/model.ts'
import type { AccountProviderId, CallOutcome } from '#merchant/linked-accounts/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { BenefitGrant, GrantProperties } from '../../model.ts'

/** The properties of a benefit of this type. */
export type PropertiesOf<Type extends BenefitType> = Extract<BenefitValue, { readonly type: Type }>['properties']

/** A grant and the properties of its benefit, at an instant of the merchant's time. */
export interface GrantInput<Type extends BenefitType> {
  readonly grant: BenefitGrant
  readonly properties: PropertiesOf<Type>
  /** The start of the period that it is for; null without a subscription. */
  readonly periodStart: Date | null
  readonly now: Date
}

interface AnyKind<Type extends BenefitType> {
  readonly type: Type
  /** Whether grants follow a change of the benefit's properties (rule Y9). */
  readonly isChangeRelevant: (before: PropertiesOf<Type>, after: PropertiesOf<Type>) => boolean
}

/**
 * A kind of benefit whose effects are within this server: they share the transaction of the grant. Each function runs once for
 * each change, under the lock of the grant. Its functions are properties, so that the compiler refuses the properties of another kind.
 */
export interface InsideKind<Type extends BenefitType> extends AnyKind<Type> {
  readonly place: 'inside'
  /** The customer gets the benefit, or has it with other properties of the benefit. Returns what the grant records. */
  readonly grant: (tx: Tx, platform: Platform, input: GrantInput<Type>) => Promise<GrantProperties>
  /** A renewal was paid. Returns what the grant records. */
  readonly cycle: (tx: Tx, platform: Platform, input: GrantInput<Type>) => Promise<GrantProperties>
  readonly revoke: (tx: Tx, platform: Platform, input: GrantInput<Type>) => Promise<void>
}

/** The values that a grant records of its access to a service: the account that has it, beside the properties that name the place. */
export type AccessProperties = GrantProperties & { readonly account_id: string }

/** The access that a grant has to a service, and what the benefit says. */
export interface HeldAccess<Type extends BenefitType> {
  readonly held: AccessProperties
  readonly properties: PropertiesOf<Type>
  /** The access that the customer's other grants of this kind have there. */
  readonly others: readonly AccessProperties[]
}

/** The account that gets access, and the properties that say what to. */
export interface GiveRequest<Type extends BenefitType> {
  readonly organizationId: string
  readonly customerId: string
  /** Null: the customer has linked none. */
  readonly accountId: string | null
  readonly properties: PropertiesOf<Type>
  /** Whether another grant of the customer had given more of this access, and has ended. */
  readonly isLowered: boolean
}

/** A kind of benefit whose effects are at another service: nothing of it runs within a transaction, and all of it may be repeated. */
export interface OutsideKind<Type extends BenefitType> extends AnyKind<Type> {
  readonly place: 'outside'
  /** Where the customer links the account that gets the access. */
  readonly provider: AccountProviderId
  /** The target of the access, from the properties of a benefit or of a grant: equal for two that share their access (rule Y3). */
  readonly targetOf: (properties: GrantProperties) => string
  /** The level of the access, from the same properties: what two share has the higher level (rule Y7). */
  readonly levelOf: (properties: GrantProperties) => number
  /** The values that a grant of the benefit records of its access. */
  readonly accessOf: (accountId: string, properties: PropertiesOf<Type>) => AccessProperties
  /** Whether what a grant has is what the benefit says. */
  readonly isApplied: (held: AccessProperties, properties: PropertiesOf<Type>) => boolean
  /** Gives the access to an account of the customer, or changes it in place. Without an account the customer must act. */
  readonly give: (platform: Platform, access: GiveRequest<Type>) => Promise<CallOutcome>
  readonly take: (platform: Platform, access: HeldAccess<Type>) => Promise<CallOutcome>
}

/** The effects of granting a benefit of a type. */
export type GrantKind<Type extends BenefitType> = InsideKind<Type> | OutsideKind<Type>
