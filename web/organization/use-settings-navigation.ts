import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type SearchOf, useOpenSearch, usePageSearch } from '#web/shell/pages/page-search.ts'

const api = getRouteApi('/dashboard/$org/settings/{-$section}/{-$id}')

/** The URL state of a settings page: the item that is open beside the list (`id`), and its search parameters, which `set` writes. */
export function useSettingsNavigation<R>() {
  const { org, section, id } = api.useParams()
  const { values, toUrl } = useOpenSearch()
  const { at, set } = usePageSearch<R>()
  const navigate = api.useNavigate()
  const router = useRouter()
  const search = toUrl(values)
  return {
    at,
    id,
    /** Writes filters and resets the page number to 1. */
    set: (change: Partial<SearchOf<R>>) => set({ ...('page' in values && { page: 1 }), ...change } as Partial<SearchOf<R>>),
    /** Opens an item beside the list and keeps the filters; undefined closes it. */
    open: (next: string | undefined) =>
      // Omitted params keep their value, so closing passes `id: undefined`.
      void navigate({ params: { org, section, id: next } as never, search, resetScroll: false }),
    /** The href that opens an item beside the list, with the filters. */
    hrefOf: (next: string): string =>
      router.buildLocation({
        to: '/dashboard/$org/settings/{-$section}/{-$id}',
        params: { org, section, id: next },
        search,
      } as never).href,
    /** The href of another settings page. */
    pageHref: (name: string, next?: string): string => `/dashboard/${org}/settings/${name}${next === undefined ? '' : `/${next}`}`,
    go: (href: string) => router.history.push(href),
  }
}
