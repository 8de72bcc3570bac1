import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Result } from '#client/index.ts'
import { unwrap } from '#web/api.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { FilteredEmpty } from '#web/ui/display/empty.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { type Sort, Table, type TableProps } from '#web/ui/display/table.tsx'
import { useLanguage } from '#web/ui/language.tsx'

/** Rows per page. */
const pageLimit = 20

/** A page of a list, with the total number of rows. */
export interface Page<R> {
  readonly rows: readonly R[]
  readonly total: number
}
/** Reads one page of a list. */
export type ReadPage<R> = (page: { limit: number; offset: number }, signal?: AbortSignal) => Promise<Result<Page<R>>>

/** Parses the sort order of the URL search: a name, with a leading `-` for descending. */
const sortOf = (text: string): Sort => (text.startsWith('-') ? { by: text.slice(1), descending: true } : { by: text, descending: false })

/** The sort order of the URL search as the server's query. A name outside `fields` leaves the order to the server. */
export function toSortQuery<Field extends string>(text: string, fields: readonly Field[]) {
  const { by, descending } = sortOf(text)
  const sortBy = fields.find((field) => field === by)
  return { sortBy, sortDirection: descending ? ('desc' as const) : ('asc' as const) }
}

/** One page of a list; the previous page stays visible while it loads. */
export function usePage<R>(key: QueryKey, page: number, read: ReadPage<R>): UseQueryResult<Page<R>> {
  return useQuery({
    queryKey: [...key, page],
    queryFn: ({ signal }) => read({ limit: pageLimit, offset: (page - 1) * pageLimit }, signal).then(unwrap),
    placeholderData: keepPreviousData,
  })
}

/** The properties that all lists share. */
export interface ListProps<R> {
  head: ReactNode
  filters?: ReactNode
  isFiltered: boolean
  onClear: () => void
  /** Shown if no row matches the filters; `empty` is shown if there are no rows at all. */
  noMatches: string
  empty: ReactNode
  table: Pick<TableProps<R>, 'label' | 'columns' | 'idOf' | 'nameOf' | 'hrefOf' | 'actionsOf' | 'dense'>
}

/** A list in all its states: loading, failed, empty (`isEmpty`), without a match, with rows. */
export function List<R, T>(
  props: ListProps<R> & {
    query: UseQueryResult<T>
    rowsOf: (loaded: T) => readonly R[]
    isEmpty: boolean
    foot: ReactNode
    sort?: Pick<TableProps<R>, 'sort' | 'onSort'>
  },
) {
  const { query, isEmpty } = props
  const { translate } = useLanguage()
  return (
    <ListPage filters={!isEmpty && (query.data !== undefined || query.error === null) && props.filters} foot={props.foot} head={props.head}>
      <QueryContent query={query}>
        {(loaded) =>
          isEmpty ? (
            props.empty
          ) : (
            <Table
              {...props.table}
              {...props.sort}
              empty={
                <FilteredEmpty action={<Button onClick={props.onClear}>{translate('clearFilters')}</Button>} title={props.noMatches} />
              }
              rows={props.rowsOf(loaded)}
              stale={query.isPlaceholderData}
            />
          )
        }
      </QueryContent>
    </ListPage>
  )
}

/** A list with numbered pages. `sort` has the format of the URL search. */
export function PagedList<R>(
  props: ListProps<R> & {
    query: UseQueryResult<Page<R>>
    sort: string
    page: number
    set: (change: { sort?: string; page?: number }) => void
  },
) {
  const { query, page, set } = props
  const total = query.data?.total ?? 0
  return (
    <List
      {...props}
      foot={total > 0 && <Pagination limit={pageLimit} onPage={(to) => set({ page: to })} page={page} selects={false} total={total} />}
      isEmpty={query.data !== undefined && total === 0 && !props.isFiltered && page === 1}
      rowsOf={({ rows }) => rows}
      sort={{ sort: sortOf(props.sort), onSort: ({ by, descending }) => set({ sort: `${descending ? '-' : ''}${by}` }) }}
    />
  )
}
