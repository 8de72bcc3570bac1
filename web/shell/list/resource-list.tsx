import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { toSnake } from '#client/camel.ts'
import type { Billing, CallOptions, Organization, Result } from '#client/index.ts'
import { apiQuery, client, unwrap } from '#web/api.ts'
import { useOrganization } from '../organizations.ts'
import { usePageSearch } from '../pages/page-search.ts'
import type { maybeText } from '../pages/search-values.ts'
import { toParams } from './params.ts'
import type { FilterKinds } from './search.ts'
import { type ListSource, pagedRows, type Rows } from './sources.ts'
import { type ListDeclaration, surfaceList, type ValuesOf } from './surface-list.tsx'

export type { ListActions } from './surface-list.tsx'

type ListCall = { readonly list: (query: never) => Promise<Result<{ readonly items: readonly unknown[] }>> }
/** The modules of the client that have a list. */
type ListModule = { [C in keyof Billing]: Billing[C] extends ListCall ? C : never }[keyof Billing]
type Answer<C extends ListModule> = Billing[C] extends { readonly list: (...input: never[]) => Promise<Result<infer T>> } ? T : never
/** An item of the list of a module. */
export type Item<C extends ListModule> = Answer<C> extends { readonly items: readonly (infer R)[] } ? R : never
type Input<C extends ListModule> = Billing[C] extends { readonly list: (query?: infer Q, ...others: never[]) => unknown }
  ? NonNullable<Q>
  : never
/** The query of a list without what the frame adds to it. */
type ListInput<C extends ListModule> = Omit<Input<C>, 'page' | 'limit' | 'sorting' | 'organizationId'>

/** Where a list of the dashboard is, for its commands and links. */
export interface ListPlace {
  readonly organization: Organization
  /** The default currency of the merchant. */
  readonly currency: string
  /** The path of the dashboard: `/dashboard/<slug>`. */
  readonly at: string
  readonly go: (href: string) => void
  /** The name of the open dialog, for a page whose `search` declares `dialog`. */
  readonly dialog: string | undefined
  readonly open: (dialog: string | undefined) => void
}

/** A list of the dashboard, declared once. */
export interface ResourceList<C extends ListModule, F extends FilterKinds> extends ListDeclaration<ListPlace, Item<C>, F> {
  /** The module of the client. */
  readonly call: C
  readonly lead?: () => string
  /** The query of the list: of the filters that are set and the search text. */
  readonly queryOf: (values: ValuesOf<F>, query: string | undefined) => ListInput<C>
  /** The page of a row, or the URL that opens it beside page `page` of the list. */
  readonly hrefOf: (row: Item<C>, at: string, page: number) => string
  /** A list that the server does not export. */
  readonly hasExport?: false
}

/** The component of a list of the dashboard. */
export function resourceList<C extends ListModule, const F extends FilterKinds>(declared: ResourceList<C, F>) {
  const { call, lead, hasExport = true, ...list } = declared
  return surfaceList<ListPlace, object, Item<C>, F>({
    ...list,
    name: `dashboard/${call}`,
    usePlace: useListPlace,
    source: moduleRows<Item<C>>(call, list.sum !== undefined),
    ...(lead && { lead }),
    queryOf: (values, query, { place, sort }) => ({
      ...list.queryOf(values, query),
      organizationId: place.organization.id,
      ...(list.sort !== undefined && { sorting: [`${sort.descending ? '-' : ''}${sort.by}`] }),
    }),
    hrefOf: (row, { at }, page) => list.hrefOf(row, at, page),
    ...(hasExport && {
      exportOf: (query: object) => ({
        name: kebab(call),
        hrefOf: (format) => `/v1/${kebab(call)}/export?${toParams({ ...(toSnake(query) as object), format })}`,
      }),
    }),
  })
}

function useListPlace(): ListPlace {
  const organization = useOrganization()
  const router = useRouter()
  const { at: search, set } = usePageSearch<{ readonly dialog: typeof maybeText }>()
  const merchant = useQuery(apiQuery('organizations', 'get', organization.id))
  return {
    organization,
    currency: merchant.data?.defaultCurrency ?? 'usd',
    at: `/dashboard/${organization.slug}`,
    go: (href) => router.history.push(href),
    dialog: search.dialog,
    open: (dialog) => set({ dialog }),
  }
}

/** A page as the server answers it. */
interface ListAnswer<R> {
  readonly items: readonly R[]
  readonly pagination: { readonly totalCount: number }
  readonly summary?: Rows<R>['summary']
}

/** The list of a module of the client, with its sums where `isSummed`. */
function moduleRows<R>(call: ListModule, isSummed: boolean): ListSource<object, R> {
  const list = client[call].list as unknown as (query: object, options: CallOptions) => Promise<Result<ListAnswer<R>>>
  return pagedRows({
    key: [call, 'list'],
    read: async (query, page, options) => {
      const { items, pagination, summary } = unwrap(await list({ ...query, ...page, ...(isSummed && { summary: true }) }, options))
      return { rows: items, total: pagination.totalCount, summary }
    },
  })
}

/** The name of a module in a path: `checkoutLinks` is `checkout-links`. */
const kebab = (name: string): string => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
