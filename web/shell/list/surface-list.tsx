import { type ReactNode, useMemo } from 'react'
import type { Command } from '#web/command.ts'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import type { Sort } from '#web/ui/display/table.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { useMenuOf } from '../access/permitted.tsx'
import { useCommands } from '../commands.ts'
import { type ListAddress, useListAddress } from './address.ts'
import type { CsvColumn } from './csv-file.ts'
import type { ServerExport } from './export/save-export.ts'
import { type FilterValues, parseFilter } from './filter-values.ts'
import { type FiltersOf, filtersOf } from './filters.ts'
import { CreateButton } from './list-buttons.tsx'
import { type ListColumn, ListView, selectionMaximum, sortOf } from './list-view.tsx'
import type { FilterKinds } from './search.ts'
import type { ListSource, Rows } from './sources.ts'
import { type Total, totalOf } from './total.ts'

/** Where a list is: what its surface knows. */
export interface Place {
  readonly go: (href: string) => void
}

/** The actions on a list. */
export interface ListActions<R> {
  /** The commands of a row by group; those that the user may not run are not offered. */
  readonly commandsOf?: (row: R) => readonly (readonly Command[])[]
  /** The menu of a row, where it holds more than commands. */
  readonly itemsOf?: (row: R) => readonly MenuItem[]
  /** Creates one; in the header, the empty list and the palette. */
  readonly create?: Command | undefined
  readonly bulk?: (rows: readonly R[], clear: () => void) => ReactNode
  /** The dialogs and drawers that the commands open. */
  readonly overlays?: ReactNode
}

/** The values of the filters that are set. */
export type ValuesOf<F extends FilterKinds> = Partial<{ readonly [N in keyof F]: FilterValues[F[N]] }>

/** The look that every list declares. Labels are functions. */
export interface ListDeclaration<P extends Place, R, F extends FilterKinds> {
  /** Its filters, as the registry of pages knows them. */
  readonly kinds: F
  /** The default order: the `sort` of a column, with a leading `-` for descending. Without it the server decides. */
  readonly sort?: string
  readonly title: () => string
  /** The placeholder of the search field; without it there is none. */
  readonly searchLabel?: () => string
  readonly filters: (place: P) => FiltersOf<F>
  readonly columns: readonly ListColumn<R>[]
  /** Default: the `id` of the row. */
  readonly idOf?: (row: R) => string
  readonly nameOf: (row: R, place: P) => string
  /** "243 orders". */
  readonly count?: (count: number) => string
  /** For a list whose server counts at most `maximum` of what a filter leaves: "at least 10,000 events". */
  readonly countAtLeast?: { readonly maximum: number; readonly text: (count: number) => string }
  /** The amount of the server's summary that is shown beside the count. */
  readonly sum?: string
  /** The lists that belong together, under the title: they stay where this one is empty. */
  readonly tabs?: (place: P) => ReactNode
  /** The content above the rows, which follows the filters, such as figures of what matches. */
  readonly above?: (values: ValuesOf<F>, place: P) => ReactNode
  readonly noMatches: () => string
  readonly empty: (place: P & { readonly action: ReactNode }) => ReactNode
  /** A hook: what can be done here. `rows` are those that are shown. */
  readonly useActions: (place: P, rows: readonly R[]) => ListActions<R>
}

/** A list of any surface, declared once. `Q` is the query of its source. */
export interface SurfaceList<P extends Place, Q, R, F extends FilterKinds> extends ListDeclaration<P, R, F> {
  /** The name under which the browser keeps its preferences: `settings/members`. */
  readonly name: string
  /** A hook: what the surface knows. */
  readonly usePlace: () => P
  readonly source: ListSource<Q, R>
  readonly lead?: (place: P) => ReactNode
  /** A list inside a page that has a header of its own. */
  readonly isEmbedded?: true
  /** The query of the list: of the filters that are set, the search text and the order. */
  readonly queryOf: (values: ValuesOf<F>, query: string | undefined, at: { readonly place: P; readonly sort: Sort }) => Q
  /** The page of a row, or the URL that opens it beside page `page` of the list. */
  readonly hrefOf: (row: R, place: P, page: number) => string
  /** All that matches, where the server writes it: as CSV or JSON, or the URL of CSV. */
  readonly exportOf?: (query: Q) => ServerExport | string
  /** The CSV file of all that matches, where the browser writes it. */
  readonly csv?: (place: P) => { readonly name: string; readonly columns: readonly CsvColumn<R>[] }
}

/** The component of a list that is declared once. */
export const surfaceList =
  <P extends Place, Q, R, const F extends FilterKinds>(list: SurfaceList<P, Q, R, F>) =>
  () => <SurfaceListPage list={list} />

function SurfaceListPage<P extends Place, Q, R, F extends FilterKinds>({ list }: { list: SurfaceList<P, Q, R, F> }) {
  const place = list.usePlace()
  const menuOf = useMenuOf()
  const address = useListAddress({
    filters: Object.keys(list.kinds),
    sorts: list.columns.flatMap(({ sort }) => sort ?? []),
    sort: list.sort ?? '',
  })
  const kinds = Object.entries(list.kinds)
  const values = Object.fromEntries(kinds.map(([name, kind]) => [name, parseFilter(kind, address.values[name])])) as ValuesOf<F>
  const input = list.queryOf(values, address.query || undefined, { place, sort: sortOf(address.sort) })
  const query = list.source.useRows(input, address.page)
  const { create, commandsOf, itemsOf, bulk, overlays } = list.useActions(place, query.data?.rows ?? [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the command is a new object on each render with the same behaviour.
  useCommands(useMemo(() => (create === undefined ? [] : [create]), [create?.id, list]))
  const action = create !== undefined && <CreateButton command={create} />
  const total = listTotal(query.data, address, list.countAtLeast?.maximum)
  const readAll = (maximum: number) => list.source.readAll(input, maximum)
  const csv = list.csv && (() => saveFile(list.csv?.(place), readAll))
  return (
    <>
      <ListView<R>
        above={list.above?.(values, place)}
        tabs={list.tabs?.(place)}
        action={action}
        actionsOf={itemsOf ?? (commandsOf && ((row) => menuOf(...commandsOf(row))))}
        address={address}
        bulk={bulk}
        columns={list.columns}
        empty={list.empty({ ...place, action })}
        exports={list.exportOf?.(input) ?? csv}
        filters={filtersOf(list.kinds, list.filters(place))}
        hrefOf={(row) => list.hrefOf(row, place, address.page)}
        isEmbedded={list.isEmbedded}
        idOf={list.idOf ?? ((row) => (row as { readonly id: string }).id)}
        lead={list.lead?.(place)}
        name={list.name}
        nameOf={(row) => list.nameOf(row, place)}
        noMatches={list.noMatches()}
        query={query}
        readAll={() => readAll(selectionMaximum)}
        search={list.searchLabel?.()}
        summary={query.data !== undefined && total !== undefined && <Summary list={list} rows={query.data} total={total} />}
        title={list.title()}
        total={total}
      />
      {overlays}
    </>
  )
}

/** Writes the file, by code that is loaded on first use. */
async function saveFile<R>(
  file: { readonly name: string; readonly columns: readonly CsvColumn<R>[] } | undefined,
  readAll: (maximum: number) => Promise<readonly R[]>,
): Promise<void> {
  const { saveCsv } = await import('./csv-file.ts')
  if (file !== undefined) await saveCsv(file.name, file.columns, readAll)
}

/** The total of the rows; undefined where the server does not count them. */
function listTotal(data: Rows<unknown> | undefined, { page, filtered }: ListAddress, maximum: number | undefined): Total | undefined {
  if (data?.total === undefined) return undefined
  const isFiltered = Object.keys(filtered).length > 0
  return totalOf({ counted: data.total, maximum: isFiltered ? maximum : undefined, page, rows: data.rows.length })
}

/** "243 orders · €18,204.12": the number of what matches, and its sum in each currency. */
function Summary<R>(props: {
  list: Pick<ListDeclaration<never, R, never>, 'count' | 'countAtLeast' | 'sum'>
  rows: Rows<R>
  total: Total
}) {
  const { list, rows, total } = props
  const { locale } = useLanguage()
  const text = total.isAtLeast ? list.countAtLeast?.text : list.count
  if (text === undefined) return null
  const { sum } = list
  const summary = sum === undefined ? [] : (rows.summary ?? [])
  return [text(total.count), ...summary.map((each) => formatMoney(locale, Number(each[sum ?? '']), String(each['currency'])))].join(' · ')
}
