/** A thing's own page in the dashboard of the organization with this slug. */
export const placeOf = (slug: string, room: 'products' | 'orders' | 'customers' | 'checkouts', id: string): string =>
  `/dashboard/${slug}/${room}/${id}`
