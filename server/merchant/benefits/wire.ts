import { z } from 'zod'
import { id, metadata, timestamp } from '#platform/http/wire-parts.ts'

const benefitType = z
  .enum(['custom', 'discord', 'github_repository', 'downloadables', 'license_keys', 'meter_credit'])
  .meta({ id: 'BenefitType' })

const shared = {
  id,
  created_at: timestamp,
  modified_at: timestamp.nullable(),
  description: z.string(),
  selectable: z.boolean(),
  deletable: z.boolean(),
  organization_id: id,
}

function benefitOf<const Type extends z.output<typeof benefitType>, Properties extends z.ZodRawShape>(
  type: Type,
  { name, properties }: { readonly name: string; readonly properties: Properties },
) {
  return z
    .object({ ...shared, type: z.literal(type), metadata, properties: z.object(properties).meta({ id: `${name}Properties` }) })
    .meta({ id: name })
}

const expiration = z
  .object({ ttl: z.int(), timeframe: z.enum(['year', 'month', 'day']) })
  .meta({ id: 'BenefitLicenseKeyExpirationProperties' })
const activations = z.object({ limit: z.int(), enable_customer_admin: z.boolean() }).meta({ id: 'BenefitLicenseKeyActivationProperties' })
const repository = {
  repository_owner: z.string(),
  repository_name: z.string(),
  permission: z.enum(['pull', 'triage', 'push', 'maintain', 'admin']),
}
const licenseKeys = {
  prefix: z.string().nullable(),
  expires: expiration.nullable(),
  activations: activations.nullable(),
  limit_usage: z.int().nullable(),
}
const discord = { guild_id: z.string(), role_id: z.string(), guild_token: z.string() }
const downloadables = { archived: z.record(z.string(), z.boolean()), files: z.array(id) }
const meterCredit = { units: z.int(), rollover: z.boolean(), meter_id: id }

/** A benefit as the merchant sees it. */
export const benefit = z.discriminatedUnion('type', [
  benefitOf('custom', { name: 'BenefitCustom', properties: { note: z.string().nullable() } }),
  benefitOf('discord', { name: 'BenefitDiscord', properties: discord }),
  benefitOf('github_repository', { name: 'BenefitGitHubRepository', properties: repository }),
  benefitOf('downloadables', { name: 'BenefitDownloadables', properties: downloadables }),
  benefitOf('license_keys', { name: 'BenefitLicenseKeys', properties: licenseKeys }),
  benefitOf('meter_credit', { name: 'BenefitMeterCredit', properties: meterCredit }),
])

/** A benefit as buyers see it: without its properties. */
export const publicBenefit = z.object({ ...shared, type: benefitType }).meta({ id: 'BenefitPublic' })
