import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { organizationsQuery } from '#web/api.ts'
import { defaultOrganization } from '#web/shell/organizations.ts'
import { FullPage } from '#web/shell/public/full-page.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { useSession } from '#web/shell/session.tsx'

/** `/dashboard` redirects to the active organization, otherwise to the first one, otherwise to the form that creates one. */
export default function FirstOrganization() {
  const { session } = useSession()
  const query = useQuery(organizationsQuery)
  return (
    <FullPage>
      <QueryContent query={query} skeleton={null}>
        {(all) => {
          const organization = defaultOrganization(all, session.activeOrganizationId)
          return organization === undefined ? (
            <Navigate replace to="/welcome" />
          ) : (
            <Navigate params={{ org: organization.slug }} replace to="/dashboard/$org" />
          )
        }}
      </QueryContent>
    </FullPage>
  )
}
