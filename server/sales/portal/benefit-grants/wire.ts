import { z } from 'zod'
import {
  type AnyBenefitKind,
  type Benefit,
  type BenefitKinds,
  type BenefitType,
  benefitKindOf,
  benefitType,
  kindsWithoutRecord,
  kindsWithRecord,
} from '#merchant/catalogue/benefits/model.ts'
import { benefit as merchantBenefit, toBenefitWire } from '#merchant/catalogue/benefits/wire.ts'
import { portalCustomer } from '#merchant/customer-sessions/wire.ts'
import { type PublicOrganizationWire, publicOrganization } from '#merchant/merchants/wire.ts'
import { added, metadata, oneOrMore, oneOrMoreIds, organizationFilter, pageQuery, sorting } from '#platform/http/wire-parts.ts'
import { picked } from '#platform/resource/fields.ts'
import { type BenefitGrant, grantError } from '#sales/access/grants/model.ts'
import { grantFields, toGrantFields } from '#sales/access/grants/wire.ts'

const ACCOUNT_ID_MAXIMUM = 100

const [anyBenefit] = merchantBenefit.options
/** Published clients require it. */
const noMetadata = metadata.meta({ description: "Always empty: the merchant's own keys and values are not for customers." })

/** The fields that every type of benefit shows to its customer. */
const shownBenefit = anyBenefit.extend({ metadata: noMetadata }).pick({
  id: true,
  organization_id: true,
  created_at: true,
  modified_at: true,
  description: true,
  selectable: true,
  deletable: true,
  is_deleted: true,
  metadata: true,
  visibility: true,
  visibility_configurable: true,
})

/** The fields that every grant shows to its customer. */
const shownGrant = z.object(grantFields).pick({
  id: true,
  created_at: true,
  modified_at: true,
  granted_at: true,
  revoked_at: true,
  subscription_id: true,
  order_id: true,
  customer_id: true,
  benefit_id: true,
  is_granted: true,
  is_revoked: true,
})

/** The kinds in the order of the contract. */
const kinds = [...kindsWithRecord, ...kindsWithoutRecord]

function benefitOf<Kind extends AnyBenefitKind>({ type, name, shown }: Kind) {
  const own = {
    type: z.literal(type as Kind['type']),
    properties: z.object(shown as Kind['shown']).meta({ id: `Benefit${name}SubscriberProperties` }),
  }
  return z.object({ ...shownBenefit.shape, ...own, organization: publicOrganization }).meta({ id: `Benefit${name}Subscriber` })
}

function grantOf<Kind extends AnyBenefitKind>(kind: Kind) {
  const properties = z
    .looseObject(kind.grant.customer as Kind['grant']['customer'])
    .meta({ id: `CustomerBenefitGrant${kind.name}Properties` })
  const error = grantError.nullable().meta(added('Why the benefit is not there: `ACTION_REQUIRED` waits for the customer.'))
  return z
    .object({ ...shownGrant.shape, error, customer: portalCustomer, benefit: benefitOf(kind), properties })
    .meta({ id: `CustomerBenefitGrant${kind.name}` })
}

/** The schemas of all kinds, as of one whose benefit is any of them. */
type CustomerGrant = { [Type in BenefitType]: ReturnType<typeof grantOf<BenefitKinds[Type]>> }[BenefitType]

/** A grant as its customer sees it, with what they may know of the benefit. */
export const customerBenefitGrant = z
  .union(kinds.map(grantOf) as unknown as [CustomerGrant, ...CustomerGrant[]])
  .meta({ id: 'CustomerBenefitGrant' })

export type CustomerBenefitGrantWire = z.output<typeof customerBenefitGrant>

function accountUpdate({ type, name }: AnyBenefitKind) {
  const properties = z
    .object({ account_id: z.string().min(1).max(ACCOUNT_ID_MAXIMUM) })
    .meta({ id: `CustomerBenefitGrant${name}PropertiesUpdate` })
  return z.object({ benefit_type: z.literal(type), properties }).meta({ id: `CustomerBenefitGrant${name}Update` })
}

function emptyUpdate({ type, name }: AnyBenefitKind) {
  return z.object({ benefit_type: z.literal(type) }).meta({ id: `CustomerBenefitGrant${name}Update` })
}

type CustomerGrantUpdate = ReturnType<typeof accountUpdate> | ReturnType<typeof emptyUpdate>

const updateOf = (kind: AnyBenefitKind): CustomerGrantUpdate =>
  'account_id' in kind.grant.customer ? accountUpdate(kind) : emptyUpdate(kind)

/** The account that is to have the access of a grant; the other types have nothing to choose. */
export const customerBenefitGrantUpdate = z
  .discriminatedUnion('benefit_type', kinds.map(updateOf) as [CustomerGrantUpdate, ...CustomerGrantUpdate[]])
  .meta({ id: 'CustomerBenefitGrantUpdate', examples: [{ benefit_type: 'discord', properties: { account_id: '80351110224678912' } }] })

export const customerBenefitGrantQuery = z.object({
  type: oneOrMore(benefitType),
  benefit_id: oneOrMoreIds,
  organization_id: organizationFilter,
  checkout_id: oneOrMoreIds,
  order_id: oneOrMoreIds,
  subscription_id: oneOrMoreIds,
  ...pageQuery,
  sorting: sorting(['granted_at', 'type', 'organization'], '-granted_at'),
})

/** The source of a grant's JSON: its customer as JSON, and the organization. */
export interface CustomerGrantContext {
  readonly grant: BenefitGrant
  readonly benefit: Benefit
  readonly customer: z.output<typeof portalCustomer>
  readonly organization: PublicOrganizationWire
  /** Whether the session shows one checkout alone: its holder may have typed the email of another person. */
  readonly isLimited: boolean
}

/** The grant as JSON for its customer. A limited session sees neither the account that has the access nor what is wrong with it. */
export function toCustomerGrantWire({ grant, benefit, customer, organization, isLimited }: CustomerGrantContext): CustomerBenefitGrantWire {
  const wire = toBenefitWire(benefit)
  const fields = toGrantFields(grant)
  const { account_id: account, ...properties } = shownGrantProperties(grant, benefit.type)
  return {
    ...picked(shownGrant, fields),
    error: isLimited ? null : fields.error,
    customer,
    benefit: { ...picked(shownBenefit, wire), metadata: {}, type: wire.type, organization, properties: shownProperties(benefit) },
    properties: isLimited || account === undefined ? properties : { ...properties, account_id: account },
  } as CustomerBenefitGrantWire
}

function shownProperties({ type, properties }: Benefit): Readonly<Record<string, unknown>> {
  const { shown, toShown } = benefitKindOf(type)
  return toShown ? toShown(properties) : only(properties, Object.keys(shown))
}

function shownGrantProperties({ properties }: BenefitGrant, type: Benefit['type']): Readonly<Record<string, unknown>> {
  return only(properties, Object.keys(benefitKindOf(type).grant.customer))
}

function only(properties: object, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)))
}
