import { sql } from 'kysely'
import { added } from '#platform/http/wire-parts.ts'
import { byName } from '#platform/resource/by-name.ts'
import { createdBetween, inMetadata, isTrue, search } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { meters } from './store.ts'

/** The list of meters. */
export const meterList = list(meters, {
  filters: {
    query: search('meters.name'),
    is_archived: isTrue(sql`(meters.archived_at is not null)`).meta(added('Only archived meters, or only the others.')),
    ...createdBetween('meters.created_at'),
    metadata: inMetadata('meters.metadata'),
  },
  sorting: { created_at: 'meters.created_at', name: byName('meters.name') },
  defaultSorting: 'name',
})
