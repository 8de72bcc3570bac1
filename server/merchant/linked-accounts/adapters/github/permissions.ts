// The permissions on a repository, as benefits, invitations and answers name them. Pure.

/** The permission of a benefit, lowest first. */
export const repositoryPermissions = ['pull', 'triage', 'push', 'maintain', 'admin'] as const

/** The permission that a benefit gives. */
export type RepositoryPermission = (typeof repositoryPermissions)[number]

/** Invitations and roles have other names for two of them. */
const roleNames: Readonly<Record<RepositoryPermission, string>> = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
}

/** The name that invitations have for a permission. */
export function roleNameOf(permission: RepositoryPermission): string {
  return roleNames[permission]
}

/** The permission of a role's name; undefined for none, and for a role that an organization has defined itself. */
export function permissionOf(roleName: string): RepositoryPermission | undefined {
  return repositoryPermissions.find((permission) => roleNames[permission] === roleName || permission === roleName)
}
