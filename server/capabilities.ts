/**
 * Every capability, lowest first. Calls go down this list, facts go up it: a capability may import only those above it in
 * this file, through their doors (`index.ts`, `model.ts`, `wire.ts`). The architecture test holds the house to it.
 */
export const capabilities = [
  'identity/users',
  'identity/accounts',
  'identity/sessions',
  'identity/letters',
  'identity/verification',
  'identity/providers',
  'identity/devices',
  'identity/sign-in',
  'identity/passwords',
  'identity/addresses',
  'identity/profile',
  'identity/social',
  'identity/organizations',
  'identity/leaving',
  'identity/audit-log',
  'merchant/merchants',
  'merchant/tokens',
  'merchant/customers',
  'merchant/products',
  'money/ledger',
  'money/payments',
  'money/orders',
  'sales/checkouts',
  'outward/notifications',
  'outward/webhooks',
  'outward/imports',
] as const
