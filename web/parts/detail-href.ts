/** The detail page of a resource in the dashboard of the organization with this slug. */
export const detailHref = (
  slug: string,
  section:
    | 'products'
    | 'orders'
    | 'customers'
    | 'subscriptions'
    | 'payments'
    | 'disputes'
    | 'benefits'
    | 'discounts'
    | 'checkouts'
    | 'checkout-links'
    | 'usage/meters'
    | 'benefits/license-keys',
  id: string,
): string => `/dashboard/${slug}/${section}/${id}`
