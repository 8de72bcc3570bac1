import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { Result } from '#client/index.ts'
import { callErrorOf, unwrap } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { List, type ListProps } from './listing.tsx'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'

/** Rows per request. */
const limit = 50

/** A page of a stream; `next` is the cursor of the next page. */
export interface StreamPage<R> {
  readonly rows: readonly R[]
  readonly next: string | null
}
/** Reads the rows before the cursor `before`, or the newest rows without one. */
export type ReadStream<R> = (from: { before: string | undefined; limit: number }, signal?: AbortSignal) => Promise<Result<StreamPage<R>>>

/** A stream of rows, newest first, with the pages that were loaded. */
export function useStream<R>(key: QueryKey, read: ReadStream<R>) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read({ before: pageParam, limit }, signal).then(unwrap),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** The rows of all loaded pages. */
export const rowsOf = <R,>(loaded: InfiniteData<StreamPage<R>> | undefined): readonly R[] => loaded?.pages.flatMap(({ rows }) => rows) ?? []

/** Navigation from an open row to its neighbours and back to the list. */
export interface RowNavigation {
  readonly onClose: () => void
  readonly onNext: (() => void) | undefined
  readonly onPrevious: (() => void) | undefined
}

/** The row that is open beside the list, by its id in the URL. */
export function openRow<R extends { readonly id: string }>(
  rows: readonly R[],
  id: string | undefined,
  open: (id: string | undefined) => void,
): { readonly row: R; readonly navigation: RowNavigation } | undefined {
  const at = rows.findIndex((row) => row.id === id)
  const row = rows[at]
  const to = (other: R | undefined) => other && (() => open(other.id))
  return row && { row, navigation: { onClose: () => open(undefined), onNext: to(rows[at + 1]), onPrevious: to(rows[at - 1]) } }
}

/** A list without numbered pages; a button below loads older rows. */
export function Stream<R>(props: ListProps<R> & { query: ReturnType<typeof useStream<R>> }) {
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
