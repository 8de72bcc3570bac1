import { z } from 'zod'
import { actingOrganizationId, id, metadataInput, seenName, trimmedText } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type FieldType, fieldKinds } from './kinds/index.ts'
import type { FieldKind } from './kinds/kind.ts'
import { type AttachedField, type CustomField, customFieldColumns } from './model.ts'
import type { CustomFieldChanges, CustomFieldDraft } from './rules.ts'

const NAME_MAXIMUM = 250
const SLUG_MAXIMUM = 80

const fields = fieldsOf(customFieldColumns)
const slug = z
  .string()
  .min(1)
  .max(SLUG_MAXIMUM)
  .regex(/^[a-z0-9-_]+$/)
const name = seenName(trimmedText(1, NAME_MAXIMUM))

const { text, number, date, checkbox, select } = fieldKinds
const nameOf = (type: string) => type.charAt(0).toUpperCase() + type.slice(1)

const shown = <Type extends FieldType, Properties extends z.ZodObject>({ type, properties }: FieldKind<Type, Properties>) =>
  z.object({ ...fields.shape, type: z.literal(type), properties }).meta({ id: `CustomField${nameOf(type)}` })

/** A field that a merchant adds to the form of checkouts. */
export const customField = z
  .discriminatedUnion('type', [shown(text), shown(number), shown(date), shown(checkbox), shown(select)])
  .meta({ id: 'CustomField' })

export type CustomFieldWire = z.output<typeof customField>

const creating = <Type extends FieldType, Properties extends z.ZodObject>({ type, properties }: FieldKind<Type, Properties>) =>
  z
    .object({ type: z.literal(type), slug, name, properties, metadata: metadataInput.nullish(), organization_id: actingOrganizationId })
    .meta({ id: `CustomFieldCreate${nameOf(type)}` })

export const customFieldCreate = z
  .discriminatedUnion('type', [creating(text), creating(number), creating(date), creating(checkbox), creating(select)])
  .meta({
    id: 'CustomFieldCreate',
    examples: [{ type: 'select', slug: 'size', name: 'Size', properties: { options: [{ value: 'm', label: 'Medium' }] } }],
  })

const updating = <Type extends FieldType, Properties extends z.ZodObject>({ type, properties }: FieldKind<Type, Properties>) =>
  z
    .object({
      type: z.literal(type),
      slug: slug.nullish(),
      name: name.nullish(),
      properties: properties.nullish(),
      metadata: metadataInput.nullish(),
    })
    .meta({ id: `CustomFieldUpdate${nameOf(type)}` })

export const customFieldUpdate = z
  .discriminatedUnion('type', [updating(text), updating(number), updating(date), updating(checkbox), updating(select)])
  .meta({ id: 'CustomFieldUpdate', examples: [{ type: 'text', name: 'Name of your company' }] })

/** A custom field of a product, in the order of the form. */
export const attachedCustomField = z
  .object({
    custom_field_id: id,
    custom_field: customField,
    order: z.int().meta({ description: 'Its place in the form, from 0.' }),
    required: z.boolean().meta({ description: 'Whether a buyer has to fill it in; checked when the checkout is confirmed.' }),
  })
  .meta({ id: 'AttachedCustomField' })

/** The field as JSON. */
export function toCustomFieldWire(field: CustomField): CustomFieldWire {
  return { ...fields.toWire(field), type: field.type, properties: field.properties } as CustomFieldWire
}

/** The fields of a product as JSON, in their order. */
export function toAttachedFieldsWire(attached: readonly AttachedField[]): z.output<typeof attachedCustomField>[] {
  return attached.map(({ field, isRequired }, order) => ({
    custom_field_id: field.id,
    custom_field: toCustomFieldWire(field),
    order,
    required: isRequired,
  }))
}

/** The fields of a product as its buyers see them: without the merchant's metadata, which published clients require. */
export function toBuyerFieldsWire(attached: readonly AttachedField[]): z.output<typeof attachedCustomField>[] {
  return toAttachedFieldsWire(attached.map((each) => ({ ...each, field: { ...each.field, metadata: {} } })))
}

/** The draft of a body. */
export function toFieldDraft(body: z.output<typeof customFieldCreate>): CustomFieldDraft {
  const { type, slug, name, properties, metadata } = body
  return { type, slug, name, properties, metadata: metadata ?? {} }
}

/** The changes of a body; null means unchanged. */
export function toFieldChanges(body: z.output<typeof customFieldUpdate>): CustomFieldChanges {
  const { type, slug, name, properties, metadata } = body
  return {
    type,
    slug: slug ?? undefined,
    name: name ?? undefined,
    properties: properties ?? undefined,
    metadata: metadata ?? undefined,
  }
}
