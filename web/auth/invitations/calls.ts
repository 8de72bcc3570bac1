import { createHttp } from '#client/http.ts'
import { createOrganizations } from '#client/organizations.ts'

/** The calls about an invitation. */
export const organizations = createOrganizations(createHttp(), { on: () => () => undefined, succeeded: () => undefined })

/** The address of an invitation's page, without its secret. */
export const pageOf = (id: string): string => `/invitations/${encodeURIComponent(id)}`
