// Pools of values from earlier answers of the run: ids, client secrets, emails. A plan refers to them by placeholders.

/** The kinds of values. */
export const kinds = [
  'organization',
  'product',
  'price',
  'meter',
  'customer meter',
  'payment method',
  'usage alert',
  'license key',
  'benefit grant',
  'connection',
  'customer',
  'external id',
  'order',
  'dispute',
  'tax record',
  'invoice',
  'subscription',
  'charge',
  'payment',
  'checkout',
  'custom field',
  'discount',
  'benefit',
  'file',
  'uploaded file',
  'upload',
  'upload path',
  'link',
  'linkSecret',
  'clientSecret',
  'checkout to confirm',
  'action',
  'token',
  'endpoint',
  'operator endpoint',
  'operator event',
  'test clock',
  'api call',
  'event',
  'usage event',
  'event import',
  'email',
  'username',
  'slug',
  'session',
  'user without password',
  'verification',
  'reset',
  'deletion',
  'other session',
  'provider',
  'team',
  'member',
  'invitation',
  'invitation secret',
  'unanswered invitation',
  'unanswered invitation secret',
  'spare organization',
  'organization to leave',
  'role',
  'spare user',
  'spare session',
  'impersonating browser',
  'dead job',
  'kind of job',
  'email template',
  'picture',
  'media',
  'download',
  'order of the customer',
  'document of the customer',
  'subscription of the customer',
  'grant of the customer',
  'payment method of the customer',
  'text of a license key',
  'organization of a license key',
  'activation',
] as const
export type Kind = (typeof kinds)[number]

/** The owner of a value: the merchant of the run, or another merchant. */
export type Side = 'own' | 'foreign'

/** Stands for a value of a pool, chosen when the request is sent. `at` is the position in the pool, from 0 to below 1. */
export class Placeholder {
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
const UNKNOWN_ID = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
/** Resources whose answers have an `id` of their own, by path. */
const RESOURCES: readonly (readonly [part: RegExp, kind: Kind])[] = [
  [/^\/v1\/products\//, 'product'],
  [/^\/v1\/meters\/(?!.*quantities)/, 'meter'],
  [/^\/v1\/customer-meters\//, 'customer meter'],
  [/^\/v1\/usage-alerts\/(?!.*triggers)/, 'usage alert'],
  [/^\/v1\/license-keys\/(?!.*activat)/, 'license key'],
  [/^\/v1\/(customer-portal\/)?benefit-grants\//, 'benefit grant'],
  [/^\/v1\/connections\//, 'connection'],
  [/^\/v1\/event-imports\/(?!.*uploaded)/, 'event import'],
  [/payment-methods$/, 'payment method'],
  [/^\/v1\/customer-portal\/meters\//, 'customer meter'],
  [/^\/v1\/customer-portal\/orders\//, 'order'],
  [/^\/v1\/customer-portal\/subscriptions\/(?!.*preview)/, 'subscription'],
  [/^\/v1\/customers\//, 'customer'],
  [/^\/v1\/orders\//, 'order'],
  [/^\/v1\/disputes\//, 'dispute'],
  [/^\/v1\/tax-records\//, 'tax record'],
  [/^\/v1\/subscriptions\//, 'subscription'],
  [/^\/v1\/sandbox\/charges\//, 'charge'],
  [/^\/v1\/checkout-links\//, 'link'],
  [/^\/v1\/custom-fields\//, 'custom field'],
  [/^\/v1\/discounts\//, 'discount'],
  [/^\/v1\/benefits\//, 'benefit'],
  [/^\/v1\/files\/(?!.*uploaded)/, 'file'],
  [/^\/v1\/checkouts\//, 'checkout'],
  [/^\/v1\/webhooks\/endpoints/, 'endpoint'],
  [/^\/v1\/test-clocks\//, 'test clock'],
  [/^\/v1\/api-calls\//, 'api call'],
  [/^\/v1\/events\/(?!names)/, 'usage event'],
  [/^\/v1\/organization-access-tokens\//, 'token'],
]
/** Opens a checkout of the merchant of a link. */
const OPENED = /^\/v1\/checkout-links\/open\//
/** The values that operations on members, roles and users create for later requests, by path. */
const CREATED: Readonly<Record<string, (body: CreatedBody | null) => readonly (readonly [kind: Kind, value: string | undefined])[]>> = {
  '/api/auth/organization/create-role': (body) => [['role', body?.name]],
  '/api/auth/organization/add-member': (body) => [['member', body?.id]],
  '/api/auth/admin/webhooks/create-endpoint': (body) => [['operator endpoint', body?.id]],
  '/api/auth/admin/create-user': (body) => [['spare user', body?.user?.id]],
}
interface CreatedBody {
  readonly id?: string
  readonly name?: string
  readonly user?: { readonly id?: string }
}
/** The operations that create a session. */
const SESSIONS = /^\/api\/auth\/sign-(in|up)\//
interface Session {
  readonly token?: string | null
  readonly user?: { readonly email?: string; readonly username?: string | null }
}
const FIELDS: Readonly<Record<string, Kind>> = {
  product_id: 'product',
  product_price_id: 'price',
  meter_id: 'meter',
  discount_id: 'discount',
  custom_field_id: 'custom field',
  benefit_id: 'benefit',
  customer_id: 'customer',
  order_id: 'order',
  subscription_id: 'subscription',
  checkout_id: 'checkout',
  external_id: 'external id',
  client_secret: 'clientSecret',
  intent_client_secret: 'action',
}
/** Nested objects whose `id` is of another kind than that of the answer. */
const INNER: Readonly<Record<string, Kind>> = {
  benefits: 'benefit',
  medias: 'file',
  prices: 'price',
  product: 'product',
  meter: 'meter',
  customer: 'customer',
  organization_access_token: 'token',
  webhook_event: 'event',
}

/** The pools of a run. */
export interface Pools {
  add(side: Side, kind: Kind, value: string): void
  /** Adds the values of an answer to `path`. */
  harvest(path: string, body: unknown): void
  /** The value that a placeholder stands for; an unknown id while the pool is empty. */
  pick(placeholder: Placeholder): string
  /** Returns `value` with every placeholder replaced. */
  fill(value: unknown): unknown
}

/** Creates empty pools. Values in `excluded` are never added: the tokens of the run itself, which no request may revoke. */
export function emptyPools(excluded: ReadonlySet<string>): Pools {
  const pools = new Map<string, string[]>()
  const present = new Set<string>()
  const add = (side: Side, kind: Kind, value: string): void => {
    const name = `${side} ${kind}`
    if (excluded.has(value) || present.has(`${name} ${value}`)) return
    const pool = pools.get(name) ?? []
    pools.set(name, pool)
    present.add(`${name} ${value}`)
    pool.push(value)
    const [oldest] = pool.length > POOL_MAX ? pool.splice(0, 1) : []
    if (oldest !== undefined) present.delete(`${name} ${oldest}`)
  }
  const collectFrom = (value: unknown, kind: Kind | undefined): void => {
    if (Array.isArray(value)) for (const each of value) collectFrom(each, kind)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [name, inner] of Object.entries(value)) {
      const named = name === 'id' ? kind : FIELDS[name]
      if (typeof inner === 'string' && named) add('own', named, inner)
      else collectFrom(inner, name === 'items' ? kind : INNER[name])
    }
  }
  const pick = ({ side, kind, at }: Placeholder): string => {
    const pool = pools.get(`${side} ${kind}`) ?? []
    // New values are chosen more often: an old checkout is usually paid.
    return pool[pool.length - 1 - Math.floor(at * at * pool.length)] ?? UNKNOWN_ID
  }
  const fill = (value: unknown): unknown => {
    if (value instanceof Placeholder) return pick(value)
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null) return value
    // Preserves the key `__proto__`.
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]))
  }
  const harvest = (path: string, body: unknown): void => {
    // Whose checkout it is depends on the link.
    if (OPENED.test(path)) return
    const created = Object.hasOwn(CREATED, path) ? CREATED[path] : undefined
    if (created) for (const [kind, value] of created(body as CreatedBody | null)) if (value !== undefined) add('own', kind, value)
    if (created) return
    if (SESSIONS.test(path)) addSession(body as Session | null)
    else collectFrom(body, RESOURCES.find(([part]) => part.test(path))?.[1])
  }
  const addSession = (body: Session | null): void => {
    if (body?.token) add('own', 'session', body.token)
    if (body?.user?.email) add('own', 'email', body.user.email)
    if (body?.user?.username) add('own', 'username', body.user.username)
  }
  return { add, harvest, pick, fill }
}
