import type { MemberWithUser, OrganizationAuditEntry, OrganizationAuditQuery } from '#client/index.ts'

/** What the log keeps in the address: what it is about, who did it, and days, both within. */
export interface LogAsked {
  readonly status?: string | undefined
  readonly by?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const aDay = /^\d{4}-\d{2}-\d{2}$/
const day = 86_400_000

/** The same as the server is asked: `to` is the instant before which it happened. */
export function askedOf(organizationId: string, { status, by, from, to }: LogAsked): OrganizationAuditQuery {
  return {
    organizationId,
    ...(status !== undefined && { action: `${status}.` }),
    ...(by !== undefined && { actorId: by }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to: new Date(Date.parse(to) + day).toISOString() }),
  }
}

/** Members of whom all can be chosen from; of more than these only those who did what is shown. */
const few = 25

/** Who can be chosen as the one who did it; whoever is chosen (`by`) stays. */
export function peopleToChoose(
  members: readonly MemberWithUser[],
  entries: readonly Pick<OrganizationAuditEntry, 'actor'>[],
  by: string | undefined,
): readonly MemberWithUser[] {
  if (members.length <= few) return members
  const shown = new Set([by, ...entries.map(({ actor }) => actor.id)])
  return members.filter(({ userId }) => shown.has(userId))
}

const isDay = (text: string | undefined): text is string => text !== undefined && aDay.test(text) && !Number.isNaN(Date.parse(text))
