import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Organization } from '#client/index.ts'
import { client } from '#web/api.ts'
import { isPermitted } from '../access/permission.ts'

const debounceMs = 200
const minLength = 2
const maxHits = 5
const nothing = { data: null } as const
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A resource found by name, email or id. */
export interface PaletteHit {
  readonly kind: 'customer' | 'product' | 'order'
  readonly title: string
  readonly note: string
  readonly href: string
}

/** Resources of the organization that match the query: customers by name or email, products by name, any resource by id. */
export function usePaletteHits(query: string, organization: Organization | undefined): readonly PaletteHit[] {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(query.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [query])
  const found = useQuery({
    queryKey: ['palette', 'find', { text, organization: organization?.id }],
    queryFn: () => (organization === undefined ? [] : findByText(text, organization)),
    enabled: text.length >= minLength && organization !== undefined,
  })
  return text.length >= minLength ? (found.data ?? []) : []
}

async function findByText(text: string, organization: Organization): Promise<PaletteHit[]> {
  const { id, slug } = organization
  const base = `/dashboard/${slug}`
  if (uuid.test(text)) return findById(text, base, organization)
  const [customers, products] = await Promise.all([
    isPermitted(organization, 'customers:read') ? client.customers.list({ organizationId: id, query: text, limit: maxHits }) : nothing,
    isPermitted(organization, 'products:read')
      ? client.products.list({ organizationId: id, query: text, limit: maxHits, isArchived: false })
      : nothing,
  ])
  return [
    ...(customers.data?.items ?? []).map((customer) => ({
      kind: 'customer' as const,
      title: customer.name ?? customer.email,
      note: customer.email,
      href: `${base}/customers/${customer.id}`,
    })),
    ...(products.data?.items ?? []).map((product) => ({
      kind: 'product' as const,
      title: product.name,
      note: '',
      href: `${base}/products/${product.id}`,
    })),
  ]
}

async function findById(id: string, base: string, organization: Organization): Promise<PaletteHit[]> {
  const [customer, product, order] = await Promise.all([
    isPermitted(organization, 'customers:read') ? client.customers.get(id) : nothing,
    isPermitted(organization, 'products:read') ? client.products.get(id) : nothing,
    isPermitted(organization, 'orders:read') ? client.orders.get(id) : nothing,
  ])
  return [
    ...(customer.data === null
      ? []
      : [{ kind: 'customer' as const, title: customer.data.name ?? customer.data.email, note: id, href: `${base}/customers/${id}` }]),
    ...(product.data === null ? [] : [{ kind: 'product' as const, title: product.data.name, note: id, href: `${base}/products/${id}` }]),
    ...(order.data === null ? [] : [{ kind: 'order' as const, title: order.data.product.name, note: id, href: `${base}/orders/${id}` }]),
  ]
}
