import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Page } from '#client/index.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { FilteredEmpty } from '#web/ui/display/empty.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { SelectionBar } from '#web/ui/display/selection-bar.tsx'
import { type Sort, Table, type TableProps } from '#web/ui/display/table.tsx'
import { useLanguage } from '#web/ui/language.tsx'

/** Rows per page. */
export const pageLimit = 20

/** Parses the sort order of the URL search and of the API: a name, with a leading `-` for descending. */
export const sortOf = (text: string): Sort =>
  text.startsWith('-') ? { by: text.slice(1), descending: true } : { by: text, descending: false }
const toSortText = (sort: Sort) => `${sort.descending ? '-' : ''}${sort.by}`

/** The URL search of a list; an omitted parameter has its default value. */
interface ListSearch<S extends string> {
  readonly page: number
  readonly sort: S
}

/**
 * A list in all its states: loading, empty (`empty`, and the header omits its button), with rows, without a match for the filters, failed,
 * forbidden. `set` writes page and sort order into the URL; `bulk` renders the actions on the selected rows.
 */
export function Listing<R, S extends string>(props: {
  query: UseQueryResult<Page<R>>
  head: (isEmpty: boolean) => ReactNode
  filters: ReactNode
  isFiltered: boolean
  onClear: () => void
  noMatches: string
  empty: ReactNode
  at: ListSearch<S>
  set: (change: Partial<ListSearch<S>>) => void
  bulk: (rows: readonly R[], clear: () => void) => ReactNode
  table: Pick<TableProps<R>, 'label' | 'columns' | 'idOf' | 'nameOf' | 'hrefOf' | 'actionsOf'>
}) {
  const { query, at, set, table, isFiltered } = props
  const { translate } = useLanguage()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const clear = () => setSelected(new Set())
  const rows = query.data?.items ?? []
  const total = query.data?.pagination.totalCount ?? 0
  const isEmpty = query.data !== undefined && total === 0 && !isFiltered && at.page === 1
  const chosen = rows.filter((row) => selected.has(table.idOf(row)))
  const shows = query.data !== undefined && !isEmpty
  return (
    <ListPage
      filters={(shows || (query.data === undefined && query.error === null)) && props.filters}
      foot={
        shows && (
          <>
            {total > 0 && <Pagination limit={pageLimit} onPage={(page) => set({ page })} page={at.page} total={total} />}
            <SelectionBar count={chosen.length} onClear={clear}>
              {props.bulk(chosen, clear)}
            </SelectionBar>
          </>
        )
      }
      head={props.head(isEmpty)}
    >
      <QueryContent query={query}>
        {() =>
          isEmpty ? (
            props.empty
          ) : (
            <Table
              {...table}
              empty={
                <FilteredEmpty action={<Button onClick={props.onClear}>{translate('clearFilters')}</Button>} title={props.noMatches} />
              }
              onSelect={setSelected}
              onSort={(sort) => set({ sort: toSortText(sort) as S, page: 1 })}
              rows={rows}
              selected={new Set(chosen.map(table.idOf))}
              sort={sortOf(at.sort)}
              stale={query.isPlaceholderData}
            />
          )
        }
      </QueryContent>
    </ListPage>
  )
}
