import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import type { CallOptions } from '#client/index.ts'

/** Rows of a numbered page. */
export const pageLimit = 20
/** Rows per request when all that match are read. */
export const readAllLimit = 100

/** The rows of one page and the number of all. */
export interface Rows<R> {
  readonly rows: readonly R[]
  /** The number of all rows that match; undefined where the server does not count them. */
  readonly total?: number | undefined
  /** The sums of what matches, one for each currency. */
  readonly summary?: readonly Readonly<Record<string, string | number>>[] | undefined
}

/** The rows of a list as they load. */
export interface RowsQuery<R> {
  readonly data: Rows<R> | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
  /** Loads older rows below those of now; undefined where there are none, or where pages have numbers. */
  readonly older?: { readonly load: () => void; readonly isBusy: boolean; readonly isFailed: boolean } | undefined
}

/** Where the rows of a list come from. `Q` is the query without its page. */
export interface ListSource<Q, R> {
  /** A hook: the rows of page `page` (from 1), or all that were loaded. */
  readonly useRows: (query: Q, page: number) => RowsQuery<R>
  /** Reads the rows that match from the first on, at least `maximum` if there are so many. */
  readonly readAll: (query: Q, maximum: number) => Promise<readonly R[]>
}

/** Rows of numbered pages. `read` returns `limit` rows of page `page`. */
export function pagedRows<Q, R>(list: {
  /** The beginning of the key in the query cache. */
  readonly key: QueryKey
  readonly read: (query: Q, page: { readonly page: number; readonly limit: number }, options: CallOptions) => Promise<Rows<R>>
  /** The page is read again after this time (milliseconds), for rows that change by themselves. */
  readonly refetchMs?: number
}): ListSource<Q, R> {
  return {
    useRows: (query, page) =>
      useQuery({
        queryKey: [...list.key, query, page],
        queryFn: ({ signal }) => list.read(query, { page, limit: pageLimit }, { signal }),
        placeholderData: keepPreviousData,
        ...(list.refetchMs !== undefined && { refetchInterval: list.refetchMs }),
      }),
    readAll: async (query, maximum) => {
      const all: R[] = []
      for (let page = 1; all.length < maximum; page += 1) {
        const { rows } = await list.read(query, { page, limit: readAllLimit }, {})
        all.push(...rows)
        if (rows.length < readAllLimit) break
      }
      return all
    },
  }
}
