// The time for which a checkout stays open: one that a stranger has opened by a link and left as it was expires soon.
import type { Outcome } from '#kernel/changes/outcome.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import { type Checkout, isPastExpiry } from './model.ts'
import { checkoutRefusals } from './refusals.ts'
import { checkoutStatusAfter, mayHappen } from './transitions.ts'

/** Seconds for which a checkout of a link stays open while its buyer enters nothing. */
export const UNTOUCHED_SECONDS = 3600

/** The life of a checkout, and whether a link has opened it. */
export interface CheckoutLife extends Pick<Checkout, 'isFromLink'> {
  readonly lifeSeconds: number
}

/** When a checkout that is opened now expires. */
export function firstExpiry(now: Date, { isFromLink, lifeSeconds }: CheckoutLife): Date {
  return secondsAfter(now, isFromLink ? Math.min(UNTOUCHED_SECONDS, lifeSeconds) : lifeSeconds)
}

/**
 * A changed checkout with its whole life, if a link has opened it and its buyer has entered something: `lifeSeconds` from its creation. Their
 * language alone, which their browser sends, is nothing that they enter.
 */
export function prolonged(before: Checkout, after: Checkout, lifeSeconds: number): Checkout {
  if (!before.isFromLink || !isTouched(before, after)) return after
  const whole = secondsAfter(before.createdAt, lifeSeconds)
  return whole > before.expiresAt ? { ...after, expiresAt: whole } : after
}

const ENTERED = [
  'productPriceId',
  'amount',
  'discountId',
  'customerEmail',
  'customerName',
  'customerBillingName',
  'customerBillingAddress',
  'customerTaxId',
  'isBusinessCustomer',
  'customFieldData',
] as const satisfies readonly (keyof Checkout)[]

function isTouched(before: Checkout, after: Checkout): boolean {
  return ENTERED.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000)
}

/** Expires an open checkout past its expiry; null when nothing changes. */
export function expireCheckout(checkout: Checkout, now: Date): Outcome<Checkout, 'checkout.updated'> | null {
  if (!mayHappen(checkout.status, 'expire') || !isPastExpiry(checkout, now)) return null
  const status = checkoutStatusAfter(checkout.status, 'expire', 'expired')
  return { next: { ...checkout, status, modifiedAt: now }, events: ['checkout.updated'] }
}

/** Refuses unless the checkout is open (403); past its expiry it is not, even while its status still is. */
export function requireOpen(checkout: Checkout, now: Date): void {
  refuseWhen(!mayHappen(checkout.status, 'update') || isPastExpiry(checkout, now), checkoutRefusals.NotOpenCheckout)
}
