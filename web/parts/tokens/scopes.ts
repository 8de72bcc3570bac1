import { isScope, scopeResources as names, type Scope, usedScopes } from '#contract/access.ts'

/** The token scopes by resource: read, write or both. */
export const scopeResources = names.map((name) => ({
  name,
  access: (['read', 'write'] as const).filter((access) => isScope(`${name}:${access}`)),
}))

/** All scopes, in display order. */
export const allScopes = scopeResources.flatMap(({ name, access }) => access.map((kind) => `${name}:${kind}`).filter(isScope))

/** Whether an operation asks for the scope. */
const isUsed = (scope: string): scope is Scope => usedScopes.some((used) => used === scope)

/** The scopes that give something, in display order: the others are for what is not available yet. */
export const offeredScopes = allScopes.filter(isUsed)

/** The resources to choose scopes of: those that are offered, with those of the scopes that are chosen already. */
export function offeredResources(chosen: ReadonlySet<string>) {
  return scopeResources.flatMap(({ name, access }) => {
    const offered = access.filter((kind) => isUsed(`${name}:${kind}`) || chosen.has(`${name}:${kind}`))
    return offered.length === 0 ? [] : [{ name, access: offered }]
  })
}

/** The resources without a scope that gives something. */
export const unavailableResources = scopeResources
  .filter(({ name, access }) => !access.some((kind) => isUsed(`${name}:${kind}`)))
  .map(({ name }) => name)

/** Sets of scopes to start from. */
export const presets = {
  sell: ['products:read', 'checkouts:read', 'checkouts:write', 'customers:read', 'orders:read'],
  read: offeredScopes.filter((scope) => scope.endsWith(':read')),
  all: offeredScopes,
  none: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Preset = keyof typeof presets

/** The preset with exactly these scopes, if there is one; scopes that give nothing yet do not count beside others. */
export function presetOf(scopes: ReadonlySet<string>): Preset | undefined {
  const used = [...scopes].filter(isUsed)
  const names = Object.keys(presets) as Preset[]
  return names.find((name) =>
    name === 'none' ? scopes.size === 0 : presets[name].length === used.length && presets[name].every((scope) => scopes.has(scope)),
  )
}
