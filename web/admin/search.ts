import { getRouteApi } from '@tanstack/react-router'
import { pageNumber } from '#web/shell/search-values.ts'
import type { Filter } from '#web/ui/display/filter-bar.tsx'

const api = getRouteApi('/admin/{-$section}/{-$id}')

/** The URL search of the admin lists; each list reads the parameters that it supports. */
export type AdminSearch = ReturnType<typeof api.useSearch>

/** Reads and writes the URL search of a list. Any change except of `page` resets to the first page. */
export function useAdminSearch() {
  const search = api.useSearch()
  const navigate = api.useNavigate()
  const { id } = api.useParams()
  const set = (change: Partial<Omit<AdminSearch, 'page'>> & { page?: number | undefined }) => {
    const { page: to, ...others } = change
    void navigate({
      search: { ...search, ...others, page: to === undefined || to === 1 ? undefined : String(to) },
      resetScroll: to !== undefined,
    })
  }
  return { at: search, page: pageNumber(search.page), id, set }
}

/** A filter by one value that a link from another page set: a removable chip without other options. `name` is its label, once loaded. */
export function fixedFilter(filter: {
  id: keyof AdminSearch & string
  label: string
  value: string | undefined
  name: string | undefined
}): readonly Filter[] {
  const { id, label, value, name = '…' } = filter
  return value === undefined ? [] : [{ id, label, options: [{ value, label: name }] }]
}

/** The href of this page with this URL search. */
export function searchHref(values: Readonly<Partial<AdminSearch>>): string {
  const pairs = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return `${location.pathname}?${new URLSearchParams(pairs)}`
}
