import type { EntryFilter } from '#client/types.ts'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import type { ValuesOf } from '#web/shell/list/surface-list.tsx'
import type { auditFilters } from '../search.ts'

export const groups = [
  'user',
  'session',
  'organization',
  'member',
  'role',
  'team',
  'invitation',
  'organization_access_token',
  'product',
  'checkout',
  'job',
] as const

/** The filters as those of the audit log. */
export function toEntryFilter({ name, date, actor, of, org }: ValuesOf<typeof auditFilters>): EntryFilter {
  const { createdAfter, createdBefore } = instantsOf(date ?? {})
  return {
    actorId: actor,
    userId: of,
    organizationId: org,
    action: groups.find((group) => group === name) && `${name}.`,
    from: createdAfter,
    to: createdBefore,
  }
}

/** The URL that exports the same entries as CSV. */
export function exportHref(filter: EntryFilter): string {
  const pairs = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/api/auth/admin/export-audit-entries?${new URLSearchParams(Object.fromEntries(pairs))}`
}
