import type { Permissions } from '#contract/access.ts'

/** A role that an organization defines itself. */
export interface CustomRole {
  readonly organizationId: string
  readonly name: string
  readonly permissions: Permissions
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

/** The origin of a role: built in, from the settings, or a custom role of the organization. */
export type RoleSource = 'built-in' | 'settings' | 'organization'

/** A role as the members of its organization see it. One that is not custom has the times of the organization. */
export interface ListedRole extends CustomRole {
  readonly source: RoleSource
  /** Number of members with the role, alone or among others. */
  readonly members: number
}
