import { QueryClient, queryOptions, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Billing, CallError, CallOptions, Result } from '#client/index.ts'
import { client } from './client.ts'

export { client } from './client.ts'

const fresh = 5000

/** A call's error on its way through a query. */
export class CallFailure extends Error {
  readonly error: CallError
  constructor(error: CallError) {
    super(error.message)
    this.name = 'CallFailure'
    this.error = error
  }
}

/** The error of a failed query as the client's value. */
export function callErrorOf(query: Pick<UseQueryResult, 'error'>): CallError | null {
  if (query.error === null) return null
  if (query.error instanceof CallFailure) return query.error.error
  throw query.error
}

/** One store of answers per page. The client retries by itself. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: fresh, throwOnError: (error) => !(error instanceof CallFailure) } },
})

type Answer<F> = F extends (...input: never[]) => Promise<Result<infer T>> ? T : never
type Reading<C> = { [K in keyof C]: C[K] extends (input: never, options?: CallOptions) => Promise<Result<unknown>> ? K : never }[keyof C]
type Input<F> = F extends (input: infer I, options?: CallOptions) => unknown ? I : never

/**
 * A reading call as a query, under the key [capability, call, input]: `useQuery(ask('products', 'list', { organizationId }))`. Of a list the
 * previous page stays on the screen while the next one comes.
 */
export function ask<C extends keyof Billing, K extends Reading<Billing[C]> & string>(
  capability: C,
  call: K,
  input: Input<Billing[C][K]>,
): Asking<Answer<Billing[C][K]>> {
  type T = Answer<Billing[C][K]>
  const run = client[capability][call] as unknown as (input: unknown, options: CallOptions) => Promise<Result<T>>
  return {
    queryKey: [capability, call, input],
    queryFn: ({ signal }) => run(input, { signal }).then(unwrap),
    ...(call === 'list' ? { placeholderData: (before: T | undefined) => before } : {}),
  }
}

/** A reading call in the form that `useQuery` takes. */
export interface Asking<T> {
  readonly queryKey: readonly [capability: string, call: string, input: unknown]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
  readonly placeholderData?: (before: T | undefined) => T | undefined
}

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session', 'get', null] as const,
  queryFn: ({ signal }) => client.auth.getSession({ signal }).then(unwrap),
})

/** The organizations of the person. */
export const organizationsQuery = queryOptions({
  queryKey: ['organization', 'list', null] as const,
  queryFn: ({ signal }) => client.auth.organization.list({ signal }).then(unwrap),
})

client.signals.on('session', () => void queries.invalidateQueries({ queryKey: ['session'] }))
client.signals.on('organizations', () => void queries.invalidateQueries({ queryKey: ['organization'] }))

/** What a call answered; its error is thrown, as queries want it. */
export function unwrap<T>(result: Result<T>): T {
  if (result.error !== null) throw new CallFailure(result.error)
  return result.data
}

/**
 * A writing call with its state: `const save = useAct(client.products.create, ['products'])`, then `await save.run(body)`. Ignores a second run while
 * the first is under way. On success the queries of the named capabilities are asked again.
 */
export function useAct<A extends unknown[], T>(call: (...input: A) => Promise<Result<T>>, refreshes: readonly (keyof Billing)[] = []) {
  const store = useQueryClient()
  const [state, setState] = useState<{ busy: boolean; error: CallError | null }>({ busy: false, error: null })
  const run = async (...input: A): Promise<Result<T> | null> => {
    if (state.busy) return null
    setState({ busy: true, error: null })
    const result = await call(...input)
    if (result.error === null) await Promise.all(refreshes.map((capability) => store.invalidateQueries({ queryKey: [capability] })))
    setState({ busy: false, error: result.error })
    return result
  }
  return { ...state, run, reset: () => setState({ busy: false, error: null }) }
}
