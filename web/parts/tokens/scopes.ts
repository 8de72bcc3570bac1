const both = ['read', 'write'] as const
const reading = ['read'] as const
const writing = ['write'] as const

/** The token scopes by resource: read, write or both. */
export const scopeResources = [
  { name: 'products', access: both },
  { name: 'checkouts', access: both },
  { name: 'checkout_links', access: both },
  { name: 'discounts', access: both },
  { name: 'benefits', access: both },
  { name: 'customers', access: both },
  { name: 'customer_sessions', access: writing },
  { name: 'subscriptions', access: both },
  { name: 'orders', access: both },
  { name: 'refunds', access: both },
  { name: 'payments', access: reading },
  { name: 'license_keys', access: both },
  { name: 'meters', access: both },
  { name: 'events', access: both },
  { name: 'customer_meters', access: reading },
  { name: 'metrics', access: reading },
  { name: 'files', access: both },
  { name: 'custom_fields', access: both },
  { name: 'webhooks', access: both },
  { name: 'organizations', access: both },
] as const

/** All scopes, in display order. */
export const allScopes: readonly string[] = scopeResources.flatMap(({ name, access }) => access.map((kind) => `${name}:${kind}`))

/** Sets of scopes to start from. */
export const presets = {
  sell: ['products:read', 'checkouts:read', 'checkouts:write', 'customers:read', 'orders:read'],
  read: allScopes.filter((scope) => scope.endsWith(':read')),
  all: allScopes,
  none: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Preset = keyof typeof presets

/** The preset with exactly these scopes, if there is one. */
export function presetOf(scopes: ReadonlySet<string>): Preset | undefined {
  const names = Object.keys(presets) as Preset[]
  return names.find((name) => presets[name].length === scopes.size && presets[name].every((scope) => scopes.has(scope)))
}
