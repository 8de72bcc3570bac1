import { queryOptions } from '@tanstack/react-query'
import { createOwnAccount } from '#client/own-account.ts'
import { createSocial } from '#client/social.ts'
import { queries, unwrap } from '#web/api.ts'
import { http, signals } from '#web/client.ts'

/** The calls about one's own account. */
export const ownAccount = createOwnAccount(http, signals)

/** The calls about one's accounts at other services. */
export const social = createSocial(http, signals)

/** The services by which one can sign in here. */
export const providersQuery = queryOptions({
  queryKey: ['account', 'providers', null] as const,
  queryFn: ({ signal }) => social.listProviders({ signal }).then(unwrap),
})

/** What is switched on here, and how long passwords and user names may be: it changes with the settings alone. */
export const optionsQuery = queryOptions({
  queryKey: ['options', 'get', null] as const,
  queryFn: ({ signal }) => ownAccount.options({ signal }).then(unwrap),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The person's ways in. */
export const accountsQuery = queryOptions({
  queryKey: ['account', 'ways', null] as const,
  queryFn: ({ signal }) => ownAccount.listAccounts({ signal }).then(unwrap),
})

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions', null] as const,
  queryFn: ({ signal }) => ownAccount.listSessions({ signal }).then(unwrap),
})

/** Asks anew for all that is known of the account, the session included, after a call that changed it. */
export const renewAccount = () =>
  Promise.all([queries.invalidateQueries({ queryKey: ['session'] }), queries.invalidateQueries({ queryKey: ['account'] })])
