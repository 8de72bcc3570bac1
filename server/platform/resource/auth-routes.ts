// The lists of /api/auth as routes.
import type { z } from 'zod'
import type { RefusalEntry } from '#kernel/refusal.ts'
import { type Route, route } from '../http/route.ts'
import type { UserCaller } from '../request/caller.ts'
import type { CursorList } from './auth-list.ts'
import type { CursorPage } from './fields.ts'

/** A list by cursor, as a route of administrators. */
export interface CursorRead<Item, Name extends string, Schema extends z.ZodType> {
  readonly path: `/api/auth/admin/${string}`
  /** One sentence for the reference. */
  readonly summary: string
  readonly list: CursorList<Item>
  /** The answer: `cursorPage`, with its id for the OpenAPI document. */
  readonly answer: CursorPage<Name, Schema>
  /** The name of its items: `jobs`. */
  readonly items: Name
  toWire(item: Item): z.input<Schema>
  readonly refusals: readonly RefusalEntry[]
  /** Refuses callers without the permission. */
  permit(caller: UserCaller): void
}

/** `GET {path}`, a page of the list, newest first. */
export function cursorRead<Item, Name extends string, Schema extends z.ZodType>(read: CursorRead<Item, Name, Schema>): Route {
  return route({
    method: 'GET',
    path: read.path,
    name: `auth:${read.path.slice('/api/auth/'.length).replaceAll('/', '-')}`,
    summary: read.summary,
    access: 'session',
    addition: true,
    query: read.list.query,
    answer: read.answer,
    refusals: read.refusals,
    handle: async ({ db, query, caller, platform }) => {
      read.permit(caller)
      const found = await read.list.read(db, { query }, platform)
      return { [read.items]: found?.items.map((item) => read.toWire(item)) ?? [], nextBefore: found?.nextBefore ?? null } as never
    },
  })
}
