import { useQuery } from '@tanstack/react-query'
import type { OrganizationAuditEntry } from '#client/index.ts'
import { createOrganizations } from '#client/organizations.ts'
import { authorizes, organizationRoles } from '#contract/access.ts'
import { unwrap } from '#web/api.ts'
import { http, signals } from '#web/client.ts'
import { useOrganization } from '../organizations.ts'

const limit = 100
const none: readonly OrganizationAuditEntry[] = []

/**
 * The audit entries about a resource, newest first; none for users whose roles don't include reading the log. `version`
 * differs after each change of the resource.
 */
export function useAuditEntries(id: string, version: unknown): readonly OrganizationAuditEntry[] {
  const organization = useOrganization()
  const { data } = useQuery({
    queryKey: ['organization', 'log', 'of', id, version],
    queryFn: ({ signal }) =>
      createOrganizations(http, signals)
        .listAuditEntries({ organizationId: organization.id, targetId: id, limit }, { signal })
        .then(unwrap),
    enabled: authorizes(organization.role, { auditLog: ['read'] }, organizationRoles),
    placeholderData: (previous) => previous,
  })
  return data?.entries ?? none
}
