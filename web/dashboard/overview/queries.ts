import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { type Asking, ask, CallFailure, client } from '#web/api.ts'

const perPage = 100
/** Beyond it the sums say that they are of the latest orders only. */
const mostPages = 5

/** The latest orders, newest first. `isWhole` is false when there are older ones in the stretch that were not read. */
export interface LatestOrders {
  readonly orders: readonly Order[]
  readonly isWhole: boolean
  /** Of all time. */
  readonly total: number
}

/** Reads orders from the newest back to `since`: one request for each hundred, five at most. */
export const latestOrders = (organizationId: string, since: Date): Asking<LatestOrders> => ({
  queryKey: ['orders', 'latest', { organizationId, since: since.toISOString() }],
  queryFn: async ({ signal }) => {
    const orders: Order[] = []
    for (let page = 1; ; page += 1) {
      const { data, error } = await client.orders.list({ organizationId, page, limit: perPage }, { signal })
      if (error !== null) throw new CallFailure(error)
      orders.push(...data.items)
      const last = orders.at(-1)
      const isWhole = page >= data.pagination.maxPage || last === undefined || new Date(last.createdAt) < since
      if (isWhole || page === mostPages) return { orders, isWhole, total: data.pagination.totalCount }
    }
  },
})

/** Which of the first steps are done; undefined while that is not known. Each asks for one row. `enabled` is false once all were. */
export function useFirstSteps(organizationId: string, hasSold: boolean, enabled: boolean) {
  const one = { organizationId, limit: 1 } as const
  const products = useQuery({ ...ask('products', 'list', one), enabled })
  const checkouts = useQuery({ ...ask('checkouts', 'list', one), enabled })
  const webhooks = useQuery({ ...ask('webhookEndpoints', 'list', one), enabled })
  const tokens = useQuery({ ...ask('organizationAccessTokens', 'list', one), enabled })
  const isThere = (query: { data: { pagination: { totalCount: number } } | undefined }) => (query.data?.pagination.totalCount ?? 0) > 0
  const all = [products, checkouts, webhooks, tokens]
  if (!enabled || all.some(({ isPending }) => isPending)) return undefined
  return { product: isThere(products), checkout: isThere(checkouts), sale: hasSold, webhook: isThere(webhooks), token: isThere(tokens) }
}
