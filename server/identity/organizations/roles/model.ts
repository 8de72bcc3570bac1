import type { Permissions } from '#kernel/access.ts'

/** A role that an organization made for itself. */
export interface MadeRole {
  readonly organizationId: string
  readonly name: string
  readonly permissions: Permissions
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

/** Where a role comes from: it is built in, stands in the settings, or was made by the organization. */
export type RoleSource = 'built-in' | 'settings' | 'organization'

/** A role as members of its organization see it. */
export interface ListedRole {
  readonly name: string
  readonly permissions: Permissions
  readonly source: RoleSource
  /** How many members have it, alone or among others. */
  readonly members: number
}

/** Roles that one organization may make. */
export const ROLES_MAXIMUM = 50
