import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Result } from '#client/index.ts'
import { callErrorOf, unwrap } from '#web/api.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { Button } from '#web/ui/acts/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { FilteredEmpty } from '#web/ui/showing/empty.tsx'
import { Table, type TableProps } from '#web/ui/showing/table.tsx'
import { refusedText } from './refusal.ts'
import { t } from './words.ts'

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

/** A list without numbered pages in all its states; older rows come on demand, below. */
export function Stream<R>(props: {
  query: ReturnType<typeof useStream<R>>
  head: ReactNode
  filters?: ReactNode
  isFiltered: boolean
  onClear: () => void
  nothingFits: string
  empty: ReactNode
  table: Pick<TableProps<R>, 'label' | 'columns' | 'idOf' | 'nameOf' | 'hrefOf' | 'actsOf' | 'dense'>
}) {
  const { query, isFiltered } = props
  const { say } = useLanguage()
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const isEmpty = query.data !== undefined && rows.length === 0 && !isFiltered
  const failure = query.isFetchNextPageError ? callErrorOf(query) : null
  return (
    <ListPage
      filters={!isEmpty && (query.data !== undefined || query.error === null) && props.filters}
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
      head={props.head}
    >
      <Loaded query={query}>
        {() =>
          isEmpty ? (
            props.empty
          ) : (
            <Table
              {...props.table}
              empty={<FilteredEmpty act={<Button onClick={props.onClear}>{say('clearFilters')}</Button>} title={props.nothingFits} />}
              rows={rows}
              stale={query.isPlaceholderData}
            />
          )
        }
      </Loaded>
    </ListPage>
  )
}
