// Where the rows of a list of `/api/auth` come from: one function for each way in which the server answers them.
import { keepPreviousData, type QueryFunction, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CallOptions, Result } from '#client/index.ts'
import { queryClient, unwrap } from '#web/api.ts'
import { type ListSource, pagedRows, pageLimit, type Rows, readAllLimit } from './sources.ts'

/** Rows that a list without numbered pages loads at once. */
const olderLimit = 50

type Call<I, A> = (query: I, options: CallOptions) => Promise<Result<A>>

/** A list of `/api/auth` by `limit` and `offset`, with a total. */
export function offsetRows<I extends { limit?: number | undefined; offset?: number | undefined }, A extends { readonly total: number }, R>({
  key,
  call,
  rowsOf,
}: {
  readonly key: QueryKey
  readonly call: Call<I, A>
  readonly rowsOf: (answer: A) => readonly R[]
}): ListSource<Omit<I, 'limit' | 'offset'>, R> {
  return pagedRows({
    key,
    read: async (query, { page, limit }, options) => {
      const answer = unwrap(await call({ ...query, limit, offset: (page - 1) * limit } as I, options))
      return { rows: rowsOf(answer), total: answer.total }
    },
  })
}

/** Rows that all come in one answer: `rowsOf` finds those that match, in their order. */
export function wholeRows<Q, A, K extends QueryKey, R>(list: {
  readonly queryOf: (query: Q) => { readonly queryKey: K; readonly queryFn?: QueryFunction<A, K> }
  readonly rowsOf: (answer: A, query: Q) => readonly R[]
}): ListSource<Q, R> {
  return {
    useRows: (query, page) =>
      useQuery({
        ...list.queryOf(query),
        select: (answer) => {
          const rows = list.rowsOf(answer, query)
          return { rows: rows.slice((page - 1) * pageLimit, page * pageLimit), total: rows.length }
        },
      }),
    readAll: async (query) => list.rowsOf(await queryClient.fetchQuery(list.queryOf(query)), query),
  }
}

/** A list of `/api/auth` by cursor (`before`, `nextBefore`), newest first. */
export const cursorRows = <
  I extends { limit?: number | undefined; before?: string | undefined },
  A extends { readonly nextBefore: string | null },
  R,
>(list: {
  readonly key: QueryKey
  readonly call: Call<I, A>
  readonly rowsOf: (answer: A) => readonly R[]
}): ListSource<Omit<I, 'limit' | 'before'>, R> =>
  continuedRows({
    key: list.key,
    read: async (query, { from, limit }, options) => {
      const answer = unwrap(await list.call({ ...query, limit, ...(from !== null && { before: from }) } as I, options))
      return { rows: list.rowsOf(answer), next: answer.nextBefore }
    },
  })

/** A list of `/api/auth` that answers an array, by `limit` and `offset` and without a total. */
export const arrayRows = <I extends { limit?: number | undefined; offset?: number | undefined }, R>(list: {
  readonly key: QueryKey
  readonly call: Call<I, readonly R[]>
}): ListSource<Omit<I, 'limit' | 'offset'>, R> =>
  continuedRows({
    key: list.key,
    read: async (query, { from, limit }, options) => {
      const offset = Number(from ?? 0)
      const rows = unwrap(await list.call({ ...query, limit, offset } as I, options))
      return { rows, next: rows.length < limit ? null : String(offset + limit) }
    },
  })

/** Rows that are loaded below each other. `next` is where the following rows begin, null after the last. */
export function continuedRows<Q, R>(list: {
  readonly key: QueryKey
  readonly read: (
    query: Q,
    from: { readonly from: string | null; readonly limit: number },
    options: CallOptions,
  ) => Promise<{ readonly rows: readonly R[]; readonly next: string | null }>
}): ListSource<Q, R> {
  return {
    useRows: (query) => {
      const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError, ...loaded } = useInfiniteQuery({
        queryKey: [...list.key, query],
        queryFn: ({ pageParam, signal }) => list.read(query, { from: pageParam, limit: olderLimit }, { signal }),
        initialPageParam: null as string | null,
        getNextPageParam: ({ next }) => next,
        placeholderData: keepPreviousData,
        select: ({ pages }): Rows<R> => ({ rows: pages.flatMap(({ rows }) => rows) }),
      })
      const older = { load: () => void fetchNextPage(), isBusy: isFetchingNextPage, isFailed: isFetchNextPageError }
      return { ...loaded, older: hasNextPage ? older : undefined }
    },
    readAll: async (query, maximum) => {
      const all: R[] = []
      let from: string | null = null
      do {
        const { rows, next }: { readonly rows: readonly R[]; readonly next: string | null } = await list.read(
          query,
          { from, limit: readAllLimit },
          {},
        )
        all.push(...rows)
        from = next
      } while (from !== null && all.length < maximum)
      return all
    },
  }
}
