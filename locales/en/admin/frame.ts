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
    jobs: 'Jobs',
    events: 'Events',
    emails: 'E-mails',
  },
  csv: 'Export CSV',
  truncated_one: 'The file contains the first {{count}} row. Filter to get the rest.',
  truncated_other: 'The file contains the first {{count}} rows. Filter to get the rest.',
  older: 'Show older',
  groups: {
    people: 'People',
    system: 'System',
  },
} as const
