import type { MemberWithUser, OrganizationAuditEntry, OrganizationAuditQuery } from '#client/index.ts'

/** The URL search of the audit log: subject, actor, and a range of days, both inclusive. */
export interface AuditLogSearch {
  readonly status?: string | undefined
  readonly by?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const day = 86_400_000

/** The URL search as the server's query; there `to` is an instant, exclusive. */
export function toAuditQuery(organizationId: string, { status, by, from, to }: AuditLogSearch): OrganizationAuditQuery {
  return {
    organizationId,
    ...(status !== undefined && { action: `${status}.` }),
    ...(by !== undefined && { actorId: by }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to: new Date(Date.parse(to) + day).toISOString() }),
  }
}

/** Up to this many members are all selectable; of more, only actors of the shown entries. */
const maxListed = 25

/** The members that the actor filter offers; the selected one (`by`) always stays. */
export function selectableMembers(
  members: readonly MemberWithUser[],
  entries: readonly Pick<OrganizationAuditEntry, 'actor'>[],
  by: string | undefined,
): readonly MemberWithUser[] {
  if (members.length <= maxListed) return members
  const selectable = new Set([by, ...entries.map(({ actor }) => actor.id)])
  return members.filter(({ userId }) => selectable.has(userId))
}

const isDay = (text: string | undefined): text is string => text !== undefined && dayPattern.test(text) && !Number.isNaN(Date.parse(text))
