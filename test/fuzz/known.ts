// What earlier answers of the run named: ids, client secrets, addresses. A plan says only which kind and which of them it wants.

/** The kinds of things that can be named. */
export const kinds = [
  'organization',
  'product',
  'price',
  'customer',
  'order',
  'checkout',
  'clientSecret',
  'action',
  'token',
  'endpoint',
  'event',
  'email',
  'username',
  'slug',
  'session',
  'person without password',
  'verification',
  'reset',
  'deletion',
  'other session',
  'provider',
  'team',
  'member',
  'invitation',
  'invitation secret',
  'standing invitation',
  'standing secret',
  'spare organization',
  'organization to leave',
  'role',
  'spare person',
  'spare session',
  'borrowed browser',
  'dead job',
  'kind of job',
  'letter',
] as const
export type Kind = (typeof kinds)[number]

/** Whose: the merchant's that the run acts for, or of another one. */
export type Side = 'own' | 'foreign'

/** Stands for something named before; filled in when the request is sent. `at` is a place in the pool, from 0 to below 1. */
export class Known {
  readonly kind: Kind
  readonly side: Side
  readonly at: number

  constructor(kind: Kind, side: Side, at: number) {
    this.kind = kind
    this.side = side
    this.at = at
  }
}

const POOL_MAX = 200
const NOTHING = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
/** Rooms whose answers carry an `id` of their own, by the part of the path. */
const ROOMS: readonly (readonly [part: RegExp, kind: Kind])[] = [
  [/^\/v1\/products\//, 'product'],
  [/^\/v1\/customers\//, 'customer'],
  [/^\/v1\/orders\//, 'order'],
  [/^\/v1\/checkouts\//, 'checkout'],
  [/^\/v1\/webhooks\/endpoints/, 'endpoint'],
  [/^\/v1\/organization-access-tokens\//, 'token'],
]
/** What is made for others to have, take and end, by the path that made it. */
const MADE: Readonly<Record<string, (body: Made | null) => readonly (readonly [kind: Kind, value: string | undefined])[]>> = {
  '/api/auth/organization/create-role': (body) => [['role', body?.name]],
  '/api/auth/organization/add-member': (body) => [['member', body?.id]],
  '/api/auth/admin/create-user': (body) => [['spare person', body?.user?.id]],
}
interface Made {
  readonly id?: string
  readonly name?: string
  readonly user?: { readonly id?: string }
}
/** Where a session begins. */
const SESSIONS = /^\/api\/auth\/sign-(in|up)\//
interface Session {
  readonly token?: string | null
  readonly user?: { readonly email?: string; readonly username?: string | null }
}
const FIELDS: Readonly<Record<string, Kind>> = {
  product_id: 'product',
  product_price_id: 'price',
  customer_id: 'customer',
  order_id: 'order',
  checkout_id: 'checkout',
  client_secret: 'clientSecret',
  intent_client_secret: 'action',
}
/** Objects within an answer whose `id` is of another kind than the answer's. */
const INNER: Readonly<Record<string, Kind>> = {
  prices: 'price',
  product: 'product',
  customer: 'customer',
  organization_access_token: 'token',
  webhook_event: 'event',
}

/** The pools of a run. */
export interface Pools {
  add(side: Side, kind: Kind, value: string): void
  /** Takes in what an answer to `path` names. */
  harvest(path: string, body: unknown): void
  /** The value that a placeholder stands for; something that does not exist while nothing is known. */
  pick(known: Known): string
  /** `value` with every placeholder in it filled in. */
  fill(value: unknown): unknown
}

/** Empty pools. What is in `kept` is never taken in: the run's own tokens, which it must not lose. */
export function emptyPools(kept: ReadonlySet<string>): Pools {
  const pools = new Map<string, string[]>()
  const taken = new Set<string>()
  const add = (side: Side, kind: Kind, value: string): void => {
    const name = `${side} ${kind}`
    if (kept.has(value) || taken.has(`${name} ${value}`)) return
    const pool = pools.get(name) ?? []
    pools.set(name, pool)
    taken.add(`${name} ${value}`)
    pool.push(value)
    const [oldest] = pool.length > POOL_MAX ? pool.splice(0, 1) : []
    if (oldest !== undefined) taken.delete(`${name} ${oldest}`)
  }
  const walk = (value: unknown, kind: Kind | undefined): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, kind)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [name, inner] of Object.entries(value)) {
      const named = name === 'id' ? kind : FIELDS[name]
      if (typeof inner === 'string' && named) add('own', named, inner)
      else walk(inner, name === 'items' ? kind : INNER[name])
    }
  }
  const pick = ({ side, kind, at }: Known): string => {
    const pool = pools.get(`${side} ${kind}`) ?? []
    // The newest are asked for more often: an old checkout is mostly a paid one.
    return pool[pool.length - 1 - Math.floor(at * at * pool.length)] ?? NOTHING
  }
  const fill = (value: unknown): unknown => {
    if (value instanceof Known) return pick(value)
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null) return value
    // A key `__proto__` stays a key.
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]))
  }
  const harvest = (path: string, body: unknown): void => {
    const made = Object.hasOwn(MADE, path) ? MADE[path] : undefined
    if (made) for (const [kind, value] of made(body as Made | null)) if (value !== undefined) add('own', kind, value)
    if (made) return
    if (SESSIONS.test(path)) walkSession(body as Session | null)
    else walk(body, ROOMS.find(([part]) => part.test(path))?.[1])
  }
  const walkSession = (body: Session | null): void => {
    if (body?.token) add('own', 'session', body.token)
    if (body?.user?.email) add('own', 'email', body.user.email)
    if (body?.user?.username) add('own', 'username', body.user.username)
  }
  return { add, harvest, pick, fill }
}
