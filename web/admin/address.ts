import { getRouteApi } from '@tanstack/react-router'
import { page } from '#web/shell/search-values.ts'

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

/** The address of this page with these values behind the question mark. */
export function hrefOf(values: Readonly<Partial<At>>): string {
  const pairs = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return `${location.pathname}?${new URLSearchParams(pairs)}`
}
