import type { PublicCheckout } from '#client/types.ts'

/**
 * The page after a payment, as it is sent to the page around the frame: with the customer session token only where both are of one origin. Another page
 * may imitate the shop, and would read what the customer may read.
 */
export function announcedDestination(checkout: PublicCheckout, portalToken: string | null): URL {
  const url = destinationOf(checkout, null)
  return url.origin === checkout.embedOrigin?.toLowerCase() ? destinationOf(checkout, portalToken) : url
}

/** The page after a payment: the merchant's page, with a customer session token, or the confirmation here. */
export function destinationOf(checkout: PublicCheckout, portalToken: string | null): URL {
  const url = new URL(checkout.successUrl, location.href)
  if (url.origin !== location.origin && portalToken !== null) url.searchParams.set('customer_session_token', portalToken)
  return url
}
