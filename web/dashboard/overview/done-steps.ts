import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'

/** Queries which of the first steps are done; undefined while loading. Each query reads one row. With `enabled` false no query runs. */
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
