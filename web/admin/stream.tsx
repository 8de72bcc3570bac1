import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { Result } from '#client/index.ts'
import { callErrorOf, unwrap } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { List, type ListParts } from './listing.tsx'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'

/** Rows that come at once. */
const limit = 50

/** A page of what has no end, and where the next one begins. */
export interface StreamPage<R> {
  readonly rows: readonly R[]
  readonly next: string | null
}
/** Asks for the rows before one of them; for the newest where it is undefined. */
export type ReadStream<R> = (from: { before: string | undefined; limit: number }, signal?: AbortSignal) => Promise<Result<StreamPage<R>>>

/** What has no end, newest first, as far as it was asked for. */
export function useStream<R>(key: QueryKey, read: ReadStream<R>) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read({ before: pageParam, limit }, signal).then(unwrap),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** The rows of all pages that have come. */
export const rowsOf = <R,>(loaded: InfiniteData<StreamPage<R>> | undefined): readonly R[] => loaded?.pages.flatMap(({ rows }) => rows) ?? []

/** The ways from one row to its neighbours, and back to the list. */
export interface Walk {
  readonly onClose: () => void
  readonly onNext: (() => void) | undefined
  readonly onPrevious: (() => void) | undefined
}

/** The row that is open beside its list, by its id in the address. */
export function openedOf<R extends { readonly id: string }>(
  rows: readonly R[],
  id: string | undefined,
  open: (id: string | undefined) => void,
): { readonly row: R; readonly walk: Walk } | undefined {
  const at = rows.findIndex((row) => row.id === id)
  const row = rows[at]
  const to = (other: R | undefined) => other && (() => open(other.id))
  return row && { row, walk: { onClose: () => open(undefined), onNext: to(rows[at + 1]), onPrevious: to(rows[at - 1]) } }
}

/** A list without numbered pages; older rows come on demand, below. */
export function Stream<R>(props: ListParts<R> & { query: ReturnType<typeof useStream<R>> }) {
  const { query } = props
  const failure = query.isFetchNextPageError ? callErrorOf(query) : null
  return (
    <List
      {...props}
      foot={
        query.hasNextPage && (
          <div className="flex items-center gap-12 pt-12 text-label">
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('older')}
            </Button>
            {failure !== null && (
              <span className="text-bad" role="alert">
                {refusedText(failure)}
              </span>
            )}
          </div>
        )
      }
      isEmpty={query.data !== undefined && rowsOf(query.data).length === 0 && !props.isFiltered}
      query={query}
      rowsOf={rowsOf}
    />
  )
}
