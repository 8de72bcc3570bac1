import { queryOptions } from '@tanstack/react-query'
import { createOrganizations } from '#client/organizations.ts'
import { queries, unwrap } from '#web/api.ts'
import { http, signals } from '#web/client.ts'

/** The calls inside an organization. */
export const organizations = createOrganizations(http, signals)

/** The organization with members, teams and the latest invitations. */
export const fullQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', 'full', organizationId] as const,
    queryFn: ({ signal }) => organizations.getFullOrganization({ organizationId }, { signal }).then(unwrap),
  })

/** Every role that its members can have. */
export const rolesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', 'roles', organizationId] as const,
    queryFn: ({ signal }) => organizations.listRoles({ organizationId }, { signal }).then(unwrap),
  })

/** Asks anew for all that is known of organizations, after a call that changed one. */
export const renewOrganization = () => queries.invalidateQueries({ queryKey: ['organization'] })
