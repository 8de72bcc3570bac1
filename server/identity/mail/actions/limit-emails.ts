import type { Database, Tx } from '#platform/database/database.ts'
import { networkLimit } from '#platform/limits/network-limit.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller } from '#platform/request/caller.ts'
import { networkOf } from '#platform/request/network.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { type CountedRecipient, emailLimits, recipientKey, recipientRule } from '../rules.ts'

type LimitDeps = Pick<Platform, 'limits'>

/** The request that triggers an email, and who sends it; without a caller it is anonymous. */
export interface EmailRequester {
  readonly request: Pick<RequestInfo, 'ipAddress'>
  readonly caller?: Pick<Caller, 'kind'>
  readonly now: Date
}

/** Counts an email request of a network and of those around it, in memory. Refuses with 429 above a limit. */
export function countRequester(platform: LimitDeps, requester: EmailRequester): void {
  limitOf(platform, requester).require(requester.request.ipAddress, requester.now)
}

/** The same for a request that succeeds above the limit without the email: whether its network is below the limit. */
export function mayRequestEmail(platform: LimitDeps, requester: EmailRequester): boolean {
  return limitOf(platform, requester).count(requester.request.ipAddress, requester.now) === 0
}

function limitOf({ limits }: LimitDeps, { caller }: EmailRequester) {
  const isKnown = caller?.kind === 'user' || caller?.kind === 'customer'
  return networkLimit(limits, isKnown ? emailLimits.userNetwork : emailLimits.network)
}

/** A recipient of an email that is sent at this time. */
export interface EmailRecipient extends CountedRecipient {
  readonly now: Date
}

/**
 * Counts an email to a recipient, once it is known that it is sent otherwise. Returns the seconds to wait above the limit, otherwise 0. Do
 * not disclose the result where it reveals whether the user exists.
 */
export function countRecipient(db: Database, { limits }: LimitDeps, { now, ...recipient }: EmailRecipient): Promise<number> {
  return limits.hitStored(db, recipientRule(recipient.purpose, recipient.share), recipientKey(recipient), now)
}

/** The same in a round trip of its own, before batched statements that queue an email: whether the recipient is below the limit. */
export async function mayEmail(platform: Pick<Platform, 'database' | 'limits'>, recipient: EmailRecipient): Promise<boolean> {
  return (await countRecipient(platform.database.db, platform, recipient)) === 0
}

/** The same for requesters who know that the recipient exists: refuses with 429 above the limit. */
export async function limitRecipient(tx: Tx, platform: LimitDeps, recipient: EmailRecipient): Promise<void> {
  const wait = await countRecipient(tx, platform, recipient)
  if (wait > 0) throw new TooManyRequests(recipientRule(recipient.purpose, recipient.share), wait)
}

/** Counts an email to a recipient in a batched statement. The caller has already checked the limit. */
export function addRecipient(tx: Tx, { limits }: LimitDeps, { now, ...recipient }: EmailRecipient): Promise<void> {
  return limits.addStored(tx, recipientRule(recipient.purpose, recipient.share), recipientKey(recipient), now)
}

/** An invitation to a recipient. */
export interface InvitationEmailCount {
  readonly to: string
  readonly organizationId: string
  readonly now: Date
}

/** Counts an invitation, for its organization and for all of them. Returns the seconds to wait above a limit, otherwise 0. */
export async function countInvitation(
  db: Database,
  platform: LimitDeps,
  { to, organizationId, now }: InvitationEmailCount,
): Promise<number> {
  const wait = await countRecipient(db, platform, { to, purpose: 'invitation', organizationId, now })
  return wait > 0 ? wait : platform.limits.hitStored(db, emailLimits.invitations, to, now)
}

/** An email to a customer of an organization. */
export interface CustomerEmail {
  /** The name of the email: each is counted apart. */
  readonly email: string
  readonly to: string
  readonly organizationId: string
  /** The IP address of the buyer's request that caused it; null where the organization has caused it itself. */
  readonly ipAddress: string | null
  readonly now: Date
}

/**
 * Counts an email to a customer of an organization: for the recipient and for the organization, and where a buyer has caused it also for
 * their network and for the recipient at all organizations. What buyers cause and what the organization causes itself are counted apart.
 * Returns the seconds to wait above one of the limits, otherwise 0.
 */
export async function countCustomerEmail(
  db: Database,
  platform: LimitDeps,
  { email, to, organizationId, ipAddress, now }: CustomerEmail,
): Promise<number> {
  const { limits } = platform
  const share = ipAddress === null ? 'owner' : 'anyone'
  const counts =
    ipAddress === null
      ? ([[emailLimits.organization, organizationId]] as const)
      : ([
          [emailLimits.buyerNetwork, networkOf(ipAddress)],
          [emailLimits.purchases, to],
          [emailLimits.buyersOfOrganization, organizationId],
        ] as const)
  const wait = await countRecipient(db, platform, { to, purpose: `customer-${email}`, share, organizationId, now })
  if (wait > 0) return wait
  for (const [rule, key] of counts) {
    const exceeded = await limits.hitStored(db, rule, key, now)
    if (exceeded > 0) return exceeded
  }
  return 0
}
