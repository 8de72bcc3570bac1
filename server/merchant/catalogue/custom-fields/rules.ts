import { orUnchanged } from '#kernel/changes/unchanged.ts'
import type { Metadata } from '#kernel/metadata.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { type FieldProperties, type FieldType, kindOf } from './kinds/index.ts'
import type { CustomField } from './model.ts'

/** A new field, as requested. */
export interface CustomFieldDraft {
  readonly type: FieldType
  readonly slug: string
  readonly name: string
  readonly properties: FieldProperties
  readonly metadata: Metadata
}

/** The changes. `type` names the kind whose properties are sent; an omitted field stays. */
export interface CustomFieldChanges {
  readonly type: FieldType
  readonly slug?: string | undefined
  readonly name?: string | undefined
  readonly properties?: FieldProperties | undefined
  readonly metadata?: Metadata | undefined
}

/** Whether another field of the organization has the slug, and the time. */
export interface CustomFieldContext {
  readonly isSlugTaken: boolean
  readonly now: Date
}

/** Creates a custom field. Reports all problems at once (422). */
export function create(
  draft: CustomFieldDraft,
  context: CustomFieldContext & { readonly id: string; readonly organizationId: string },
): CustomField {
  refuseProblems([...slugProblems(context), ...propertyProblems(draft)])
  const { id, organizationId, now } = context
  return { ...draft, id, organizationId, createdAt: now, modifiedAt: null }
}

/** Updates a custom field; its type is fixed. Reports all problems at once (422). */
export function update(field: CustomField, changes: CustomFieldChanges, context: CustomFieldContext): CustomField {
  const next = {
    ...field,
    slug: changes.slug ?? field.slug,
    name: changes.name ?? field.name,
    properties: (changes.type === field.type && changes.properties) || field.properties,
    metadata: changes.metadata ?? field.metadata,
    modifiedAt: context.now,
  }
  refuseProblems([...typeProblems(field, changes), ...slugProblems(context), ...propertyProblems(next)])
  return orUnchanged(field, next)
}

function typeProblems(field: CustomField, changes: CustomFieldChanges): Problem[] {
  return changes.type === field.type ? [] : [valueProblem(['body', 'type'], 'The type of a custom field cannot change.')]
}

/** The problem of a slug that another field has. */
export function slugProblems({ isSlugTaken }: Pick<CustomFieldContext, 'isSlugTaken'>): Problem[] {
  return isSlugTaken ? [valueProblem(['body', 'slug'], 'Another custom field has this slug.')] : []
}

function propertyProblems({ type, properties }: Pick<CustomField, 'type' | 'properties'>): Problem[] {
  const contradiction = kindOf(type).contradiction(properties)
  return contradiction === null ? [] : [valueProblem(['body', 'properties', contradiction], 'It contradicts the other properties.')]
}
