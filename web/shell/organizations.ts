import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { Organization } from '#client/index.ts'
import { organizationsQuery } from '#web/api.ts'

export const OrganizationContext = createContext<Organization | null>(null)

/** The organization whose dashboard this is. Everything inside `DashboardFrame` has one. */
export function useOrganization(): Organization {
  const organization = useContext(OrganizationContext)
  if (organization === null) throw new Error('DashboardFrame is missing above this part')
  return organization
}

/** The person's organizations, and the one that the address names. */
export function useOrganizations() {
  // From the address and not from the route: an address inside an organization that no screen has still belongs to it.
  const slug = useRouterState({ select: ({ location }) => location.pathname.split('/')[2] ?? '' })
  const query = useQuery(organizationsQuery)
  return { query, all: query.data ?? [], current: query.data?.find((organization) => organization.slug === slug), slug }
}

/** Whose dashboard to open first: the active organization, else the first, else none. */
export const firstOf = (all: readonly Organization[], activeId: string | null): Organization | undefined =>
  all.find(({ id }) => id === activeId) ?? all[0]
