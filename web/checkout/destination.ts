import type { PublicCheckout } from '#client/types.ts'

/** The page after a payment: the merchant's page, with a customer session token, or the confirmation here. */
export function destinationOf(checkout: PublicCheckout, portalToken: string | null): URL {
  const url = new URL(checkout.successUrl, location.href)
  if (url.origin !== location.origin && portalToken !== null) url.searchParams.set('customer_session_token', portalToken)
  return url
}
