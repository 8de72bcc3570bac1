import { getRouteApi } from '@tanstack/react-router'
import { usePageSearch } from '#web/shell/page-search.ts'
import { pageNumber } from '#web/shell/search-values.ts'
import type { Filter } from '#web/ui/display/filter-bar.tsx'

const api = getRouteApi('/admin/{-$section}/{-$id}')

type Parameter = 'query' | 'is' | 'org' | 'name' | 'of' | 'sort' | 'page' | 'locale' | 'dialog' | 'role' | 'banned' | 'verified'

/** The URL search of the admin lists; each page declares the parameters that it reads. */
export type AdminSearch = { readonly [N in Parameter]?: string | undefined }

/** Reads and writes the URL search of a list. Any change except of `page` resets to the first page. */
export function useAdminSearch() {
  const { at, set } = usePageSearch<{ readonly [N in Parameter]: (value: unknown) => string | undefined }>()
  const { id } = api.useParams()
  const write = ({ page, ...others }: Partial<Omit<AdminSearch, 'page'>> & { page?: number | undefined }) =>
    set({ ...others, page: page === undefined || page === 1 ? undefined : String(page) })
  return { at, page: pageNumber(at.page), id, set: write }
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
