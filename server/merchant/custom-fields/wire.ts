import { z } from 'zod'
import { id, metadata, timestamp } from '#platform/http/wire-parts.ts'

const shown = {
  form_label: z.string().optional(),
  form_help_text: z.string().optional(),
  form_placeholder: z.string().optional(),
}
/** Bounds; of a date in seconds since 1970. */
const bounds = { ge: z.int().optional(), le: z.int().optional() }
const option = z.object({ value: z.string(), label: z.string() }).meta({ id: 'CustomFieldSelectOption' })

function fieldOf<const Type extends string, Properties extends z.ZodRawShape>(
  type: Type,
  { name, properties }: { readonly name: string; readonly properties: Properties },
) {
  return z
    .object({
      created_at: timestamp,
      modified_at: timestamp.nullable(),
      id,
      metadata,
      type: z.literal(type),
      slug: z.string(),
      name: z.string(),
      organization_id: id,
      properties: z.object({ ...shown, ...properties }).meta({ id: `${name}Properties` }),
    })
    .meta({ id: name })
}

const text = { textarea: z.boolean().optional(), min_length: z.int().optional(), max_length: z.int().optional() }

/** A field that a merchant adds to the form of its checkouts. */
export const customField = z.discriminatedUnion('type', [
  fieldOf('text', { name: 'CustomFieldText', properties: text }),
  fieldOf('number', { name: 'CustomFieldNumber', properties: bounds }),
  fieldOf('date', { name: 'CustomFieldDate', properties: bounds }),
  fieldOf('checkbox', { name: 'CustomFieldCheckbox', properties: {} }),
  fieldOf('select', { name: 'CustomFieldSelect', properties: { options: z.array(option) } }),
])

/** A custom field of a product, in the order of the form. */
export const attachedCustomField = z
  .object({ custom_field_id: id, custom_field: customField, order: z.int(), required: z.boolean() })
  .meta({ id: 'AttachedCustomField' })
