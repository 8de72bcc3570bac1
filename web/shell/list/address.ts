import { useRouter } from '@tanstack/react-router'
import { useOpenSearch } from '../pages/page-search.ts'
import type { FilterTexts } from './filter-bar.tsx'
import type { SavedFilters } from './preferences.ts'

/** A change of what a list shows; all but a change of the page shows the first one. */
export interface ListChange {
  readonly query?: string
  readonly sort?: string
  readonly page?: number
  readonly values?: FilterTexts
}

/** The state of a list, as its URL says. */
export interface ListAddress {
  readonly query: string
  readonly sort: string
  readonly page: number
  readonly values: FilterTexts
  /** The search text and the filters that are set. */
  readonly filtered: SavedFilters['search']
  /** Writes a change into the URL; `replace` leaves no entry in the history. */
  readonly set: (change: ListChange, replace?: boolean) => void
  /** Shows saved filters in place of those of now. */
  readonly apply: (saved: SavedFilters['search']) => void
}

/** The possible contents of the URL of a list: the names of its filters, the names by which it can be sorted, and the default order. */
export interface AddressNames {
  readonly filters: readonly string[]
  readonly sorts: readonly string[]
  readonly sort: string
}

/** Reads and writes the URL of the open list. */
export function useListAddress({ filters: names, sorts, sort: defaultSort }: AddressNames): ListAddress {
  const router = useRouter()
  const { values: at, toUrl } = useOpenSearch()
  const values = Object.fromEntries(names.map((name) => [name, at[name] as string | undefined]))
  const requested = (at['sort'] as string | undefined) ?? ''
  const query = (at['query'] as string | undefined) ?? ''
  const go = (search: Readonly<Record<string, unknown>>, options: { replace?: boolean; resetScroll?: boolean }) =>
    void router.navigate({ to: '.', search: toUrl(search) as never, ...options })
  const set = (change: ListChange, replace = false) => {
    const { values: texts, sort, ...others } = change
    const order = sort === undefined ? {} : { sort: sort === defaultSort ? undefined : sort }
    go({ ...at, page: 1, ...others, ...order, ...texts }, { replace, resetScroll: change.page !== undefined })
  }
  const filtered = Object.fromEntries(
    Object.entries({ ...values, query }).filter(([, text]) => text !== undefined && text !== ''),
  ) as Record<string, string>
  return {
    query,
    sort: sorts.includes(requested.replace(/^-/, '')) ? requested : defaultSort,
    page: (at['page'] as number | undefined) ?? 1,
    values,
    filtered,
    set,
    apply: (saved) => go({ ...at, page: 1, query: '', ...Object.fromEntries(names.map((name) => [name, undefined])), ...saved }, {}),
  }
}
