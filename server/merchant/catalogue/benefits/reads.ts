import { byName } from '#platform/resource/by-name.ts'
import { among, createdBetween, inMetadata, search } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { benefitType } from './model.ts'
import { benefits, fromStored } from './store.ts'

/** The list of benefits. `query` is part of the description. */
export const benefitList = list(benefits, {
  filters: {
    type: among('benefits.type', benefitType),
    query: search('benefits.description'),
    ...createdBetween('benefits.created_at'),
    metadata: inMetadata('benefits.metadata'),
  },
  sorting: { created_at: 'benefits.created_at', description: byName('benefits.description') },
  defaultSorting: '-created_at',
  item: fromStored,
})
