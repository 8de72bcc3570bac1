import { z } from 'zod'
import type { CustomFieldData } from '#kernel/metadata.ts'
import type { Problem } from '#kernel/refusal.ts'
import { json, type Model, metadata, oneOf, recorded, text } from '#platform/resource/columns.ts'
import { type FieldProperties, type FieldType, fieldKinds, kindOf } from './kinds/index.ts'

/** The custom fields of one product at most. */
export const ATTACHED_MAXIMUM = 20

/** The schema of a field's type. */
export const customFieldType = z.enum(Object.keys(fieldKinds) as [FieldType, ...FieldType[]]).meta({ id: 'CustomFieldType' })

export const customFieldColumns = {
  ...recorded,
  type: oneOf(customFieldType).fixed().private(),
  slug: text().meta({ description: 'The key of its values in `custom_field_data`.' }),
  name: text().meta({ description: 'A name for the merchant, and its label where it has none.' }),
  properties: json<FieldProperties>(z.any()).private(),
  metadata: metadata(),
} as const

/** A field that a merchant adds to the form of checkouts. Times are UTC. */
export type CustomField = Model<typeof customFieldColumns>

/** A field of a product. */
export interface AttachedField {
  readonly field: CustomField
  /** Whether a buyer has to fill it in; checked when the checkout is confirmed. */
  readonly isRequired: boolean
}

/**
 * The values of a body that belong to the fields of a product, by their slugs: others are left out, null and empty texts are no answer.
 * The problems are at the slug of their field; fields that are required and not answered are a problem only where `isComplete`.
 */
export function readData(
  fields: readonly AttachedField[],
  data: CustomFieldData,
  isComplete: boolean,
): { readonly data: CustomFieldData; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const read: Record<string, string | number | boolean> = {}
  for (const { field, isRequired } of fields) {
    const loc = ['body', 'custom_field_data', field.slug]
    const value = Object.hasOwn(data, field.slug) ? data[field.slug] : null
    const kind = kindOf(field.type)
    if (value === null || value === undefined || value === '') {
      if (isRequired && isComplete) problems.push({ loc, msg: 'Field required', type: 'missing' })
      continue
    }
    const fault = kind.valueFault(field.properties, value)
    if (fault) problems.push({ loc, ...fault })
    else if (isRequired && isComplete && !kind.isAnswer(value)) problems.push({ loc, msg: 'Field required', type: 'missing' })
    read[field.slug] = value
  }
  return { data: read, problems }
}
