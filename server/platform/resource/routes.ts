// The reads of a resource: a page of its list, one of it by its id, and its list as CSV.
import { z } from 'zod'
import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import type { Database } from '../database/database.ts'
import { type Route, route } from '../http/route.ts'
import { idParams, listResource, toList } from '../http/wire-parts.ts'
import { exportRead } from './exports/route.ts'
import { type ForeignFields, shownTo } from './foreign-fields.ts'
import type { ResourceList } from './list.ts'
import { summaryField } from './summary.ts'

/** The properties with which every read of a resource is mounted. */
interface Mount<Item, Schema extends z.ZodType> {
  /** `/v1/orders/` */
  readonly path: `/v1/${string}`
  /** The scope that a caller needs. */
  readonly scope: string
  readonly list: ResourceList<Item>
  /** The answer, named in the OpenAPI document. */
  readonly schema: Schema
  /** `baseUrl` has no slash at its end. `count` is the number of items in the answer. */
  toWire(item: Item, baseUrl: string, count: number): z.input<Schema>
  /** Fields of another resource. */
  readonly foreign?: ForeignFields
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
  /** Why its list has no export. */
  readonly withoutExport?: string
  /** Reads the slugs of the custom fields whose values the items have: each is a column of the export. */
  readonly customFields?: (db: Database, organizationIds: readonly string[]) => Promise<readonly string[]>
}

/** The summary of a list, with what its total leaves out. */
function summaryWithBound(summary: string, countMaximum: number | undefined): string {
  if (countMaximum === undefined) return summary
  return `${summary} With a filter, at most ${countMaximum.toLocaleString('en')} are counted: pages go on after them.`
}

/** `GET {path}`, a page of the list. */
export function listRead<Item, Schema extends z.ZodType>(read: ListRead<Item, Schema>): Route {
  const { list, schema } = read
  const name = z.globalRegistry.get(schema)?.id ?? read.name
  return route({
    method: 'GET',
    path: read.path,
    name: read.name,
    summary: summaryWithBound(read.summary, list.countMaximum),
    access: `scope:${read.scope}`,
    ...(read.addition && { addition: read.addition }),
    query: list.query,
    answer: listResource(name, schema, list.summary && summaryField(name, list.summary)),
    handle: async ({ db, query, tenantScope, platform, caller }) => {
      const organizationIds = tenantScope.organizationsFor(query.organization_id)
      const { items, total, page, summary } = await list.read(db, { organizationIds, query }, platform)
      const wires = items.map((item) => shownTo(caller, read.foreign, read.toWire(item, platform.settings.BASE_URL, items.length)))
      return { ...toList(wires, total, page), ...(summary !== undefined && { summary }) } as never
    },
  })
}

/** `GET {path}`, a page of the list, and `GET {path}export`, all of it. `plural` is the resource in the summary of the export. */
export function listAndExport<Item, Schema extends z.ZodType>(read: ListRead<Item, Schema>, plural: string): readonly Route[] {
  return [listRead(read), exportRead({ ...read, path: collectionOf(read.path), name: read.name.replace(/:.*/, ''), plural })]
}

/** `GET {path}`, the list, `GET {path}export`, all of it as CSV or JSON, and `GET {path}/{id}`, one of it. */
export function resourceReads<Item, Schema extends z.ZodType>(reads: ResourceReads<Item, Schema>): readonly Route[] {
  const { list, schema, notFound } = reads
  const [listName, getName] = typeof reads.name === 'string' ? [`${reads.name}:list`, `${reads.name}:get`] : reads.name
  return [
    listRead({ ...reads, name: listName, summary: `Lists ${reads.nouns[0]}.` }),
    ...(reads.withoutExport === undefined
      ? [exportRead({ ...reads, path: collectionOf(reads.path), name: listName.replace(/:.*/, ''), plural: reads.nouns[0] })]
      : []),
    route({
      method: 'GET',
      path: `${collectionOf(reads.path)}{id}`,
      name: getName,
      summary: `Gets ${reads.nouns[1]} by id.`,
      access: `scope:${reads.scope}`,
      ...(reads.addition && { addition: reads.addition }),
      params: idParams,
      answer: schema,
      refusals: [notFound],
      handle: async ({ db, params, tenantScope, platform, caller }) => {
        const item = await list.find(db, { tenants: tenantScope.tenants, id: params.id }, platform)
        if (item === undefined) return refuse(notFound)
        return shownTo(caller, reads.foreign, reads.toWire(item, platform.settings.BASE_URL, 1)) as never
      },
    }),
  ]
}

/** The path with a slash at its end. */
const collectionOf = (path: `/v1/${string}`): `/v1/${string}` => (path.endsWith('/') ? path : `${path}/`)
