import { getRouteApi, useRouter } from '@tanstack/react-router'

const api = getRouteApi('/dashboard/$org/settings/{-$room}/{-$id}')

/** What a room keeps in the address: what is open beside its list (`id`), and its filters, which `set` writes. */
export function usePlace() {
  const { org, room, id } = api.useParams()
  const at = api.useSearch()
  const navigate = api.useNavigate()
  const router = useRouter()
  return {
    at,
    id,
    /** Writes filters; a list begins anew with its first page. */
    set: (change: Partial<typeof at>) => void navigate({ search: { ...at, page: 1, ...change }, resetScroll: change.page !== undefined }),
    /** Opens something beside the list, whose filters stay; undefined closes it. */
    open: (next: string | undefined) =>
      // What is left out stays as it is: closing must say so.
      void navigate({ params: { org, room, id: next } as never, search: at, resetScroll: false }),
    /** The address of what is opened beside the list, with its filters. */
    hrefOf: (next: string): string =>
      router.buildLocation({
        to: '/dashboard/$org/settings/{-$room}/{-$id}',
        params: { org, room, id: next },
        search: at,
      } as never).href,
    /** The address of another room. */
    roomOf: (name: string, next?: string): string => `/dashboard/${org}/settings/${name}${next === undefined ? '' : `/${next}`}`,
    go: (href: string) => router.history.push(href),
  }
}
