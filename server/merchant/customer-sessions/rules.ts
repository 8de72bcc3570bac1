import type { CustomerSession } from './model.ts'

/** Lifetime in seconds (rule S3). */
export const SESSION_SECONDS = 3600

/** What a session grants access to. */
export type CustomerSessionDraft = Pick<CustomerSession, 'organizationId' | 'customerId' | 'checkoutId' | 'isLimitedToCheckout'>

/** Creates a session that expires an hour later. `now` is the server's time, as for every credential. */
export function create(draft: CustomerSessionDraft, { id, now }: { readonly id: string; readonly now: Date }): CustomerSession {
  return { ...draft, id, createdAt: now, expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000) }
}

/** Whether the session still grants access: it expires at `expiresAt` itself. */
export function isLive(session: Pick<CustomerSession, 'expiresAt'>, now: Date): boolean {
  return now.getTime() < session.expiresAt.getTime()
}
