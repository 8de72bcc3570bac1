import { z } from 'zod'
import { trimmedText } from '#platform/http/wire-parts.ts'
import { defineBenefitKind, namesNothing, propertyProblem } from './kind.ts'

const PREFIX_MAXIMUM = 50
const ACTIVATIONS_MAXIMUM = 1000
/** A key expires within a hundred years. */
const TTL_MAXIMUM = { day: 36_500, month: 1200, year: 100 } as const
const USAGE_MAXIMUM = 2_147_483_647

const timeframe = z.enum(['year', 'month', 'day'])
const activations = { limit: z.int(), enable_customer_admin: z.boolean() }

const wire = {
  prefix: z.string().nullable(),
  expires: z.object({ ttl: z.int(), timeframe }).meta({ id: 'BenefitLicenseKeyExpirationProperties' }).nullable(),
  activations: z.object(activations).meta({ id: 'BenefitLicenseKeyActivationProperties' }).nullable(),
  limit_usage: z.int().nullable(),
}

const body = {
  prefix: trimmedText(0, PREFIX_MAXIMUM).nullish(),
  expires: z.object({ ttl: z.int().min(1).max(TTL_MAXIMUM.day), timeframe }).nullish(),
  activations: z
    .object({ ...activations, limit: z.int().min(1).max(ACTIVATIONS_MAXIMUM) })
    .meta({ id: 'BenefitLicenseKeyActivationCreateProperties' })
    .nullish(),
  limit_usage: z.int().min(1).max(USAGE_MAXIMUM).nullish(),
}

const recorded = { license_key_id: z.string().optional(), display_key: z.string().optional() }

/** A license key for each customer: with a prefix, and bounds of time, activations and usage (rule Y5). */
export const licenseKeys = defineBenefitKind({
  type: 'license_keys',
  name: 'LicenseKeys',
  wire,
  body,
  namedBy: namesNothing,
  check: ({ prefix, expires, activations, limit_usage }) => {
    const maximum = TTL_MAXIMUM[expires?.timeframe ?? 'day']
    if (expires && expires.ttl > maximum)
      return { problems: [propertyProblem(['expires', 'ttl'], `At most ${maximum} in this unit: a key expires within a hundred years.`)] }
    return {
      properties: { prefix: prefix || null, expires: expires ?? null, activations: activations ?? null, limit_usage: limit_usage ?? null },
    }
  },
  shown: wire,
  grant: { merchant: recorded, customer: recorded },
})
