import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { type ApiQuery, apiQuery, client, unwrap } from '#web/api.ts'
import { endOf, type Period } from './period.ts'

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

/** The orders of some periods; `isWhole` is false if there are more than were read. */
export type PeriodOrders = Pick<LatestOrders, 'orders' | 'isWhole'>

/** Reads the orders of each period, the newest first: one request per hundred orders, at most five for each. */
export const periodOrders = (organizationId: string, periods: readonly Period[]): ApiQuery<PeriodOrders> => ({
  queryKey: ['orders', 'periods', { organizationId, periods }],
  queryFn: async ({ signal }) => {
    const read = async (period: Period): Promise<PeriodOrders> => {
      const bounds = { createdAfter: period.start.toISOString(), createdBefore: endOf(period).toISOString() }
      const orders: Order[] = []
      for (let page = 1; ; page += 1) {
        const { items, pagination } = unwrap(await client.orders.list({ organizationId, ...bounds, page, limit: perPage }, { signal }))
        orders.push(...items)
        const isWhole = page >= pagination.maxPage
        if (isWhole || page === mostPages) return { orders, isWhole }
      }
    }
    const all = await Promise.all(periods.map(read))
    return { orders: all.flatMap(({ orders }) => orders), isWhole: all.every(({ isWhole }) => isWhole) }
  },
})

/** Reads orders from the newest back to `since`: one request per hundred orders, at most five. */
export const latestOrders = (organizationId: string, since: Date): ApiQuery<LatestOrders> => ({
  queryKey: ['orders', 'latest', { organizationId, since: since.toISOString() }],
  queryFn: async ({ signal }) => {
    const orders: Order[] = []
    for (let page = 1; ; page += 1) {
      const data = unwrap(await client.orders.list({ organizationId, page, limit: perPage }, { signal }))
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
