import type { Database, Tx } from '#platform/database/database.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import { networkOf } from '#platform/request/network.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { emailLimits } from '../rules.ts'

/** The request that triggers an email. */
export interface EmailRequester {
  readonly request: Pick<RequestInfo, 'ipAddress'>
  readonly now: Date
}

/** Counts an email request of a network, in memory. Refuses with 429 above the limit. */
export function countRequester({ limits }: Pick<Platform, 'limits'>, { request, now }: EmailRequester): void {
  const wait = waitOfRequester({ limits }, { request, now })
  if (wait > 0) throw new TooManyRequests(emailLimits.network, wait)
}

/** The same for a request that succeeds above the limit without the email: whether its network is below the limit. */
export function mayRequestEmail(platform: Pick<Platform, 'limits'>, requester: EmailRequester): boolean {
  return waitOfRequester(platform, requester) === 0
}

function waitOfRequester({ limits }: Pick<Platform, 'limits'>, { request, now }: EmailRequester): number {
  return limits.counter(emailLimits.network)(networkOf(request.ipAddress), now)
}

/** Counts an email to a recipient. Refuses with 429 above the limit. For requesters who know that the recipient exists. */
export async function limitRecipient(tx: Tx, platform: Pick<Platform, 'limits'>, recipient: { to: string; now: Date }): Promise<void> {
  const wait = await countRecipient(tx, platform, recipient)
  if (wait > 0) throw new TooManyRequests(emailLimits.recipient, wait)
}

/**
 * The same in a round trip of its own, before batched statements that queue an email: whether the recipient is below the limit.
 * Above it, the request succeeds without the email.
 */
export async function mayEmail(platform: Pick<Platform, 'database' | 'limits'>, recipient: { to: string; now: Date }): Promise<boolean> {
  return (await countRecipient(platform.database.db, platform, recipient)) === 0
}

/** Counts an email to a recipient in a batched statement. The caller has already checked the limit. */
export function addRecipient(tx: Tx, { limits }: Pick<Platform, 'limits'>, { to, now }: { to: string; now: Date }): Promise<void> {
  return limits.addStored(tx, emailLimits.recipient, to, now)
}

/**
 * Counts an email to a customer of an organization: for the recipient, for the network of the request that caused it where that is known,
 * and for the organization. Returns the seconds to wait above one of the limits, otherwise 0.
 */
export async function countCustomerEmail(
  db: Database,
  platform: Pick<Platform, 'limits'>,
  { to, organizationId, ipAddress, now }: CustomerEmail,
): Promise<number> {
  const counts = [
    () => countRecipient(db, platform, { to, now }),
    () => (ipAddress === null ? 0 : platform.limits.hitStored(db, emailLimits.customerNetwork, networkOf(ipAddress), now)),
    () => platform.limits.hitStored(db, emailLimits.organization, organizationId, now),
  ]
  for (const count of counts) {
    const wait = await count()
    if (wait > 0) return wait
  }
  return 0
}

/** An email to a customer, and the IP address of the request that caused it; null if it is unknown. */
export interface CustomerEmail {
  readonly to: string
  readonly organizationId: string
  readonly ipAddress: string | null
  readonly now: Date
}

/**
 * Counts an email to a recipient. Returns the seconds to wait above the limit, otherwise 0. Do not disclose the result where it
 * reveals whether the user exists.
 */
export function countRecipient(
  db: Database,
  { limits }: Pick<Platform, 'limits'>,
  { to, now }: { to: string; now: Date },
): Promise<number> {
  return limits.hitStored(db, emailLimits.recipient, to, now)
}
