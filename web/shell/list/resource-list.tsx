import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { toSnake } from '#client/camel.ts'
import type { Billing, Organization, Result } from '#client/index.ts'
import { type ApiQuery, apiQuery, client, unwrap } from '#web/api.ts'
import type { Command } from '#web/command.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { Permitted, useMenuOf } from '../access/permitted.tsx'
import { useCommands } from '../commands.ts'
import { useOrganization } from '../organizations.ts'
import { useListAddress } from './address.ts'
import { type FilterValues, parseFilter } from './filter-values.ts'
import { type FiltersOf, filtersOf } from './filters.ts'
import { type ListColumn, ListView, pageLimit, type Rows, selectionMaximum } from './list-view.tsx'
import type { FilterKinds } from './search.ts'

/** Rows per request when all that match are read. */
const readAllLimit = 100

type ListCall = { readonly list: (query: never) => Promise<Result<{ readonly items: readonly unknown[] }>> }
/** The modules of the client that have a list. */
type ListModule = { [C in keyof Billing]: Billing[C] extends ListCall ? C : never }[keyof Billing]
type Answer<C extends ListModule> = Billing[C] extends { readonly list: (...input: never[]) => Promise<Result<infer T>> } ? T : never
/** An item of the list of a module. */
export type Item<C extends ListModule> = Answer<C> extends { readonly items: readonly (infer R)[] } ? R : never
type Input<C extends ListModule> = Billing[C] extends { readonly list: (query?: infer Q, ...others: never[]) => unknown }
  ? NonNullable<Q>
  : never

/** Where a list is, for its commands and links. */
export interface ListPlace {
  readonly organization: Organization
  /** The path of the dashboard: `/dashboard/<slug>`. */
  readonly at: string
  readonly go: (href: string) => void
}

/** What can be done on a list. */
export interface ListActions<R> {
  /** The commands of a row by group; those that the user may not run are not offered. */
  readonly commandsOf: (row: R) => readonly (readonly Command[])[]
  /** Creates one; in the header, the empty list and the palette. */
  readonly create?: Command
  readonly bulk?: (rows: readonly R[], clear: () => void) => ReactNode
  /** The dialogs and drawers that the commands open. */
  readonly overlays?: ReactNode
}

/** A list of the dashboard, declared once. Labels are functions. */
export interface ResourceList<C extends ListModule, F extends FilterKinds> {
  /** The module of the client. */
  readonly call: C
  /** Its filters, as the registry of pages knows them. */
  readonly kinds: F
  /** The default order: the `sort` of a column, with a leading `-` for descending. Without it the server decides. */
  readonly sort?: string
  readonly title: () => string
  readonly lead?: () => string
  /** The placeholder of the search field; without it there is none. */
  readonly searchLabel?: () => string
  readonly filters: (place: { readonly organization: Organization; readonly currency: string }) => FiltersOf<F>
  /** The query of the list: of the search text and the filters that are set. */
  readonly queryOf: (
    values: Partial<{ readonly [N in keyof F]: FilterValues[F[N]] }>,
    query: string | undefined,
  ) => Omit<Input<C>, 'page' | 'limit' | 'sorting' | 'organizationId'>
  readonly columns: readonly ListColumn<Item<C>>[]
  readonly idOf?: (row: Item<C>) => string
  readonly nameOf: (row: Item<C>) => string
  /** The page of a row, or the URL that opens it beside page `page` of the list. */
  readonly hrefOf: (row: Item<C>, at: string, page: number) => string
  /** "243 orders". */
  readonly count?: (count: number) => string
  /** The amount of the server's summary that is shown beside the count. */
  readonly sum?: string
  /** Whether the server exports it as CSV. */
  readonly hasExport?: true
  readonly noMatches: () => string
  readonly empty: (place: ListPlace & { readonly action: ReactNode }) => ReactNode
  /** A hook: what can be done here. `rows` are those of the open page. */
  readonly useActions: (place: ListPlace, rows: readonly Item<C>[]) => ListActions<Item<C>>
}

/** The component of a list that is declared once. */
export const resourceList =
  <C extends ListModule, const F extends FilterKinds>(list: ResourceList<C, F>) =>
  () => <ResourceListPage list={list} />

function ResourceListPage<C extends ListModule, F extends FilterKinds>({ list }: { list: ResourceList<C, F> }) {
  type R = Item<C>
  const organization = useOrganization()
  const router = useRouter()
  const menuOf = useMenuOf()
  const address = useListAddress({
    filters: Object.keys(list.kinds),
    sorts: list.columns.flatMap(({ sort }) => sort ?? []),
    sort: list.sort ?? '',
  })
  const place: ListPlace = { organization, at: `/dashboard/${organization.slug}`, go: (href) => router.history.push(href) }
  const merchant = useQuery(apiQuery('organizations', 'get', organization.id))
  const currency = merchant.data?.defaultCurrency ?? 'usd'
  const kinds = Object.entries(list.kinds)
  const values = Object.fromEntries(kinds.map(([name, kind]) => [name, parseFilter(kind, address.values[name])])) as never
  const sorting = list.sort === undefined ? {} : { sorting: [address.sort] }
  const input = { ...list.queryOf(values, address.query || undefined), organizationId: organization.id, ...sorting }
  const paged = { ...input, page: address.page, limit: pageLimit, ...(list.sum !== undefined && { summary: true }) }
  const query = useQuery({ ...(apiQuery as ListQuery<R>)(list.call, 'list', paged), select: toRows<R> })
  const actions = list.useActions(place, query.data?.rows ?? [])
  const { create, bulk } = actions
  // biome-ignore lint/correctness/useExhaustiveDependencies: the command is a new object on each render with the same behaviour.
  useCommands(useMemo(() => (create === undefined ? [] : [create]), [create?.id, place.at]))
  const action = create !== undefined && <CreateButton command={create} />
  return (
    <>
      <ListView<R>
        action={action}
        actionsOf={(row) => menuOf(...actions.commandsOf(row))}
        address={address}
        bulk={bulk}
        columns={list.columns}
        empty={list.empty({ ...place, action })}
        exportHref={list.hasExport && `/v1/${list.call}/export?${toParams(input)}`}
        filters={filtersOf(list.kinds, list.filters({ organization, currency }))}
        hrefOf={(row) => list.hrefOf(row, place.at, address.page)}
        idOf={list.idOf ?? ((row) => (row as { readonly id: string }).id)}
        lead={list.lead?.()}
        name={`dashboard/${list.call}`}
        nameOf={list.nameOf}
        noMatches={list.noMatches()}
        query={query}
        readAll={() => readAll(list.call, input)}
        search={list.searchLabel?.()}
        summary={query.data !== undefined && list.count !== undefined && <Summary count={list.count} rows={query.data} sum={list.sum} />}
        title={list.title()}
      />
      {actions.overlays}
    </>
  )
}

/** A page as the server answers it. */
interface ListAnswer<R> {
  readonly items: readonly R[]
  readonly pagination: { readonly totalCount: number }
  readonly summary?: readonly Readonly<Record<string, string | number>>[] | undefined
}
type ListQuery<R> = (module: string, call: 'list', input: object) => ApiQuery<ListAnswer<R>>
interface SummedRows<R> extends Rows<R> {
  readonly summary: NonNullable<ListAnswer<R>['summary']>
}

const toRows = <R,>({ items, pagination, summary = [] }: ListAnswer<R>): SummedRows<R> => ({
  rows: items,
  total: pagination.totalCount,
  summary,
})

/** Reads all rows that match, at most `selectionMaximum`. */
async function readAll<R>(call: ListModule, input: object): Promise<readonly R[]> {
  const read = client[call].list as unknown as (query: object) => Promise<Result<ListAnswer<R>>>
  const rows: R[] = []
  for (let page = 1; rows.length < selectionMaximum; page += 1) {
    const { items } = unwrap(await read({ ...input, page, limit: readAllLimit }))
    rows.push(...items)
    if (items.length < readAllLimit) break
  }
  return rows
}

/** A query of the client as the query of a URL. */
function toParams(input: object): string {
  const pairs = Object.entries(toSnake(input) as object).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, String(each)]])),
  )
  return String(new URLSearchParams(pairs))
}

function CreateButton({ command }: { command: Command }) {
  const button = (
    <Button icon={command.icon} onClick={command.run} shortcut={command.shortcut} variant="primary">
      {command.label}
    </Button>
  )
  return command.needs === undefined ? button : <Permitted needs={command.needs}>{button}</Permitted>
}

/** "243 orders · €18,204.12": the number of what matches, and its sum in each currency. */
function Summary<R>({ rows, count, sum }: { rows: SummedRows<R>; count: (count: number) => string; sum: string | undefined }) {
  const { locale } = useLanguage()
  const amounts = sum === undefined ? [] : rows.summary.map((each) => formatMoney(locale, Number(each[sum]), String(each['currency'])))
  return [count(rows.total), ...amounts].join(' · ')
}
