/** The navigation of the admin pages, and the messages that they share. */
export const adminFrame = {
  title: 'Administration',
  back: 'Back to {{name}}',
  backHome: 'Back to the dashboard',
  pages: {
    health: 'Health',
    users: 'Users',
    sessions: 'Sessions',
    organizations: 'Organizations',
    audit: 'Audit log',
    payouts: 'Payouts',
    jobs: 'Jobs',
    events: 'Events',
    webhooks: 'Webhooks',
    emails: 'E-mails',
  },
  groups: {
    people: 'People',
    system: 'System',
  },
} as const
