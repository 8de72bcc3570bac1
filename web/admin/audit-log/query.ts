import type { Result } from '#client/index.ts'
import type { EntryFilter, PlatformEntry } from '#client/types.ts'
import { administration } from '../client.ts'
import type { AdminSearch } from '../use-search.ts'

export const periods = ['hour', 'day', 'week', 'month'] as const
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
const hour = 3_600_000
const lengths: Readonly<Record<string, number>> = { hour, day: 24 * hour, week: 168 * hour, month: 720 * hour }
/** Matches no user. */
const unknownUserId = '00000000-0000-0000-0000-000000000000'
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

type AuditSearch = Pick<AdminSearch, 'query' | 'is' | 'org' | 'name' | 'of'>
const idOf = (text: string | undefined) => (text === undefined ? undefined : idPattern.test(text) ? text : unknownUserId)

/**
 * The URL search as a filter of the audit log. `actorId` is the resolved search text. A period ends now and begins at a whole minute, so
 * that all pages use the same range.
 */
export function toEntryFilter({ is, org, name, of }: AuditSearch, actorId: string | undefined, now: number): EntryFilter {
  const length = lengths[is ?? '']
  return {
    actorId: idOf(actorId),
    userId: idOf(of),
    organizationId: idOf(org),
    action: groups.find((group) => group === name) && `${name}.`,
    from: length === undefined ? undefined : new Date(Math.floor((now - length) / 60_000) * 60_000).toISOString(),
  }
}

/** Resolves the search text to a user id: an email is looked up, any other text is taken as the id. */
export async function findActorId(query: string | undefined): Promise<Result<string | undefined>> {
  const text = query?.trim() ?? ''
  if (!text.includes('@')) return { data: text === '' ? undefined : text, error: null }
  const { data, error } = await administration.listUsers({ filterField: 'email', filterValue: text, limit: 1 })
  return error === null ? { data: data.users[0]?.id ?? unknownUserId, error } : { data, error }
}

/** Reads a page of entries that match the URL search, before the entry `before`. */
export async function readEntries(
  at: AuditSearch,
  from: { before?: string | undefined; limit: number },
): Promise<Result<{ rows: readonly PlatformEntry[]; next: string | null }>> {
  const actor = await findActorId(at.query)
  if (actor.error !== null) return actor
  const { data, error } = await administration.listAuditEntries({ ...toEntryFilter(at, actor.data, Date.now()), ...from })
  return error === null ? { data: { rows: data.entries, next: data.nextBefore }, error } : { data, error }
}

/** The URL that exports the same entries as CSV. */
export async function exportUrl(at: AuditSearch): Promise<string> {
  const { data } = await findActorId(at.query)
  const pairs = Object.entries(toEntryFilter(at, data ?? undefined, Date.now())).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/api/auth/admin/export-audit-entries?${new URLSearchParams(Object.fromEntries(pairs))}`
}
