import { queryOptions } from '@tanstack/react-query'
import { createOrganizations } from '#client/organizations.ts'
import { queryClient, unwrap } from '#web/api.ts'
import { http, signals } from '#web/client.ts'
import { language } from '#web/language.ts'
import { allMembers } from './settings/all-members.ts'

/** API calls inside an organization. */
export const organizations = createOrganizations(http, signals)

const { compare } = new Intl.Collator(language, { numeric: true })

/** The organization with all its members, its teams and its latest invitations; members and teams sorted by name. */
export const fullQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', 'full', organizationId] as const,
    queryFn: async ({ signal }) => {
      const fetchPage = (page: { limit: number; offset: number }) => organizations.listMembers({ organizationId, ...page }, { signal })
      const [organization, first] = await Promise.all([
        organizations.getFullOrganization({ organizationId }, { signal }).then(unwrap),
        fetchPage({ limit: 1, offset: 0 }),
      ])
      if (organization === null) return null
      const members = await allMembers(organization.members, unwrap(first).total, (page) =>
        fetchPage(page).then((result) => unwrap(result).members),
      )
      return {
        ...organization,
        members: members.toSorted((a, b) => compare(a.user.name, b.user.name) || compare(a.user.email, b.user.email)),
        teams: organization.teams.toSorted((a, b) => compare(a.name, b.name)),
      }
    },
  })

/** All roles of the organization. */
export const rolesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', 'roles', organizationId] as const,
    queryFn: ({ signal }) => organizations.listRoles({ organizationId }, { signal }).then(unwrap),
  })

/** Invalidates all queries about organizations, after a call that changed one. */
export const refreshOrganization = () => queryClient.invalidateQueries({ queryKey: ['organization'] })
