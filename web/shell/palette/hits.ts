import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Organization } from '#client/index.ts'
import { client } from '#web/api.ts'

const patience = 200
const shortest = 2
const most = 5
const anId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** One thing that was found by name, e-mail address or id. */
export interface PaletteHit {
  readonly kind: 'customer' | 'product' | 'order'
  readonly title: string
  readonly note: string
  readonly href: string
}

/** What the organization has that fits the words: customers by name or address, products by name, anything by its id. */
export function usePaletteHits(query: string, organization: Organization | undefined): readonly PaletteHit[] {
  const [words, setWords] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWords(query.trim()), patience)
    return () => clearTimeout(timer)
  }, [query])
  const found = useQuery({
    queryKey: ['palette', 'find', { words, organization: organization?.id }],
    queryFn: () => (organization === undefined ? [] : find(words, organization)),
    enabled: words.length >= shortest && organization !== undefined,
  })
  return words.length >= shortest ? (found.data ?? []) : []
}

async function find(words: string, { id, slug }: Organization): Promise<PaletteHit[]> {
  const at = `/dashboard/${slug}`
  if (anId.test(words)) return byId(words, at)
  const [customers, products] = await Promise.all([
    client.customers.list({ organizationId: id, query: words, limit: most }),
    client.products.list({ organizationId: id, query: words, limit: most, isArchived: false }),
  ])
  return [
    ...(customers.data?.items ?? []).map((customer) => ({
      kind: 'customer' as const,
      title: customer.name ?? customer.email,
      note: customer.email,
      href: `${at}/customers/${customer.id}`,
    })),
    ...(products.data?.items ?? []).map((product) => ({
      kind: 'product' as const,
      title: product.name,
      note: '',
      href: `${at}/products/${product.id}`,
    })),
  ]
}

async function byId(id: string, at: string): Promise<PaletteHit[]> {
  const [customer, product, order] = await Promise.all([client.customers.get(id), client.products.get(id), client.orders.get(id)])
  return [
    ...(customer.data === null
      ? []
      : [{ kind: 'customer' as const, title: customer.data.name ?? customer.data.email, note: id, href: `${at}/customers/${id}` }]),
    ...(product.data === null ? [] : [{ kind: 'product' as const, title: product.data.name, note: id, href: `${at}/products/${id}` }]),
    ...(order.data === null ? [] : [{ kind: 'order' as const, title: order.data.product.name, note: id, href: `${at}/orders/${id}` }]),
  ]
}
