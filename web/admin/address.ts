import { getRouteApi } from '@tanstack/react-router'
import { page } from '#web/shell/search-values.ts'
import type { Filter } from '#web/ui/display/filter-bar.tsx'

const api = getRouteApi('/admin/{-$room}/{-$id}')

/** What the lists of administration keep in the address; each reads the names that mean something to it. */
export type At = ReturnType<typeof api.useSearch>

/** The address as a list reads and writes it: whatever is changed but the page itself leads back to the first page. */
export function useAddress() {
  const search = api.useSearch()
  const navigate = api.useNavigate()
  const { id } = api.useParams()
  const set = (change: Partial<Omit<At, 'page'>> & { page?: number | undefined }) => {
    const { page: to, ...others } = change
    void navigate({
      search: { ...search, ...others, page: to === undefined || to === 1 ? undefined : String(to) },
      resetScroll: to !== undefined,
    })
  }
  return { at: search, page: page(search.page), id, set }
}

/** A filter by one thing that another page led here with: a chip to take away, and nothing to choose. `name` is how it is called, once that is known. */
export function givenFilter(filter: {
  id: keyof At & string
  label: string
  value: string | undefined
  name: string | undefined
}): readonly Filter[] {
  const { id, label, value, name = '…' } = filter
  return value === undefined ? [] : [{ id, label, options: [{ value, label: name }] }]
}

/** The address of this page with these values behind the question mark. */
export function hrefOf(values: Readonly<Partial<At>>): string {
  const pairs = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return `${location.pathname}?${new URLSearchParams(pairs)}`
}
