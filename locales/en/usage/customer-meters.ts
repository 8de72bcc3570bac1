/** What customers have used of meters, in the merchant's dashboard. */
export const customerMeters = {
  customers: 'Customers',
  usage: 'Usage',
  period: 'Since the last billing',
  customer: 'Customer',
  meter: 'Meter',
  used: 'Used',
  credited: 'Credited',
  balance: 'Balance',
  changed: 'Last change',
  noCustomers: 'No customer has used it yet.',
  counted: 'Events it counts',
  events: 'All events',
  viewEvents: 'View events',
} as const
