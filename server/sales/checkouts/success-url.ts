import type { FullCheckout } from './model.ts'

/** The URL after a purchase: the merchant's page, with the id filled in, or our own. */
export function successUrlOf(checkout: FullCheckout['checkout'], baseUrl: string): string {
  const own = checkout.clientSecret && `${baseUrl}/checkout/${checkout.clientSecret}/confirmation`
  return (checkout.successUrl ?? own).replace(/\{CHECKOUT_ID\}|%7BCHECKOUT_ID%7D/gi, checkout.id)
}
