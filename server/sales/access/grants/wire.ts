import { z } from 'zod'
import { kindsWithRecord } from '#merchant/catalogue/benefits/model.ts'
import { benefit, toBenefitWire } from '#merchant/catalogue/benefits/wire.ts'
import { customer, toCustomerWire } from '#merchant/customers/wire.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type BenefitGrant, benefitGrantColumns, type FullGrant, type GrantProperties, isGranted } from './model.ts'

const fields = fieldsOf(benefitGrantColumns)

const recordOf = (name: string, fields: z.ZodRawShape) => z.looseObject(fields).meta({ id: `BenefitGrant${name}Properties` })

/** The properties in the published contract: those of the kinds that record some, of which every part may be missing, or any. */
const properties = z
  .union([...kindsWithRecord.map(({ name, grant }) => recordOf(name, grant.merchant)), recordOf('Custom', {})])
  .meta({ description: 'What the kind of the benefit records, such as the id of a license key.' })

/** The fields of a grant without its customer and properties, as its merchant sees them. */
export const grantFields = {
  ...fields.shape,
  is_granted: z.boolean().meta({ description: 'Whether the customer has the benefit now.' }),
  is_revoked: z.boolean().meta({ description: 'Whether the customer had it, and does not any more.' }),
}

const shape = { ...grantFields, customer, properties }

/** A grant of a benefit, which the published contract names by its id only. */
export const benefitGrant = z.object({ ...shape, benefit }).meta({ id: 'BenefitGrant' })

/** The same as webhooks get it: with its benefit, and the properties before the change. */
export const benefitGrantWebhook = z
  .object({ ...shape, benefit, previous_properties: properties.nullable().optional() })
  .meta({ id: 'BenefitGrantWebhook' })

/** The fields of a grant as JSON. */
export function toGrantFields(grant: BenefitGrant) {
  return { ...fields.toWire(grant), is_granted: isGranted(grant), is_revoked: grant.revokedAt !== null }
}

/** The grant as JSON. */
export function toGrantWire(
  { grant, customer, benefit: of }: Omit<FullGrant, 'checkoutId'>,
  baseUrl: string,
): z.output<typeof benefitGrant> {
  return {
    ...toGrantFields(grant),
    customer: toCustomerWire(customer, baseUrl),
    properties: grant.properties,
    benefit: toBenefitWire(of),
  }
}

/** The grant as JSON for webhooks. `previous` are the properties before the change; null where it is new. */
export function toGrantWebhookWire(
  full: Omit<FullGrant, 'checkoutId'>,
  { previous, baseUrl }: { readonly previous: GrantProperties | null; readonly baseUrl: string },
): z.output<typeof benefitGrantWebhook> {
  return { ...toGrantWire(full, baseUrl), previous_properties: previous }
}
