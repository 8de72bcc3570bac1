/** The rooms of an organization's settings: the palette carries their names as well. */
export const organizationRooms = {
  title: 'Settings',
  organization: 'Organization',
  back: 'Back to {{name}}',
  general: 'General',
  members: 'Members',
  teams: 'Teams',
  invitations: 'Invitations',
  roles: 'Roles',
  auditLog: 'Audit log',
  danger: 'Leave or delete',
} as const
