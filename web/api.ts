import { QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Billing, CallError, CallOptions, Result } from '#client/index.ts'
import { client } from './client.ts'

export { client } from './client.ts'

const staleMs = 5000

/** Wraps the error of a call, so that a query can throw it. */
export class CallFailure extends Error {
  readonly error: CallError
  constructor(error: CallError) {
    super(error.message)
    this.name = 'CallFailure'
    this.error = error
  }
}

/** The call error of a failed query; null if the query has not failed. Rethrows any other error. */
export function callErrorOf(query: { readonly error: Error | null }): CallError | null {
  if (query.error === null) return null
  if (query.error instanceof CallFailure) return query.error.error
  throw query.error
}

/**
 * The query cache of the page. Queries do not retry: the API client does. Without a connection they fail instead of waiting, so that the
 * page can say so; they run again when the connection is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: staleMs,
      networkMode: 'always',
      refetchOnReconnect: true,
      throwOnError: (error) => !(error instanceof CallFailure),
    },
  },
})

type Answer<F> = F extends (...input: never[]) => Promise<Result<infer T>> ? T : never
type ReadCall<C> = { [K in keyof C]: C[K] extends (input: never, options?: CallOptions) => Promise<Result<unknown>> ? K : never }[keyof C]
type Input<F> = F extends (input: infer I, options?: CallOptions) => unknown ? I : never

/**
 * A read call as a query with the key [module, call, input]: `useQuery(apiQuery('products', 'list', { organizationId }))`. The previous
 * page of a list stays on the screen while the next one loads.
 */
export function apiQuery<C extends keyof Billing, K extends ReadCall<Billing[C]> & string>(
  module: C,
  call: K,
  input: Input<Billing[C][K]>,
): ApiQuery<Answer<Billing[C][K]>> {
  type T = Answer<Billing[C][K]>
  const run = client[module][call] as unknown as (input: unknown, options: CallOptions) => Promise<Result<T>>
  return {
    queryKey: [module, call, input],
    queryFn: ({ signal }) => run(input, { signal }).then(unwrap),
    ...(call === 'list' ? { placeholderData: (previous: T | undefined) => previous } : {}),
  }
}

/** The options of a read call for `useQuery`. */
export interface ApiQuery<T> {
  readonly queryKey: readonly [module: string, call: string, input: unknown]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
  readonly placeholderData?: (previous: T | undefined) => T | undefined
}

/** The session and its user; null for a signed-out browser. */
export const sessionQuery = queryOptions({
  queryKey: ['session', 'get', null] as const,
  queryFn: ({ signal }) => client.auth.getSession({ signal }).then(unwrap),
})

/** The organizations of the signed-in user. */
export const organizationsQuery = queryOptions({
  queryKey: ['organization', 'list', null] as const,
  queryFn: ({ signal }) => client.auth.organization.list({ signal }).then(unwrap),
})

client.signals.on('session', () => void queryClient.invalidateQueries({ queryKey: ['session'] }))
client.signals.on('organizations', () => void queryClient.invalidateQueries({ queryKey: ['organization'] }))

/** The data of a result. Throws its error as `CallFailure`, as queries require. */
export function unwrap<T>(result: Result<T>): T {
  if (result.error !== null) throw new CallFailure(result.error)
  return result.data
}

/**
 * A write call with its state: `const save = useAction(client.products.create, ['products'])`, then `await save.run(body)`. Ignores a
 * second run while the first is in progress. Invalidates the queries of the modules in `refreshes` after a success.
 */
export function useAction<A extends unknown[], T>(call: (...input: A) => Promise<Result<T>>, refreshes: readonly (keyof Billing)[] = []) {
  const cache = useQueryClient()
  const [state, setState] = useState<{ busy: boolean; error: CallError | null }>({ busy: false, error: null })
  const run = async (...input: A): Promise<Result<T> | null> => {
    if (state.busy) return null
    setState({ busy: true, error: null })
    const result = await call(...input)
    if (result.error === null) await Promise.all(refreshes.map((module) => cache.invalidateQueries({ queryKey: [module] })))
    setState({ busy: false, error: result.error })
    return result
  }
  return { ...state, run, reset: () => setState({ busy: false, error: null }) }
}
