import { z } from 'zod'
import { actingOrganizationId, added, metadataInput, seenName, trimmedText, unavailable } from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { aggregation, filter, type Meter, meterColumns } from './model.ts'
import type { MeterChanges, MeterDraft } from './rules.ts'

const NAME_MAXIMUM = 250

const fields = fieldsOf(meterColumns)

/** The fields that newer clients require of a meter, and of the meter of a price. */
export const newerMeterFields = constantFields({
  unit: [z.enum(['scalar', 'token', 'custom']).meta({ id: 'MeterUnit' }), 'scalar', 'Always `scalar`.'],
  custom_label: [z.string().nullable(), null, 'Always null.'],
  custom_multiplier: [z.int().nullable(), null, 'Always null.'],
})

const newerBody = { unit: unavailable('scalar'), custom_label: unavailable(), custom_multiplier: unavailable() }

/** A meter. */
export const meter = z.object({ ...fields.shape, ...newerMeterFields.shape }).meta({ id: 'Meter' })

export type MeterWire = z.output<typeof meter>

export const meterCreate = z
  .object({
    metadata: metadataInput.optional(),
    name: seenName(trimmedText(3, NAME_MAXIMUM)),
    filter,
    aggregation,
    organization_id: actingOrganizationId,
    ...newerBody,
  })
  .meta({
    id: 'MeterCreate',
    examples: [
      {
        name: 'Tokens used',
        filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'ai.tokens' }] },
        aggregation: { func: 'sum', property: 'tokens' },
      },
    ],
  })

export const meterUpdate = z
  .object({
    metadata: metadataInput.nullish(),
    name: seenName(trimmedText(3, NAME_MAXIMUM)).nullish(),
    filter: filter.nullish(),
    aggregation: aggregation.nullish(),
    is_archived: z.boolean().nullish().meta(added('Archives the meter, or takes it back.')),
    ...newerBody,
  })
  .meta({ id: 'MeterUpdate', examples: [{ name: 'Tokens used by the assistant' }, { is_archived: true }] })

/** The meter as JSON. */
export const toMeterWire = (meter: Meter): MeterWire => ({ ...fields.toWire(meter), ...newerMeterFields.values })

/** The draft of a body. */
export function toMeterDraft({ name, filter, aggregation, metadata }: z.output<typeof meterCreate>): MeterDraft {
  return { name, filter, aggregation, metadata: metadata ?? {} }
}

/** The changes of a body. */
export function toMeterChanges({ name, filter, aggregation, metadata, is_archived }: z.output<typeof meterUpdate>): MeterChanges {
  return { name, filter, aggregation, metadata, isArchived: is_archived }
}
