import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListPage } from '#web/shell/layouts.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { Button } from '#web/ui/acts/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { FilteredEmpty } from '#web/ui/showing/empty.tsx'
import { Pagination } from '#web/ui/showing/pagination.tsx'
import { type Sort, Table, type TableProps } from '#web/ui/showing/table.tsx'

/** Rows of one page of a list. */
export const pageLimit = 20

/** What a list is sorted by, as the address writes it: a name, `-` in front for descending. */
export const sortOf = (written: string): Sort =>
  written.startsWith('-') ? { by: written.slice(1), descending: true } : { by: written, descending: false }

type Shown<R> = Pick<TableProps<R>, 'label' | 'columns' | 'idOf' | 'nameOf' | 'hrefOf' | 'actsOf' | 'dense'>

interface Parts<R> {
  head: ReactNode
  filters: ReactNode
  isFiltered: boolean
  onClear: () => void
  /** Said where nothing fits the filters, and what stands there where there is nothing at all. */
  nothingFits: string
  empty: ReactNode
  table: Shown<R>
}

/** A list with numbered pages in all its states. `sort` is as the address writes it. */
export function PagedList<R>(
  props: Parts<R> & {
    query: UseQueryResult<{ readonly rows: readonly R[]; readonly total: number }>
    sort: string
    page: number
    set: (change: { sort?: string; page?: number }) => void
  },
) {
  const { query, page, set } = props
  const total = query.data?.total ?? 0
  const isEmpty = query.data !== undefined && total === 0 && !props.isFiltered && page === 1
  return (
    <ListPage
      filters={!isEmpty && (query.data !== undefined || query.error === null) && props.filters}
      foot={total > 0 && <Pagination limit={pageLimit} onPage={(to) => set({ page: to })} page={page} selects={false} total={total} />}
      head={props.head}
    >
      <Loaded query={query}>
        {({ rows }) =>
          isEmpty ? (
            props.empty
          ) : (
            <Table
              {...props.table}
              empty={<NothingFits {...props} />}
              onSort={({ by, descending }) => set({ sort: `${descending ? '-' : ''}${by}` })}
              rows={rows}
              sort={sortOf(props.sort)}
              stale={query.isPlaceholderData}
            />
          )
        }
      </Loaded>
    </ListPage>
  )
}

function NothingFits({ nothingFits, onClear }: { nothingFits: string; onClear: () => void }) {
  const { say } = useLanguage()
  return <FilteredEmpty act={<Button onClick={onClear}>{say('clearFilters')}</Button>} title={nothingFits} />
}
