import { createHttp } from '#client/http.ts'
import { createOrganizations } from '#client/organizations.ts'

/** The calls for invitations. */
export const organizations = createOrganizations(createHttp(), { on: () => () => undefined, succeeded: () => undefined })

/** The path of an invitation's page, without its secret. */
export const invitationHref = (id: string): string => `/invitations/${encodeURIComponent(id)}`
