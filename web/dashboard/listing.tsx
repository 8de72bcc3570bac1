import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Page } from '#client/index.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { FilteredEmpty } from '#web/ui/display/empty.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { SelectionBar } from '#web/ui/display/selection-bar.tsx'
import { type Sort, Table, type TableProps } from '#web/ui/display/table.tsx'
import { useLanguage } from '#web/ui/language.tsx'

/** Rows of one page of a list. */
export const pageLimit = 20

/** What a list is sorted by, as the address and the wire write it: a name, `-` in front for descending. */
export const sortOf = (written: string): Sort =>
  written.startsWith('-') ? { by: written.slice(1), descending: true } : { by: written, descending: false }
const written = (sort: Sort) => `${sort.descending ? '-' : ''}${sort.by}`

/** What a list keeps in the address; a part that is left out goes back to its first value. */
interface Place<S extends string> {
  readonly page: number
  readonly sort: S
}

/**
 * A list in all its states: waiting, never filled (`empty`, and the head leaves its button out), filled, nothing that fits the filters, failed, forbidden.
 * `set` writes page and sorting into the address; `bulk` are the acts on the rows that are selected.
 */
export function Listing<R, S extends string>(props: {
  query: UseQueryResult<Page<R>>
  head: (isEmpty: boolean) => ReactNode
  filters: ReactNode
  isFiltered: boolean
  onClear: () => void
  nothingFits: string
  empty: ReactNode
  at: Place<S>
  set: (change: Partial<Place<S>>) => void
  bulk: (rows: readonly R[], clear: () => void) => ReactNode
  table: Pick<TableProps<R>, 'label' | 'columns' | 'idOf' | 'nameOf' | 'hrefOf' | 'actsOf'>
}) {
  const { query, at, set, table, isFiltered } = props
  const { say } = useLanguage()
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
      <Loaded query={query}>
        {() =>
          isEmpty ? (
            props.empty
          ) : (
            <Table
              {...table}
              empty={<FilteredEmpty act={<Button onClick={props.onClear}>{say('clearFilters')}</Button>} title={props.nothingFits} />}
              onSelect={setSelected}
              onSort={(sort) => set({ sort: written(sort) as S, page: 1 })}
              rows={rows}
              selected={new Set(chosen.map(table.idOf))}
              sort={sortOf(at.sort)}
              stale={query.isPlaceholderData}
            />
          )
        }
      </Loaded>
    </ListPage>
  )
}
