import { added } from '#platform/http/wire-parts.ts'
import { among, createdBetween } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { eventImportStatus } from './model.ts'
import { eventImports } from './store.ts'

/** The list of imports, newest first. */
export const eventImportList = list(eventImports, {
  filters: {
    status: among('event_imports.status', eventImportStatus).meta(added('Only imports that have come so far.')),
    ...createdBetween('event_imports.created_at'),
  },
  newestFirst: 'event_imports.created_at',
})
