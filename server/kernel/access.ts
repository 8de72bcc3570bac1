/** Every scope that a merchant's token may hold. */
export const tokenScopes = [
  'organizations:read',
  'organizations:write',
  'custom_fields:read',
  'custom_fields:write',
  'discounts:read',
  'discounts:write',
  'checkout_links:read',
  'checkout_links:write',
  'checkouts:read',
  'checkouts:write',
  'products:read',
  'products:write',
  'benefits:read',
  'benefits:write',
  'events:read',
  'events:write',
  'meters:read',
  'meters:write',
  'files:read',
  'files:write',
  'subscriptions:read',
  'subscriptions:write',
  'customers:read',
  'customers:write',
  'customer_meters:read',
  'customer_sessions:write',
  'orders:read',
  'orders:write',
  'refunds:read',
  'refunds:write',
  'payments:read',
  'metrics:read',
  'webhooks:read',
  'webhooks:write',
  'license_keys:read',
  'license_keys:write',
] as const

export type Scope = (typeof tokenScopes)[number]

const readScopes = tokenScopes.filter((scope) => scope.endsWith(':read'))
const scopeNames: ReadonlySet<string> = new Set(tokenScopes)

/** Whether the text names a scope of ours. */
export function isScope(text: string): text is Scope {
  return scopeNames.has(text)
}

/** What may be done: resource to actions. */
export type Permissions = Readonly<Record<string, readonly string[]>>

/** Roles by their names, with what each may do. */
export type Roles = Readonly<Record<string, Permissions>>

/** What can be done inside an organization: resource to actions. `billing` is selling, by the scopes of /v1. */
export const organizationResources = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  role: ['create', 'update', 'delete'],
  auditLog: ['read'],
  billing: tokenScopes,
} as const satisfies Permissions

/**
 * The built-in roles of an organization (specification, section 6). An owner may do everything, an admin everything but delete
 * the organization, a member look at what is sold.
 */
export const organizationRoles = {
  owner: organizationResources,
  admin: { ...organizationResources, organization: ['update'] },
  member: { billing: readScopes },
} as const satisfies Roles

/** The role that no organization may lose, and that only those who hold it give and take. */
export const OWNER = 'owner'

/** The names of the built-in roles. */
export type OrganizationRole = keyof typeof organizationRoles

/** Whether the text is the name of a built-in role. */
export function isOrganizationRole(role: string): role is OrganizationRole {
  return Object.hasOwn(organizationRoles, role)
}

/** The roles of one organization: the built-in ones win over those of the settings, and these over those that it made itself. */
export function rolesWith(configured: Roles, made: Roles = {}): Roles {
  return { ...made, ...configured, ...organizationRoles }
}

/** The roles of a comma-joined list, trimmed, without empty ones. */
export function rolesOf(text: string): string[] {
  return text
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '')
}

/** Whether the role is one of a comma-joined list. */
export function holds(text: string, role: string): boolean {
  return rolesOf(text).includes(role)
}

function permissionsOf(role: string, roles: Roles): Permissions {
  return (Object.hasOwn(roles, role) && roles[role]) || {}
}

function actionsOf(permissions: Permissions, resource: string): readonly string[] {
  return (Object.hasOwn(permissions, resource) && permissions[resource]) || []
}

/** Whether one of the comma-joined roles authorizes the whole request (`{resource: [actions]}`); an empty request authorizes nothing. */
export function authorizes(text: string, request: Permissions, roles: Roles): boolean {
  const wanted = Object.entries(request)
  if (wanted.length === 0) return false
  return rolesOf(text).some((role) => {
    const may = permissionsOf(role, roles)
    return wanted.every(([resource, actions]) => {
      const allowed = actionsOf(may, resource)
      return actions.length > 0 && actions.every((action) => allowed.includes(action))
    })
  })
}

/** Whether everything that is permitted here is permitted by the comma-joined roles as well, taken together. */
export function covers(text: string, permissions: Permissions, roles: Roles): boolean {
  const held = rolesOf(text).map((role) => permissionsOf(role, roles))
  return Object.entries(permissions).every(([resource, actions]) =>
    actions.every((action) => held.some((may) => actionsOf(may, resource).includes(action))),
  )
}

/** The scopes on /v1 that a member's comma-joined roles give: what they list under `billing`. Unknown roles give nothing. */
export function scopesOfRoles(text: string, roles: Roles): Scope[] {
  const granted = new Set(rolesOf(text).flatMap((role) => actionsOf(permissionsOf(role, roles), 'billing')))
  return tokenScopes.filter((scope) => granted.has(scope))
}

/** Whether the scopes held open an operation: reading takes read or write, except orders, which take `orders:read` alone. */
export function allowsScope(held: readonly string[], wanted: Scope): boolean {
  if (held.includes(wanted)) return true
  return wanted.endsWith(':read') && wanted !== 'orders:read' && held.includes(wanted.replace(/:read$/, ':write'))
}

const ROLE_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** Whether a role may have this name: lower-case letters, digits, `-` and `_`, at most 40, and none that is built in. */
export function isRoleName(text: string): boolean {
  return ROLE_NAME.test(text) && !isOrganizationRole(text)
}

/** What is wrong with permissions as they were given, as the end of a sentence; nothing when they are right. */
export function faultOfPermissions(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'must be an object of resources and their actions'
  for (const [resource, actions] of Object.entries(given)) {
    if (!Object.hasOwn(organizationResources, resource)) return `names the unknown resource ${JSON.stringify(resource)}`
    if (!Array.isArray(actions)) return `must list the actions of ${resource}`
    const known = actionsOf(organizationResources, resource)
    const unknown = actions.find((action) => !known.includes(action))
    if (unknown !== undefined) return `names the unknown action ${JSON.stringify(unknown)} of ${resource}`
  }
  return undefined
}
