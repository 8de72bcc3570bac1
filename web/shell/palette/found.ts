import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Customer, Order, Organization, Product } from '#client/index.ts'
import { client } from '#web/api.ts'
import { isPermitted } from '../access/permission.ts'

const debounceMs = 150
const minLength = 2
const maxHits = 5
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The resources of an organization that a query finds. */
export interface Found {
  readonly customers: readonly Customer[]
  readonly orders: readonly Order[]
  readonly products: readonly Product[]
}

const none: Found = { customers: [], orders: [], products: [] }

/** The result of the search. While it `isPending`, it is that of the text before. */
export interface FoundState {
  readonly found: Found
  readonly isPending: boolean
}

/**
 * Resources of the organization: customers by name or email, orders by number, customer or product, products by name, any of them by
 * id; of the kinds that the user may read.
 */
export function useFound(query: string, organization: Organization | undefined): FoundState {
  const typed = query.trim()
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  const search = useQuery({
    queryKey: ['palette', 'find', { text, organization: organization?.id }],
    queryFn: () => (organization === undefined ? none : find(text, organization)),
    enabled: text.length >= minLength && organization !== undefined,
    placeholderData: (previous) => previous,
  })
  if (organization === undefined || typed.length < minLength) return { found: none, isPending: false }
  return { found: search.data ?? none, isPending: typed !== text || search.isPlaceholderData || search.isPending }
}

async function find(text: string, organization: Organization): Promise<Found> {
  const query = { organizationId: organization.id, query: text, limit: maxHits }
  const isId = uuid.test(text)
  const may = (needs: 'customers:read' | 'orders:read' | 'products:read') => isPermitted(organization, needs)
  const [customers, orders, products] = await Promise.all([
    may('customers:read') ? (isId ? one(client.customers.get(text)) : many(client.customers.list(query))) : [],
    may('orders:read') ? (isId ? one(client.orders.get(text)) : many(client.orders.list(query))) : [],
    may('products:read') ? (isId ? one(client.products.get(text)) : many(client.products.list({ ...query, isArchived: false }))) : [],
  ])
  return { customers, orders, products }
}

/** A kind that cannot be searched now is left out: the other kinds are of use without it. */
const many = async <T>(call: Promise<{ data: { readonly items: readonly T[] } | null }>): Promise<readonly T[]> =>
  (await call).data?.items ?? []
const one = async <T>(call: Promise<{ data: T | null }>): Promise<readonly T[]> => [(await call).data].filter((each) => each !== null)
