import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { t } from '#web/parts/orders/messages.ts'
import { isId } from '#web/parts/single-resource.tsx'
import type { Filter } from '#web/ui/display/filter-bar.tsx'

const mostProducts = 100

/**
 * The filters of the order list: any product of the organization, and the customer that a link from the customer page set. The name of the
 * customer is loaded only then.
 */
export function useOrderFilters(
  organizationId: string,
  at: { readonly product: string | undefined; readonly customer: string | undefined },
): readonly Filter[] {
  const products = useQuery(apiQuery('products', 'list', { organizationId, limit: mostProducts, sorting: ['name'] }))
  const customerId = at.customer ?? ''
  const customer = useQuery({ ...apiQuery('customers', 'get', customerId), enabled: isId(customerId) })
  const productFilter: Filter = {
    id: 'product',
    label: t('product'),
    options: (products.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }
  const customerFilter: Filter = {
    id: 'customer',
    label: t('customer'),
    options: customer.data === undefined ? [] : [{ value: customerId, label: nameOf(customer.data) }],
  }
  const isOffered = productFilter.options.length > 0 || at.product !== undefined
  return [...(isOffered ? [productFilter] : []), ...(at.customer === undefined ? [] : [customerFilter])]
}
