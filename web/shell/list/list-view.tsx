import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { FilteredEmpty } from '#web/ui/display/empty.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { SelectionBar } from '#web/ui/display/selection-bar.tsx'
import { type Column, type Sort, Table } from '#web/ui/display/table.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { PageHeader } from '../page-header.tsx'
import { QueryContent } from '../query-content.tsx'
import type { ListAddress } from './address.ts'
import { ListFilterBar } from './filter-bar.tsx'
import type { ListFilter } from './filters.ts'
import { ExportButton, type ExportSource, OlderButton, ViewButton } from './list-buttons.tsx'
import { t } from './messages.ts'
import { useListPreferences } from './preferences.ts'
import { pageLimit, type RowsQuery } from './sources.ts'
import type { Total } from './total.ts'

/** Maximum number of rows of which all can be selected: their ids are read page by page. */
export const selectionMaximum = 1000

/** A column of a list. Its head is a function, and `optional` lets the user hide it. */
export interface ListColumn<R> extends Omit<Column<R>, 'head'> {
  readonly head: () => string
  readonly optional?: true
  /** A column that is hidden until the user shows it. */
  readonly isHidden?: true
}

/** The content of a list. */
export interface ListViewProps<R> {
  /** The name under which preferences are kept. */
  readonly name: string
  readonly title: string
  /** A list inside a page: without a header, which the page has. Its options are beside the filters. */
  readonly isEmbedded?: boolean | undefined
  readonly lead?: ReactNode
  readonly query: RowsQuery<R>
  /** The number of rows that match; undefined where it is not known. */
  readonly total: Total | undefined
  readonly address: ListAddress
  readonly filters: readonly ListFilter[]
  /** The placeholder of the search field; without it the list has none. */
  readonly search?: string | undefined
  readonly columns: readonly ListColumn<R>[]
  readonly idOf: (row: R) => string
  readonly nameOf: (row: R) => string
  readonly hrefOf?: ((row: R) => string) | undefined
  readonly actionsOf?: ((row: R) => readonly MenuItem[]) | undefined
  /** The lists that belong together, under the title, also of an empty one. */
  readonly tabs?: ReactNode
  /** The content between the title and the rows, unless the list is empty. */
  readonly above?: ReactNode
  /** The number and the sums of what matches. */
  readonly summary?: ReactNode
  /** Everything that matches, as a file. */
  readonly exports?: ExportSource | undefined
  /** The button that creates one; in the empty list it moves into `empty`. */
  readonly action?: ReactNode
  readonly empty: ReactNode
  readonly noMatches: string
  /** Actions on the selected rows; without them nothing can be selected. */
  readonly bulk?: ((rows: readonly R[], clear: () => void) => ReactNode) | undefined
  /** Reads all rows that match, at most `selectionMaximum`. */
  readonly readAll?: (() => Promise<readonly R[]>) | undefined
}

/**
 * A list in all its states: loading, empty, with rows, without a match, failed, forbidden; with search, filters, sorting, columns, saved
 * filters, export, selection and pages. All that it shows is in the URL; how it shows it is kept in this browser.
 */
export function ListView<R>(props: ListViewProps<R>) {
  const { query, address, filters, idOf } = props
  const { translate } = useLanguage()
  const [selected, setSelected] = useState<ReadonlyMap<string, R>>(new Map())
  const optional = props.columns.filter((column) => column.optional)
  const { preferences, update } = useListPreferences(
    props.name,
    optional.map(({ id }) => id),
    optional.flatMap(({ id, isHidden }) => (isHidden ? [id] : [])),
  )
  const rows = query.data?.rows ?? []
  const { count: total, isAtLeast = false } = props.total ?? {}
  const isCounted = total !== undefined
  const hasRows = isCounted ? total > 0 : rows.length > 0
  const isFiltered = address.query !== '' || filters.some(({ name }) => address.values[name] !== undefined)
  const isEmpty = query.data !== undefined && !hasRows && !isFiltered
  const shows = query.data !== undefined && !isEmpty
  useLastPage(address, query.isPlaceholderData ? 0 : (total ?? 0))
  const select = (ids: ReadonlySet<string>) => {
    const known = new Map([...selected, ...rows.map((row) => [idOf(row), row] as const)])
    setSelected(new Map([...known].filter(([id]) => ids.has(id))))
  }
  const clear = () => setSelected(new Map())
  const clearFilters = () => address.set({ query: '', values: Object.fromEntries(filters.map(({ name }) => [name, undefined])) })
  const tools = shows && (
    <>
      {hasRows && props.exports !== undefined && <ExportButton from={props.exports} />}
      {optional.length > 0 && (
        <ViewButton
          columns={optional.map(({ id, head }) => ({ id, label: head() }))}
          current={address.filtered}
          onApply={address.apply}
          onChange={update}
          preferences={preferences}
        />
      )}
    </>
  )
  return (
    <>
      {!props.isEmbedded && (
        <PageHeader lead={isEmpty ? undefined : props.lead} title={props.title}>
          {tools}
          {!isEmpty && props.action}
        </PageHeader>
      )}
      {props.tabs}
      {!isEmpty && query.error === null && props.above}
      {!isEmpty && (query.data !== undefined || query.error === null) && (filters.length > 0 || props.search !== undefined) && (
        <ListFilterBar
          filters={filters}
          end={props.isEmbedded && tools}
          note={hasRows && props.summary}
          onValues={(values) => address.set({ values })}
          search={
            props.search === undefined
              ? undefined
              : { placeholder: props.search, query: address.query, onQuery: (text) => address.set({ query: text }) }
          }
          values={address.values}
        />
      )}
      <QueryContent query={query}>
        {() =>
          isEmpty ? (
            props.empty
          ) : (
            <Table
              actionsOf={props.actionsOf}
              columns={props.columns
                .filter(({ id }) => !preferences.hidden.includes(id))
                .map((column) => ({ ...column, head: column.head() }))}
              dense={preferences.isDense}
              empty={<FilteredEmpty action={<Button onClick={clearFilters}>{translate('clearFilters')}</Button>} title={props.noMatches} />}
              hrefOf={props.hrefOf}
              idOf={idOf}
              label={props.title}
              nameOf={props.nameOf}
              onSelect={props.bulk === undefined ? undefined : select}
              onSort={({ by, descending }) => address.set({ sort: `${descending ? '-' : ''}${by}` })}
              rows={rows}
              selected={props.bulk === undefined ? undefined : new Set(selected.keys())}
              sort={sortOf(address.sort)}
              stale={query.isPlaceholderData}
            />
          )
        }
      </QueryContent>
      {shows && isCounted && total > 0 && (
        <Pagination
          isAtLeast={isAtLeast}
          limit={pageLimit}
          onPage={(page) => address.set({ page })}
          page={address.page}
          selects={props.bulk !== undefined}
          total={total}
        />
      )}
      {query.older !== undefined && <OlderButton {...query.older} />}
      {shows && (
        <SelectionBar count={selected.size} onClear={clear}>
          {props.readAll !== undefined &&
            isCounted &&
            selected.size >= rows.length &&
            selected.size < total &&
            total <= selectionMaximum && (
              <Button
                onClick={() => void props.readAll?.().then((all) => setSelected(new Map(all.map((row) => [idOf(row), row]))))}
                variant="quiet"
              >
                {t('selectAll', { count: total })}
              </Button>
            )}
          {props.bulk?.([...selected.values()], clear)}
        </SelectionBar>
      )}
    </>
  )
}

/** Shows the last page in place of one beyond it. */
function useLastPage({ page, set }: ListAddress, total: number): void {
  const last = Math.ceil(total / pageLimit)
  const isBeyond = total > 0 && page > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` is a new function on each render with the same behaviour.
  useEffect(() => {
    if (isBeyond) set({ page: last }, true)
  }, [isBeyond, last])
}

/** The order that the URL names. */
export const sortOf = (text: string): Sort => ({ by: text.replace(/^-/, ''), descending: text.startsWith('-') })
