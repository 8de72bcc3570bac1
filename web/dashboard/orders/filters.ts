import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { isId } from '#web/parts/one-thing.tsx'
import { t } from '#web/parts/orders/messages.ts'
import type { Filter } from '#web/ui/display/filter-bar.tsx'

const mostProducts = 100

/**
 * What orders can be filtered by: any product of the organization, and the customer whose page led here. The customer's name is asked for only then.
 */
export function useOrderFilters(
  organizationId: string,
  at: { readonly product: string | undefined; readonly customer: string | undefined },
): readonly Filter[] {
  const products = useQuery(ask('products', 'list', { organizationId, limit: mostProducts, sorting: ['name'] }))
  const wanted = at.customer ?? ''
  const customer = useQuery({ ...ask('customers', 'get', wanted), enabled: isId(wanted) })
  const productFilter: Filter = {
    id: 'product',
    label: t('product'),
    options: (products.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }
  const customerFilter: Filter = {
    id: 'customer',
    label: t('customer'),
    options: customer.data === undefined ? [] : [{ value: wanted, label: nameOf(customer.data) }],
  }
  const isOffered = productFilter.options.length > 0 || at.product !== undefined
  return [...(isOffered ? [productFilter] : []), ...(at.customer === undefined ? [] : [customerFilter])]
}
