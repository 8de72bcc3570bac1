import { queryOptions } from '@tanstack/react-query'
import { createOrganizations } from '#client/organizations.ts'
import { createOwnAccount } from '#client/own-account.ts'
import { unwrap } from '#web/api.ts'
import { http, signals } from '#web/client.ts'

/** The calls about invitations. */
export const organizations = createOrganizations(http, signals)

/** The user's pending invitations. */
export const awaitingQuery = queryOptions({
  queryKey: ['organization', 'awaiting', null] as const,
  queryFn: ({ signal }) => organizations.listUserInvitations({ signal }).then(unwrap),
})

/** Whether users can create organizations, and how many. It changes only with the settings of the server. */
export const optionsQuery = queryOptions({
  queryKey: ['options', 'get', null] as const,
  queryFn: ({ signal }) => createOwnAccount(http, signals).options({ signal }).then(unwrap),
  staleTime: Number.POSITIVE_INFINITY,
})
