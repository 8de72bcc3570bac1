/** The fields of a postal address in the merchant's dashboard. */
export const addresses = {
  country: 'Country',
  line1: 'Street and number',
  line2: 'Further line',
  postalCode: 'Postal code',
  city: 'City',
  state: 'State or region',
  notChosen: 'Not chosen',
} as const
