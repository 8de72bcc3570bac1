/** The names of the pages in the organization settings. The command palette uses them too. */
export const organizationPages = {
  title: 'Settings',
  organization: 'Organization',
  back: 'Back to {{name}}',
  general: 'General',
  members: 'Members',
  teams: 'Teams',
  invitations: 'Invitations',
  roles: 'Roles',
  selling: 'Selling',
  business: 'Business',
  billingRules: 'Billing rules',
  payments: 'Payments',
  checkoutLook: 'Checkout look',
  liveMode: 'Going live',
  auditLog: 'Audit log',
  danger: 'Leave or delete',
} as const
