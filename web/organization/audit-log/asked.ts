import type { OrganizationAuditQuery } from '#client/index.ts'

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

const isDay = (text: string | undefined): text is string => text !== undefined && aDay.test(text) && !Number.isNaN(Date.parse(text))
