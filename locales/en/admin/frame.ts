/** The ways around the platform's administration, and what its screens share. */
export const adminFrame = {
  title: 'Administration',
  back: 'Back to {{name}}',
  backHome: 'Back to the dashboard',
  rooms: {
    health: 'Health',
    users: 'Users',
    sessions: 'Sessions',
    organizations: 'Organizations',
    audit: 'Audit log',
    jobs: 'Jobs',
    facts: 'Facts',
    emails: 'E-mails',
  },
  csv: 'CSV',
  cut_one: 'The file holds the first {{count}} row. Filter to get the others.',
  cut_other: 'The file holds the first {{count}} rows. Filter to get the others.',
  older: 'Show older',
  groups: {
    people: 'People',
    machinery: 'Machinery',
  },
} as const
