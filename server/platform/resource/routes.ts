// The reads of a resource: a page of its list, and one of it by its id.
import { z } from 'zod'
import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import { type Route, route } from '../http/route.ts'
import { idParams, listResource, toList } from '../http/wire-parts.ts'
import type { ResourceList } from './list.ts'

/** What every read of a resource is mounted with. */
interface Mount<Item, Schema extends z.ZodType> {
  /** `/v1/orders/` */
  readonly path: `/v1/${string}`
  /** The scope that a caller needs. */
  readonly scope: string
  readonly list: ResourceList<Item>
  /** The answer, named in the OpenAPI document. */
  readonly schema: Schema
  /** `baseUrl` has no slash at its end. */
  toWire(item: Item, baseUrl: string): z.input<Schema>
  /** Not part of the published contract. */
  readonly addition?: true
}

/** The list of a resource, as a route. */
export interface ListRead<Item, Schema extends z.ZodType> extends Mount<Item, Schema> {
  /** The id of the operation: `orders:list`. */
  readonly name: string
  /** One sentence for the reference. */
  readonly summary: string
}

/** Both reads of a resource. */
export interface ResourceReads<Item, Schema extends z.ZodType> extends Mount<Item, Schema> {
  /** The resource in the ids of both operations (`orders` for `orders:list` and `orders:get`), or both ids. */
  readonly name: string | readonly [list: string, get: string]
  /** Its plural and its singular in the summaries: `orders`, `an order`. */
  readonly nouns: readonly [plural: string, singular: string]
  /** The refusal of an id that does not exist in the caller's organizations. */
  readonly notFound: RefusalEntry
}

/** `GET {path}`, a page of the list. */
export function listRead<Item, Schema extends z.ZodType>(read: ListRead<Item, Schema>): Route {
  const { list, schema } = read
  return route({
    method: 'GET',
    path: read.path,
    name: read.name,
    summary: read.summary,
    access: `scope:${read.scope}`,
    ...(read.addition && { addition: read.addition }),
    query: list.query,
    answer: listResource(z.globalRegistry.get(schema)?.id ?? read.name, schema),
    handle: async ({ db, query, tenantScope, platform }) => {
      const organizationIds = tenantScope.organizationsFor(query.organization_id)
      const { items, total, page } = await list.read(db, { organizationIds, query }, platform)
      const wires = items.map((item) => read.toWire(item, platform.settings.BASE_URL))
      return toList(wires, total, page) as never
    },
  })
}

/** `GET {path}`, the list, and `GET {path}/{id}`, one of it. */
export function resourceReads<Item, Schema extends z.ZodType>(reads: ResourceReads<Item, Schema>): readonly Route[] {
  const { list, schema, notFound } = reads
  const [listName, getName] = typeof reads.name === 'string' ? [`${reads.name}:list`, `${reads.name}:get`] : reads.name
  return [
    listRead({ ...reads, name: listName, summary: `Lists ${reads.nouns[0]}.` }),
    route({
      method: 'GET',
      path: `${reads.path.replace(/\/$/, '')}/{id}`,
      name: getName,
      summary: `Gets ${reads.nouns[1]} by id.`,
      access: `scope:${reads.scope}`,
      ...(reads.addition && { addition: reads.addition }),
      params: idParams,
      answer: schema,
      refusals: [notFound],
      handle: async ({ db, params, tenantScope, platform }) => {
        const item = await list.find(db, { tenants: tenantScope.tenants, id: params.id }, platform)
        return (item === undefined ? refuse(notFound) : reads.toWire(item, platform.settings.BASE_URL)) as never
      },
    }),
  ]
}
