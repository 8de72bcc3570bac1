import { createContext, useContext } from 'react'
import type { Organization } from '#client/index.ts'
import type { Scope } from '#contract/access.ts'
import { allowsScope } from '#contract/allows-scope.ts'
import { OrganizationContext } from '../organizations.ts'

/** Whether the user's roles in the organization grant the scope; what needs none is always permitted. The server decides by the same rule. */
export const isPermitted = ({ scopes }: Pick<Organization, 'scopes'>, needs: Scope | undefined): boolean =>
  needs === undefined || allowsScope(scopes, needs)

/** The scopes of a surface that is in no organization: those of the administration, for the screens that it shares with the dashboard. */
export const SurfaceScopes = createContext<readonly Scope[]>([])

/** Whether the user may do what needs the scope, in the organization of the dashboard; outside one, by the scopes of the surface. */
export function useMay(): (needs: Scope | undefined) => boolean {
  const organization = useContext(OrganizationContext)
  const scopes = useContext(SurfaceScopes)
  return (needs) => isPermitted(organization ?? { scopes: [...scopes] }, needs)
}
