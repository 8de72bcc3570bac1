import { invalid, type Problem, refuse } from '#kernel/refusal.ts'
import type { Caller } from '../request/caller.ts'
import type { Access } from './access.ts'
import { refusals } from './guard/refusals.ts'
import { scopeOf, tenantsOf } from './recognize.ts'
import type { TenantScope } from './route.ts'

const LOC = ['body', 'organization_id'] as const

const problems = {
  token: { msg: 'Leave organization_id out: the access token belongs to one organization.', type: 'value_error' },
  missing: { msg: 'Field required', type: 'missing' },
  unknown: { msg: 'Organization not found.', type: 'value_error' },
} as const satisfies Record<string, Omit<Problem, 'loc'>>

/** The tenant scope of the caller on a route of this access. */
export function tenantScopeOf(access: Access, caller: Caller): TenantScope {
  const tenants = tenantsOf(access, caller)
  const active = caller.kind === 'user' ? caller.session.activeOrganizationId : null
  // A member without the scope gets 403. For other users the organization does not exist.
  const lacks = (id: string): boolean => caller.kind === 'user' && caller.scopes.has(id) && !tenants.includes(id)
  const own = caller.kind === 'organization-token' ? tenants : [active].filter((id) => id !== null)
  return {
    tenants,
    organizationFor(requested, loc = LOC) {
      const named = requested ?? undefined
      const refuseAs = (problem: Omit<Problem, 'loc'>) => invalid([{ loc, ...problem }])
      if (caller.kind === 'organization-token' && named !== undefined) refuseAs(problems.token)
      const id = named?.toLowerCase() ?? own[0] ?? refuseAs(problems.missing)
      if (lacks(id)) refuse(refusals.NotPermitted, { extra: { scope: scopeOf(access) } })
      return tenants.find((tenant) => tenant === id) ?? refuseAs(named === undefined ? problems.missing : problems.unknown)
    },
    organizationsFor(named) {
      const ids = new Set(named?.length ? named.map((id) => id.toLowerCase()) : own)
      if ([...ids].some(lacks)) refuse(refusals.NotPermitted, { extra: { scope: scopeOf(access) } })
      return tenants.filter((id) => ids.has(id))
    },
  }
}
