import { invalid, type Problem } from '#kernel/refusal.ts'
import type { Access, Caller } from './caller.ts'
import { tenantsOf } from './recognize.ts'
import type { Reach } from './route.ts'

const LOC = ['body', 'organization_id'] as const

const problems = {
  token: { loc: LOC, msg: 'Leave organization_id out: the access token belongs to one organization.', type: 'value_error' },
  missing: { loc: LOC, msg: 'Field required', type: 'missing' },
  unknown: { loc: LOC, msg: 'Organization not found.', type: 'value_error' },
} as const satisfies Record<string, Problem>

/** What the caller may reach on a route of this access. */
export function reachOf(access: Access, caller: Caller): Reach {
  const tenants = tenantsOf(access, caller)
  const active = caller.kind === 'person' ? caller.session.activeOrganizationId : null
  const own = caller.kind === 'organization-token' ? tenants : tenants.filter((id) => id === active)
  return {
    tenants,
    organizationFor(given) {
      const named = given ?? undefined
      if (caller.kind === 'organization-token' && named !== undefined) invalid([problems.token])
      if (named === undefined) return own[0] ?? invalid([problems.missing])
      return tenants.find((id) => id === named.toLowerCase()) ?? invalid([problems.unknown])
    },
    listed(named) {
      if (!named?.length) return [...own]
      const wanted = new Set(named.map((id) => id.toLowerCase()))
      return tenants.filter((id) => wanted.has(id))
    },
  }
}
