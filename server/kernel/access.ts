type Statement = Readonly<Record<string, readonly string[]>>

/** What can be done inside an organization: resource to actions (specification, section 6). */
export const organizationResources = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
} as const satisfies Statement

/** The built-in roles of an organization. */
export const organizationRoles = {
  owner: organizationResources,
  admin: { ...organizationResources, organization: ['update'] },
  member: {},
} as const satisfies Readonly<Record<string, Statement>>

export type OrganizationRole = keyof typeof organizationRoles

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
const billingScopes: Readonly<Record<OrganizationRole, readonly Scope[]>> = { owner: tokenScopes, admin: tokenScopes, member: readScopes }

const scopeNames: ReadonlySet<string> = new Set(tokenScopes)

/** Whether the text names a scope of ours. */
export function isScope(text: string): text is Scope {
  return scopeNames.has(text)
}

/** The roles of a comma-joined list, trimmed, without empty ones. */
export function rolesOf(text: string): string[] {
  return text
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '')
}

/**
 * The scopes on /v1 that a member's comma-joined roles give: owner and admin every scope, member every `…:read`,
 * a made role what it lists under the resource `billing`. Unknown roles give nothing.
 */
export function scopesOfRoles(text: string, made: Readonly<Record<string, Statement>> = {}): Scope[] {
  const granted = rolesOf(text).flatMap((role) => {
    if (isOrganizationRole(role)) return billingScopes[role]
    return Object.hasOwn(made, role) ? (made[role]?.['billing'] ?? []) : []
  })
  return tokenScopes.filter((scope) => granted.includes(scope))
}

/** Whether the scopes held open an operation: reading takes read or write, except orders, which take `orders:read` alone. */
export function allowsScope(held: readonly string[], wanted: Scope): boolean {
  if (held.includes(wanted)) return true
  return wanted.endsWith(':read') && wanted !== 'orders:read' && held.includes(wanted.replace(/:read$/, ':write'))
}

/** Whether the text is the name of a built-in role. */
export function isOrganizationRole(role: string): role is OrganizationRole {
  return Object.hasOwn(organizationRoles, role)
}

/** Whether one of the comma-joined roles authorizes the whole request (`{resource: [actions]}`); an empty request authorizes nothing. */
export function authorizes(text: string, request: Statement, roles: Readonly<Record<string, Statement>>): boolean {
  const wanted = Object.entries(request)
  if (wanted.length === 0) return false
  return rolesOf(text).some((role) => {
    const may: Statement = Object.hasOwn(roles, role) ? (roles[role] ?? {}) : {}
    return wanted.every(([resource, actions]) => {
      const allowed = Object.hasOwn(may, resource) ? (may[resource] ?? []) : []
      return actions.length > 0 && actions.every((action) => allowed.includes(action))
    })
  })
}
