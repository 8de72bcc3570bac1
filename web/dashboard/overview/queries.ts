import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { type ApiQuery, apiQuery, CallFailure, client } from '#web/api.ts'

const perPage = 100
/** With more pages, the sums cover only the latest orders and say so. */
const mostPages = 5

/** The latest orders, newest first. `isWhole` is false if the period has older orders that were not read. */
export interface LatestOrders {
  readonly orders: readonly Order[]
  readonly isWhole: boolean
  /** The number of all orders ever. */
  readonly total: number
}

/** Reads orders from the newest back to `since`: one request per hundred orders, at most five. */
export const latestOrders = (organizationId: string, since: Date): ApiQuery<LatestOrders> => ({
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

/** Which of the first steps are done; undefined while loading. Each query reads one row. With `enabled` false no query runs. */
export function useFirstSteps(organizationId: string, hasSold: boolean, enabled: boolean) {
  const one = { organizationId, limit: 1 } as const
  const products = useQuery({ ...apiQuery('products', 'list', one), enabled })
  const checkouts = useQuery({ ...apiQuery('checkouts', 'list', one), enabled })
  const webhooks = useQuery({ ...apiQuery('webhookEndpoints', 'list', one), enabled })
  const tokens = useQuery({ ...apiQuery('organizationAccessTokens', 'list', one), enabled })
  const isThere = (query: { data: { pagination: { totalCount: number } } | undefined }) => (query.data?.pagination.totalCount ?? 0) > 0
  const all = [products, checkouts, webhooks, tokens]
  if (!enabled || all.some(({ isPending }) => isPending)) return undefined
  return { product: isThere(products), checkout: isThere(checkouts), sale: hasSold, webhook: isThere(webhooks), token: isThere(tokens) }
}
