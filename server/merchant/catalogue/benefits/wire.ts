import { z } from 'zod'
import { actingOrganizationId, added, EXAMPLE_ID, metadataInput, trimmedText, unavailable } from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { type AnyKind, type BenefitKinds, everyKind } from './kinds/index.ts'
import { type Benefit, type BenefitType, benefitColumns, benefitType, publicColumns } from './model.ts'
import type { BenefitChanges, BenefitDraft } from './rules.ts'

/** The characters of a description (the contract, section 4). */
const DESCRIPTION = [3, 42] as const

const publicFields = fieldsOf(publicColumns)
const merchantFields = fieldsOf({ metadata: benefitColumns.metadata })
const isDeleted = { is_deleted: z.boolean().meta(added('A deleted benefit is only seen where a customer has had it.')) }
const newerFields = constantFields({
  visibility: [z.enum(['draft', 'private', 'public']).meta({ id: 'BenefitVisibility' }), 'public', 'Always `public`.'],
  visibility_configurable: [z.boolean(), false, 'Always false.'],
})
const newerBody = { visibility: unavailable('public') }

function answerOf<Kind extends AnyKind>(kind: Kind) {
  const properties = z.object(kind.wire as Kind['wire']).meta({ id: `Benefit${kind.name}Properties` })
  const own = { type: z.literal(kind.type as Kind['type']), properties }
  return z
    .object({ ...publicFields.shape, ...isDeleted, ...merchantFields.shape, ...newerFields.shape, ...own })
    .meta({ id: `Benefit${kind.name}` })
}

/** The schemas of all kinds, as of one whose properties are any of them. */
type Answer = { [Type in BenefitType]: ReturnType<typeof answerOf<BenefitKinds[Type]>> }[BenefitType]

/** A benefit as returned to its merchant. */
export const benefit = z.discriminatedUnion('type', everyKind.map(answerOf) as unknown as [Answer, ...Answer[]]).meta({ id: 'Benefit' })

export type BenefitWire = z.output<typeof benefit>

/** A benefit as buyers see it: without its properties. */
export const publicBenefit = z.object({ ...publicFields.shape, ...isDeleted, type: benefitType }).meta({ id: 'BenefitPublic' })

function bodiesOf({ type: name, name: schema, body }: AnyKind) {
  const type = z.literal(name)
  const properties = z.object(body).meta({ id: `Benefit${schema}CreateProperties` })
  const description = trimmedText(...DESCRIPTION)
  return {
    create: z
      .object({ metadata: metadataInput.optional(), type, description, organization_id: actingOrganizationId, properties, ...newerBody })
      .meta({ id: `Benefit${schema}Create` }),
    update: z
      .object({
        metadata: metadataInput.nullish(),
        description: description.nullish(),
        type,
        properties: properties.nullish(),
        ...newerBody,
      })
      .meta({ id: `Benefit${schema}Update` }),
  }
}

type Bodies = ReturnType<typeof bodiesOf>
const bodies = everyKind.map(bodiesOf)

export const benefitCreate = z
  .discriminatedUnion('type', bodies.map(({ create }) => create) as [Bodies['create'], ...Bodies['create'][]])
  .meta({
    id: 'BenefitCreate',
    examples: [
      { type: 'custom', description: 'Answers within a day', properties: { note: 'Write to help@example.com.' } },
      { type: 'license_keys', description: 'A license key', properties: { prefix: 'ACME', expires: { ttl: 1, timeframe: 'year' } } },
      { type: 'meter_credit', description: '1000 calls a month', properties: { units: 1000, rollover: false, meter_id: EXAMPLE_ID } },
    ],
  })

export const benefitUpdate = z
  .discriminatedUnion('type', bodies.map(({ update }) => update) as [Bodies['update'], ...Bodies['update'][]])
  .meta({ examples: [{ type: 'custom', description: 'Answers within four hours' }] })

/** The benefit as JSON. */
export function toBenefitWire(benefit: Benefit): BenefitWire {
  const { type, properties } = benefit
  return { ...toShared(benefit), ...merchantFields.toWire(benefit), ...newerFields.values, type, properties } as BenefitWire
}

/** The benefit as JSON for buyers. */
export function toPublicBenefitWire(benefit: Benefit): z.output<typeof publicBenefit> {
  return { ...toShared(benefit), type: benefit.type }
}

function toShared(benefit: Benefit) {
  return { ...publicFields.toWire(benefit), is_deleted: benefit.deletedAt !== null }
}

/** The draft of a body. */
export function toBenefitDraft({ type, description, properties, metadata }: z.output<typeof benefitCreate>): BenefitDraft {
  return { type, description, body: properties, metadata: metadata ?? {} }
}

/** The changes of a body; null means unchanged. */
export function toBenefitChanges({ type, description, properties, metadata }: z.output<typeof benefitUpdate>): BenefitChanges {
  return { type, description, body: properties, metadata }
}
