import type { Route } from '#platform/http/route.ts'
import { resourceRoutes } from '#platform/resource/writes.ts'
import type { CustomField } from './model.ts'
import { customFieldList } from './reads.ts'
import { customFieldRefusals } from './refusals.ts'
import { create, update } from './rules.ts'
import { customFields, deleteField, insertCustomField, isSlugTaken, saveCustomField } from './store.ts'
import { customField, customFieldCreate, customFieldUpdate, toCustomFieldWire, toFieldChanges, toFieldDraft } from './wire.ts'

export const routes: readonly Route[] = resourceRoutes({
  path: '/v1/custom-fields/',
  name: 'custom-fields',
  nouns: ['custom fields', 'a custom field'],
  scopes: 'custom_fields',
  list: customFieldList,
  schema: customField,
  toWire: toCustomFieldWire,
  notFound: customFieldRefusals.ResourceNotFound,
  lock: customFields.lock,
  toModel: (field: CustomField) => field,
  audit: { type: 'custom_field', details: ({ name, slug }) => ({ name, slug }) },
  create: {
    summary: 'Creates a custom field for the form of checkouts.',
    body: customFieldCreate,
    limit: 'CUSTOM_FIELD_LIMIT',
    write: async (body, { tx, platform, organizationId, id, at }) => {
      const draft = toFieldDraft(body)
      const isTaken = await isSlugTaken(tx, organizationId, { slug: draft.slug, id: null })
      const next = create(draft, { id, organizationId, isSlugTaken: isTaken, now: at })
      await insertCustomField(tx, platform, next)
      return { next }
    },
  },
  update: {
    summary: 'Updates a custom field; its type is fixed.',
    body: customFieldUpdate,
    // Values that buyers entered stay under the old slug.
    write: async (field, body, { tx, organizationId, at }) => {
      const changes = toFieldChanges(body)
      const isTaken = changes.slug !== undefined && (await isSlugTaken(tx, organizationId, { slug: changes.slug, id: field.id }))
      const next = update(field, changes, { isSlugTaken: isTaken, now: at })
      if (next !== field) await saveCustomField(tx, next)
      return { next }
    },
  },
  remove: {
    summary: 'Deletes a custom field: products lose it. Values that buyers entered stay.',
    take: deleteField,
  },
})
