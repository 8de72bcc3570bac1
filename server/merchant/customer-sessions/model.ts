import { prefixes } from '#contract/token.ts'
import { flag, type Model, text, time, uuid } from '#platform/resource/columns.ts'

export const SESSION_PREFIX = prefixes.customerSession

export const customerSessionColumns = {
  id: uuid().fixed(),
  organizationId: uuid().fixed().private(),
  /** Null until the checkout that issued the session is paid: it grants no access before. */
  customerId: uuid().nullable(),
  /** The checkout that issued it. */
  checkoutId: uuid().nullable().fixed().private(),
  /** It grants access to the order of its checkout only (rule C16). */
  isLimitedToCheckout: flag().private(),
  /** The address whose code or link opened it, folded: its bearer reads that mail. Null where the merchant or a checkout issued it. */
  verifiedEmail: text().nullable().fixed().private(),
  expiresAt: time().fixed(),
  createdAt: time().fixed(),
} as const

/** A customer's access to what they bought from one merchant, by a secret of which only the digest is stored. Server time, UTC. */
export type CustomerSession = Model<typeof customerSessionColumns>

/** Names one customer of a merchant: by our id, or by the merchant's own. */
export type CustomerKey = { readonly id: string } | { readonly externalId: string }
