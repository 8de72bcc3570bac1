import { isScope, scopeResources as names } from '#kernel/access.ts'

/** The token scopes by resource: read, write or both. */
export const scopeResources = names.map((name) => ({
  name,
  access: (['read', 'write'] as const).filter((access) => isScope(`${name}:${access}`)),
}))

/** All scopes, in display order. */
export const allScopes = scopeResources.flatMap(({ name, access }) => access.map((kind) => `${name}:${kind}`).filter(isScope))

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
