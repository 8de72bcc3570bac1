/**
 * Every module, lowest first. A module calls only modules before it in this list, through their `index.ts`, `model.ts` and `wire.ts`;
 * domain events go the other way. The architecture test enforces it.
 */
export const modules = [
  'identity/pictures',
  'identity/users',
  'identity/accounts',
  'identity/mail',
  'identity/devices',
  'identity/providers',
  'identity/sessions',
  'identity/verification',
  'identity/passwords',
  'identity/social',
  'identity/organizations',
  'identity/teams',
  'identity/invitations',
  'identity/user-settings',
  'identity/administration',
  'identity/audit-log',
  'merchant/merchants',
  'merchant/tokens',
  'merchant/customers',
  'merchant/products',
  'money/ledger',
  'money/payments',
  'money/orders',
  'sales/checkouts',
  'operations/notifications',
  'operations/webhooks',
  'operations/imports',
  'operations/health',
] as const
