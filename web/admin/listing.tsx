import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Result } from '#client/index.ts'
import { unwrap } from '#web/api.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { FilteredEmpty } from '#web/ui/display/empty.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { type Sort, Table, type TableProps } from '#web/ui/display/table.tsx'
import { useLanguage } from '#web/ui/language.tsx'

/** Rows of one page of a list. */
const pageLimit = 20

/** A page of a list, and how many rows there are in all. */
export interface Page<R> {
  readonly rows: readonly R[]
  readonly total: number
}
/** Asks for one page of a list. */
export type ReadPage<R> = (page: { limit: number; offset: number }, signal?: AbortSignal) => Promise<Result<Page<R>>>

/** What a list is sorted by, as the address writes it: a name, `-` in front for descending. */
const sortOf = (written: string): Sort =>
  written.startsWith('-') ? { by: written.slice(1), descending: true } : { by: written, descending: false }

/** The same as the server is asked. */
export function sortAsked(written: string): { readonly sortBy: string; readonly sortDirection: 'asc' | 'desc' } {
  const { by, descending } = sortOf(written)
  return { sortBy: by, sortDirection: descending ? 'desc' : 'asc' }
}

/** One page of a list; the former one stays until it has come. */
export function usePage<R>(key: QueryKey, page: number, read: ReadPage<R>): UseQueryResult<Page<R>> {
  return useQuery({
    queryKey: [...key, page],
    queryFn: ({ signal }) => read({ limit: pageLimit, offset: (page - 1) * pageLimit }, signal).then(unwrap),
    placeholderData: keepPreviousData,
  })
}

/** What every list says and shows of itself. */
export interface ListParts<R> {
  head: ReactNode
  filters?: ReactNode
  isFiltered: boolean
  onClear: () => void
  /** Said where nothing fits the filters, and what stands there where there is nothing at all. */
  nothingFits: string
  empty: ReactNode
  table: Pick<TableProps<R>, 'label' | 'columns' | 'idOf' | 'nameOf' | 'hrefOf' | 'actsOf' | 'dense'>
}

/** A list in all its states: on its way, failed, with nothing in it, with nothing that fits, with rows. `isEmpty` where there is nothing at all. */
export function List<R, T>(
  props: ListParts<R> & {
    query: UseQueryResult<T>
    rowsOf: (loaded: T) => readonly R[]
    isEmpty: boolean
    foot: ReactNode
    sort?: Pick<TableProps<R>, 'sort' | 'onSort'>
  },
) {
  const { query, isEmpty } = props
  const { say } = useLanguage()
  return (
    <ListPage filters={!isEmpty && (query.data !== undefined || query.error === null) && props.filters} foot={props.foot} head={props.head}>
      <Loaded query={query}>
        {(loaded) =>
          isEmpty ? (
            props.empty
          ) : (
            <Table
              {...props.table}
              {...props.sort}
              empty={<FilteredEmpty act={<Button onClick={props.onClear}>{say('clearFilters')}</Button>} title={props.nothingFits} />}
              rows={props.rowsOf(loaded)}
              stale={query.isPlaceholderData}
            />
          )
        }
      </Loaded>
    </ListPage>
  )
}

/** A list with numbered pages. `sort` is as the address writes it. */
export function PagedList<R>(
  props: ListParts<R> & {
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
