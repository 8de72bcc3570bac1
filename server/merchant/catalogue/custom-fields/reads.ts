import { byName } from '#platform/resource/by-name.ts'
import { among, createdBetween, inMetadata, search } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { customFieldType } from './model.ts'
import { customFields } from './store.ts'

/** The list of custom fields. `query` is part of the name or of the slug. */
export const customFieldList = list(customFields, {
  filters: {
    query: search('custom_fields.name', 'custom_fields.slug'),
    type: among('custom_fields.type', customFieldType),
    ...createdBetween('custom_fields.created_at'),
    metadata: inMetadata('custom_fields.metadata'),
  },
  sorting: {
    created_at: 'custom_fields.created_at',
    slug: byName('custom_fields.slug'),
    name: byName('custom_fields.name'),
    type: 'custom_fields.type',
  },
  defaultSorting: 'slug',
})
