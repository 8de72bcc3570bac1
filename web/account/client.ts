import { queryOptions } from '@tanstack/react-query'
import { createOwnAccount } from '#client/own-account.ts'
import { createSocial } from '#client/social.ts'
import { queryClient, unwrap } from '#web/api.ts'
import { http, signals } from '#web/client.ts'

/** API calls about the user's own account. */
export const ownAccount = createOwnAccount(http, signals)

/** API calls about the user's accounts at sign-in providers. */
export const social = createSocial(http, signals)

/** The sign-in providers that are configured on this server. */
export const providersQuery = queryOptions({
  queryKey: ['account', 'providers', null] as const,
  queryFn: ({ signal }) => social.listProviders({ signal }).then(unwrap),
})

/** Enabled features, and the length limits of passwords and user names. They change only with the settings of the server. */
export const optionsQuery = queryOptions({
  queryKey: ['options', 'get', null] as const,
  queryFn: ({ signal }) => ownAccount.options({ signal }).then(unwrap),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The user's sign-in methods. */
export const accountsQuery = queryOptions({
  queryKey: ['account', 'sign-in-methods', null] as const,
  queryFn: ({ signal }) => ownAccount.listAccounts({ signal }).then(unwrap),
})

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions', null] as const,
  queryFn: ({ signal }) => ownAccount.listSessions({ signal }).then(unwrap),
})

/** Invalidates all queries about the account, including the session, after a call that changed it. */
export const refreshAccount = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['session'] }), queryClient.invalidateQueries({ queryKey: ['account'] })])
