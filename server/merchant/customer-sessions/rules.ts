import type { CustomerSession } from './model.ts'

/** Lifetime in seconds (rule S3). */
export const SESSION_SECONDS = 3600

/** The access that a session grants, and the address whose code or link opened it, if one did. */
export type CustomerSessionDraft = Pick<CustomerSession, 'organizationId' | 'customerId' | 'checkoutId' | 'isLimitedToCheckout'> & {
  readonly verifiedEmail?: string | null
}

/** Creates a session that expires an hour later. `now` is the server's time, as for every credential. */
export function create(draft: CustomerSessionDraft, { id, now }: { readonly id: string; readonly now: Date }): CustomerSession {
  return { verifiedEmail: null, ...draft, id, createdAt: now, expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000) }
}

/** For how many seconds after its start a session stands for the address whose code or link opened it. */
export const FRESH_CODE_SECONDS = 900

/** Whether the session was opened, within a quarter of an hour, by a code or link to the customer's present address. */
export function isFreshlyVerified(session: Pick<CustomerSession, 'verifiedEmail' | 'createdAt'>, email: string, now: Date): boolean {
  return session.verifiedEmail === email && now.getTime() < session.createdAt.getTime() + FRESH_CODE_SECONDS * 1000
}

/** Whether the session still grants access: it expires at `expiresAt` itself. */
export function isLive(session: Pick<CustomerSession, 'expiresAt'>, now: Date): boolean {
  return now.getTime() < session.expiresAt.getTime()
}
