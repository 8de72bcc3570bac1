import { queryOptions } from '@tanstack/react-query'
import { createOrganizations } from '#client/organizations.ts'
import { unwrap } from '#web/api.ts'
import { http, signals } from '#web/client.ts'

/** The calls about invitations. */
export const organizations = createOrganizations(http, signals)

/** The user's pending invitations. */
export const awaitingQuery = queryOptions({
  queryKey: ['organization', 'awaiting', null] as const,
  queryFn: ({ signal }) => organizations.listUserInvitations({ signal }).then(unwrap),
})
