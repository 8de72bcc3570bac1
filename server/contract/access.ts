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

/** Those that an operation asks for. The others may be granted, as published clients do, and give nothing yet. */
export const usedScopes: readonly Scope[] = [
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
]

/** The subject of a scope: `products`. */
export type ScopeResource = Scope extends `${infer Resource}:${string}` ? Resource : never

/** The resources of the scopes, each once, in the order in which people read them. */
export const scopeResources = [
  'products',
  'checkouts',
  'checkout_links',
  'discounts',
  'benefits',
  'customers',
  'customer_sessions',
  'subscriptions',
  'orders',
  'refunds',
  'payments',
  'license_keys',
  'meters',
  'events',
  'customer_meters',
  'metrics',
  'files',
  'custom_fields',
  'webhooks',
  'organizations',
] as const satisfies readonly ScopeResource[]

const readScopes = tokenScopes.filter((scope) => scope.endsWith(':read'))
const scopeNames: ReadonlySet<string> = new Set(tokenScopes)

/** Whether the text is a scope of a merchant token. */
export function isScope(text: string): text is Scope {
  return scopeNames.has(text)
}

/** The permitted actions by resource. */
export type Permissions = Readonly<Record<string, readonly string[]>>

/** The permissions of each role by its name. */
export type Roles = Readonly<Record<string, Permissions>>

/** Every action inside an organization by resource. `billing` is selling, by the scopes of /v1. */
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
 * The built-in roles of an organization (specification, section 6). An owner may do everything, an admin everything but delete the
 * organization, a member read what is sold.
 */
export const organizationRoles = {
  owner: organizationResources,
  admin: { ...organizationResources, organization: ['update'] },
  member: { billing: readScopes },
} as const satisfies Roles

/** The role that an organization always has a member with, and that only its holders grant and revoke. */
export const OWNER = 'owner'

/** The names of the built-in roles. */
export type OrganizationRole = keyof typeof organizationRoles

/** Whether the text is the name of a built-in role. */
export function isOrganizationRole(role: string): role is OrganizationRole {
  return Object.hasOwn(organizationRoles, role)
}

/** The roles of one organization. Built-in roles take precedence over roles of the settings, and these over its custom roles. */
export function rolesWith(configured: Roles, custom: Roles = {}): Roles {
  return { ...custom, ...configured, ...organizationRoles }
}

/** The roles of a stored, comma-separated list, trimmed, without empty ones. For the roles of a request: `requestedRoles`. */
export function rolesOf(text: string): string[] {
  return text
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '')
}

/**
 * The roles of a request, each once: a name, a comma-separated list or an array of these. Undefined if there is none, or if one is empty
 * or has white space around it.
 */
export function requestedRoles(input: string | readonly string[]): readonly string[] | undefined {
  const names = [input].flat().flatMap((part) => part.split(','))
  return names.length > 0 && names.every((name) => name !== '' && name === name.trim()) ? [...new Set(names)] : undefined
}

/** Whether a comma-separated list contains the role. */
export function holds(text: string, role: string): boolean {
  return rolesOf(text).includes(role)
}

function permissionsOf(role: string, roles: Roles): Permissions {
  return (Object.hasOwn(roles, role) && roles[role]) || {}
}

function actionsOf(permissions: Permissions, resource: string): readonly string[] {
  return (Object.hasOwn(permissions, resource) && permissions[resource]) || []
}

/**
 * Whether one of the comma-separated roles authorizes the whole request (`{resource: [actions]}`); an empty request is never
 * authorized.
 */
export function authorizes(text: string, request: Permissions, roles: Roles): boolean {
  const requested = Object.entries(request)
  if (requested.length === 0) return false
  return rolesOf(text).some((role) => {
    const may = permissionsOf(role, roles)
    return requested.every(([resource, actions]) => {
      const allowed = actionsOf(may, resource)
      return actions.length > 0 && actions.every((action) => allowed.includes(action))
    })
  })
}

/** Whether the comma-separated roles together permit everything in `permissions`. */
export function covers(text: string, permissions: Permissions, roles: Roles): boolean {
  const held = rolesOf(text).map((role) => permissionsOf(role, roles))
  return Object.entries(permissions).every(([resource, actions]) =>
    actions.every((action) => held.some((may) => actionsOf(may, resource).includes(action))),
  )
}

/** The role that every member who may add members may grant. */
const LOWEST_ROLE = 'member'

/**
 * Whether a member with the comma-separated roles `held` may grant and revoke all of `text`. Only owners grant `owner`. Any other role
 * needs all of its permissions, so that members cannot escalate their permissions.
 */
export function mayGrantRoles(held: string, text: string, roles: Roles): boolean {
  if (holds(held, OWNER)) return true
  return rolesOf(text).every((role) => {
    if (role === LOWEST_ROLE || holds(held, role)) return true
    return role !== OWNER && covers(held, permissionsOf(role, roles), roles)
  })
}

/** The scopes on /v1 that the comma-separated roles of a member grant: those under `billing`. An unknown role grants none. */
export function scopesOfRoles(text: string, roles: Roles): Scope[] {
  const granted = new Set(rolesOf(text).flatMap((role) => actionsOf(permissionsOf(role, roles), 'billing')))
  return tokenScopes.filter((scope) => granted.has(scope))
}

const ROLE_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** Whether a custom role may have this name: lower-case letters, digits, `-` and `_`, at most 40, and no built-in name. */
export function isRoleName(text: string): boolean {
  return ROLE_NAME.test(text) && !isOrganizationRole(text)
}

/** The fault of a permissions value as the end of a sentence; undefined if it is valid. */
export function findPermissionFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object of resources and their actions'
  for (const [resource, actions] of Object.entries(value)) {
    if (!Object.hasOwn(organizationResources, resource)) return `names the unknown resource ${JSON.stringify(resource)}`
    if (!Array.isArray(actions)) return `must list the actions of ${resource}`
    const known = actionsOf(organizationResources, resource)
    const unknown = actions.find((action) => !known.includes(action))
    if (unknown !== undefined) return `names the unknown action ${JSON.stringify(unknown)} of ${resource}`
  }
  return undefined
}
