import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { Organization } from '#client/index.ts'
import { organizationsQuery } from '#web/api.ts'

export const OrganizationContext = createContext<Organization | null>(null)

/** The organization of the dashboard. Throws outside `DashboardFrame`. */
export function useOrganization(): Organization {
  const organization = useContext(OrganizationContext)
  if (organization === null) throw new Error('DashboardFrame is missing above this component')
  return organization
}

/** The user's organizations, and the one that the path names. */
export function useOrganizations() {
  // Read from the path and not from the route: a path without a page inside an organization still belongs to it.
  const slug = useRouterState({ select: ({ location }) => location.pathname.split('/')[2] ?? '' })
  const query = useQuery(organizationsQuery)
  return { query, all: query.data ?? [], current: query.data?.find((organization) => organization.slug === slug), slug }
}

/** The organization whose dashboard opens first: the active one, otherwise the first, otherwise none. */
export const defaultOrganization = (all: readonly Organization[], activeId: string | null): Organization | undefined =>
  all.find(({ id }) => id === activeId) ?? all[0]
