import type { EntryFilter, PlatformEntry } from '#client/administration-types.ts'
import type { Result } from '#client/index.ts'
import type { At } from '../address.ts'
import { administration } from '../client.ts'

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
/** Nobody has this id. */
const nobody = '00000000-0000-0000-0000-000000000000'
const anId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

type Sought = Pick<At, 'query' | 'is' | 'org' | 'name' | 'of'>
const idOf = (text: string | undefined) => (text === undefined ? undefined : anId.test(text) ? text : nobody)

/** What an address asks of the log. `actorId` is who its search means. A period ends now, and begins at a whole minute so that pages agree. */
export function filterOf({ is, org, name, of }: Sought, actorId: string | undefined, now: number): EntryFilter {
  const length = lengths[is ?? '']
  return {
    actorId: idOf(actorId),
    userId: idOf(of),
    organizationId: idOf(org),
    action: groups.find((group) => group === name) && `${name}.`,
    from: length === undefined ? undefined : new Date(Math.floor((now - length) / 60_000) * 60_000).toISOString(),
  }
}

/** Whose id a search means: an id is itself, an address that of its person. */
export async function actorOf(query: string | undefined): Promise<Result<string | undefined>> {
  const words = query?.trim() ?? ''
  if (!words.includes('@')) return { data: words === '' ? undefined : words, error: null }
  const { data, error } = await administration.listUsers({ filterField: 'email', filterValue: words, limit: 1 })
  return error === null ? { data: data.users[0]?.id ?? nobody, error } : { data, error }
}

/** Entries that an address asks for, before one of them. */
export async function readEntries(
  at: Sought,
  from: { before?: string | undefined; limit: number },
): Promise<Result<{ rows: readonly PlatformEntry[]; next: string | null }>> {
  const actor = await actorOf(at.query)
  if (actor.error !== null) return actor
  const { data, error } = await administration.listAuditEntries({ ...filterOf(at, actor.data, Date.now()), ...from })
  return error === null ? { data: { rows: data.entries, next: data.nextBefore }, error } : { data, error }
}

/** Where the same entries are had as a file. */
export async function exportAddress(at: Sought): Promise<string> {
  const { data } = await actorOf(at.query)
  const pairs = Object.entries(filterOf(at, data ?? undefined, Date.now())).filter(([, value]) => value !== undefined)
  return `/api/auth/admin/export-audit-entries?${new URLSearchParams(Object.fromEntries(pairs))}`
}
