// The two reads of a resource: a page of its list, and one by its id.
import { z } from 'zod'
import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import { type Route, route } from '../http/route.ts'
import { idParams, listResource, toList } from '../http/wire-parts.ts'
import type { ResourceList } from './list.ts'

/** What the reads of a resource are mounted with. */
export interface ResourceReads<Item, Schema extends z.ZodType> {
  /** `/v1/orders/` */
  readonly path: `/v1/${string}/`
  /** The resource's name in operation ids: `orders`. */
  readonly name: string
  /** Its plural and its singular in the summaries: `orders`, `an order`. */
  readonly nouns: readonly [plural: string, singular: string]
  /** The scope that a caller needs. */
  readonly scope: string
  readonly list: ResourceList<Item>
  /** The answer, named in the OpenAPI document. */
  readonly schema: Schema
  /** `baseUrl` has no slash at its end. */
  toWire(item: Item, baseUrl: string): z.input<Schema>
  /** The refusal of an id that does not exist in the caller's organizations. */
  readonly notFound: RefusalEntry
  /** Not part of the published contract. */
  readonly addition?: true
}

/** `GET {path}`, the list, and `GET {path}{id}`, one of it. */
export function resourceReads<Item, Schema extends z.ZodType>(reads: ResourceReads<Item, Schema>): readonly Route[] {
  const { path, name, nouns, list, schema, notFound } = reads
  const access = `scope:${reads.scope}` as const
  const marked = reads.addition ? { addition: reads.addition } : {}
  const schemaName = z.globalRegistry.get(schema)?.id ?? name
  return [
    route({
      method: 'GET',
      path,
      name: `${name}:list`,
      summary: `Lists ${nouns[0]}.`,
      access,
      ...marked,
      query: list.query,
      answer: listResource(schemaName, schema),
      handle: async ({ db, query, tenantScope, platform, now }) => {
        const { items, total, page } = await list.read(
          db,
          { organizationIds: tenantScope.organizationsFor(query.organization_id), query },
          { platform, now },
        )
        return toList(
          items.map((item) => reads.toWire(item, platform.settings.BASE_URL)),
          total,
          page,
        ) as never
      },
    }),
    route({
      method: 'GET',
      path: `${path}{id}`,
      name: `${name}:get`,
      summary: `Gets ${nouns[1]} by id.`,
      access,
      ...marked,
      params: idParams,
      answer: schema,
      refusals: [notFound],
      handle: async ({ db, params, tenantScope, platform, now }) => {
        const item = await list.find(db, { tenants: tenantScope.tenants, id: params.id }, { platform, now })
        return (item === undefined ? refuse(notFound) : reads.toWire(item, platform.settings.BASE_URL)) as never
      },
    }),
  ]
}
