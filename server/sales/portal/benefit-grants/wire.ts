import { z } from 'zod'
import { type Benefit, benefitKinds, benefitType } from '#merchant/benefits/model.ts'
import { benefit as merchantBenefit, toBenefitWire } from '#merchant/benefits/wire.ts'
import { portalCustomer } from '#merchant/customer-sessions/wire.ts'
import { type PublicOrganizationWire, publicOrganization } from '#merchant/merchants/wire.ts'
import { added, id, metadata, oneOrMore, oneOrMoreIds, organizationFilter, pageQuery, sorting } from '#platform/http/wire-parts.ts'
import { picked } from '#platform/resource/fields.ts'
import { type BenefitGrant, grantError } from '#sales/grants/model.ts'
import { grantFields, toGrantFields } from '#sales/grants/wire.ts'

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

function benefitOf<Type extends string, Shape extends z.ZodRawShape>(type: Type, name: string, properties: Shape) {
  const own = { type: z.literal(type), properties: z.object(properties).meta({ id: `Benefit${name}SubscriberProperties` }) }
  return z.object({ ...shownBenefit.shape, ...own, organization: publicOrganization }).meta({ id: `Benefit${name}Subscriber` })
}

const text = z.string()
const grantProperties = {
  Discord: { account_id: text.nullish(), guild_id: text.optional(), role_id: text.optional() },
  GitHubRepository: {
    account_id: text.nullish(),
    repository_owner: text.optional(),
    repository_name: text.optional(),
    permission: benefitKinds.github_repository.wire.permission.optional(),
  },
  Downloadables: { files: z.array(text).optional() },
  LicenseKeys: { license_key_id: text.optional(), display_key: text.optional() },
  Custom: {},
  MeterCredit: {},
} as const

function grantOf<Name extends keyof typeof grantProperties, Benefit extends z.ZodType>(name: Name, benefit: Benefit) {
  const properties = z.looseObject(grantProperties[name]).meta({ id: `CustomerBenefitGrant${name}Properties` })
  const error = grantError.nullable().meta(added('Why the benefit is not there: `ACTION_REQUIRED` waits for the customer.'))
  return z.object({ ...shownGrant.shape, error, customer: portalCustomer, benefit, properties }).meta({ id: `CustomerBenefitGrant${name}` })
}

const { custom, discord, github_repository: github, license_keys: keys, meter_credit: credit } = benefitKinds

/** A grant as its customer sees it, with what they may know of the benefit. */
export const customerBenefitGrant = z
  .union([
    grantOf('Discord', benefitOf('discord', 'Discord', { guild_id: discord.wire.guild_id })),
    grantOf(
      'GitHubRepository',
      benefitOf('github_repository', 'GitHubRepository', {
        repository_owner: github.wire.repository_owner,
        repository_name: github.wire.repository_name,
      }),
    ),
    grantOf('Downloadables', benefitOf('downloadables', 'Downloadables', { active_files: z.array(id) })),
    grantOf('LicenseKeys', benefitOf('license_keys', 'LicenseKeys', keys.wire)),
    grantOf('Custom', benefitOf('custom', 'Custom', custom.wire)),
    grantOf('MeterCredit', benefitOf('meter_credit', 'MeterCredit', credit.wire)),
  ])
  .meta({ id: 'CustomerBenefitGrant' })

export type CustomerBenefitGrantWire = z.output<typeof customerBenefitGrant>

function accountUpdate<Type extends string>(type: Type, name: string) {
  const properties = z
    .object({ account_id: z.string().min(1).max(ACCOUNT_ID_MAXIMUM) })
    .meta({ id: `CustomerBenefitGrant${name}PropertiesUpdate` })
  return z.object({ benefit_type: z.literal(type), properties }).meta({ id: `CustomerBenefitGrant${name}Update` })
}

function emptyUpdate<Type extends string>(type: Type, name: string) {
  return z.object({ benefit_type: z.literal(type) }).meta({ id: `CustomerBenefitGrant${name}Update` })
}

/** The account that is to have the access of a grant; the other types have nothing to choose. */
export const customerBenefitGrantUpdate = z
  .discriminatedUnion('benefit_type', [
    accountUpdate('discord', 'Discord'),
    accountUpdate('github_repository', 'GitHubRepository'),
    emptyUpdate('downloadables', 'Downloadables'),
    emptyUpdate('license_keys', 'LicenseKeys'),
    emptyUpdate('custom', 'Custom'),
    emptyUpdate('meter_credit', 'MeterCredit'),
  ])
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

function shownProperties(benefit: Benefit): Readonly<Record<string, unknown>> {
  const { type, properties } = benefit
  switch (type) {
    case 'discord':
      return { guild_id: properties.guild_id }
    case 'github_repository':
      return { repository_owner: properties.repository_owner, repository_name: properties.repository_name }
    case 'downloadables':
      return { active_files: properties.files.filter((file) => properties.archived[file] !== true) }
    case 'custom':
      return only(properties, Object.keys(benefitKinds.custom.wire))
    case 'license_keys':
      return only(properties, Object.keys(benefitKinds.license_keys.wire))
    case 'meter_credit':
      return only(properties, Object.keys(benefitKinds.meter_credit.wire))
  }
}

/** The names that customers see of what the kinds record about a grant. The record of a credit is for the server alone. */
const shownNames: Readonly<Record<Benefit['type'], readonly string[]>> = {
  discord: Object.keys(grantProperties.Discord),
  github_repository: Object.keys(grantProperties.GitHubRepository),
  downloadables: Object.keys(grantProperties.Downloadables),
  license_keys: Object.keys(grantProperties.LicenseKeys),
  custom: [],
  meter_credit: [],
}

function shownGrantProperties({ properties }: BenefitGrant, type: Benefit['type']): Readonly<Record<string, unknown>> {
  return only(properties, shownNames[type])
}

function only(properties: object, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)))
}
