// Values of fields by name, for every operation and for single operations.
import fc from 'fast-check'
import { PASSWORD } from '#test/support/a-user.ts'
import type { Operation } from './document.ts'
import { type Kind, Placeholder, type Side } from './pools.ts'

/** Generates values of a field. */
export type Value = fc.Arbitrary<unknown>

/** A number from 0 to below 1: a position in a pool. */
export const position = fc.nat({ max: 999_999 }).map((at) => at / 1_000_000)

/** A value of a kind: mostly of our merchant, sometimes of the foreign one. */
export function placeholderOf(kind: Kind): fc.Arbitrary<Placeholder> {
  const side = fc.oneof({ weight: 9, arbitrary: fc.constant<Side>('own') }, { weight: 1, arbitrary: fc.constant<Side>('foreign') })
  return fc.tuple(side, position).map(([owner, at]) => new Placeholder(kind, owner, at))
}

/** A short word. */
export const word = fc.stringMatching(/^[a-z]{6,12}$/)
/** An email, new or in use. */
export const emailValue = fc.oneof(
  { weight: 3, arbitrary: word.map((name) => `${name}@example.test`) },
  { weight: 1, arbitrary: placeholderOf('email') },
)
const GOOD = Array.from({ length: 6 }, () => '4242424242424242')
const TOKENS = [...GOOD, '4000000000000002', '4000002500003155', '1', '4242424242424242_x'].map((card) => `sandbox_${card}`)

/** Values of fields whose name says more than their schema. */
export const FIELD_VALUES: Readonly<Record<string, Value>> = {
  organization_id: placeholderOf('organization'),
  organizationId: placeholderOf('organization'),
  product_id: placeholderOf('product'),
  products: placeholderOf('product'),
  product_price_id: placeholderOf('price'),
  meter_id: placeholderOf('meter'),
  customer_id: placeholderOf('customer'),
  order_id: placeholderOf('order'),
  charge_id: placeholderOf('charge'),
  by: fc.constantFrom('PT1H', 'P1D', 'P1M', 'P1Y', 'P20Y', '1 month', null),
  checkout_id: placeholderOf('checkout'),
  endpoint_id: placeholderOf('endpoint'),
  event_id: placeholderOf('event'),
  email: emailValue,
  customer_email: emailValue,
  username: fc.oneof(word, placeholderOf('username')),
  password: fc.oneof(
    { weight: 6, arbitrary: fc.constant(PASSWORD) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 140 }) },
  ),
  currentPassword: fc.constant(PASSWORD),
  newPassword: fc.oneof(
    { weight: 6, arbitrary: fc.constant(PASSWORD) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 140 }) },
  ),
  newEmail: emailValue,
  userId: placeholderOf('user without password'),
  token: fc.oneof(
    ...(['other session', 'other session', 'reset', 'verification', 'deletion', 'deletion'] as const).map((kind) => placeholderOf(kind)),
  ),
  providerId: fc.constantFrom('credential', 'credential', 'github', 'gitlab', 'gitlab'),
  redirectTo: fc.constantFrom('/', '/reset-password', '//evil.test', 'javascript:1'),
  confirmation_token_id: fc.constantFrom(...TOKENS),
  country: fc.constantFrom('NL', 'US', 'FR', 'us', 'ZZ'),
  price_currency: fc.constantFrom('usd', 'eur', 'jpy', 'bhd', 'USD', 'zzz'),
  currency: fc.constantFrom('usd', 'eur', 'USD', 'zzz'),
  default_currency: fc.constantFrom('usd', 'eur', 'jpy', 'xxx'),
  allowed_embed_origins: fc.constantFrom([], ['https://a.example'], ['http://b.example', 'https://c.example/d']),
  accent_color: fc.constantFrom(null, '#1F6FEB', 'red'),
  billing_timezone: fc.constantFrom('UTC', 'Europe/Amsterdam', 'Mars/Base'),
  slug: fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: placeholderOf('slug') }),
  organizationSlug: placeholderOf('slug'),
  teamId: placeholderOf('team'),
  memberId: placeholderOf('member'),
  memberIdOrEmail: placeholderOf('member'),
  invitationId: placeholderOf('invitation'),
  secret: placeholderOf('invitation secret'),
  role: fc.constantFrom('member', 'admin', 'member', 'admin', 'owner', 'user'),
  callbackURL: fc.constantFrom('/', '/dashboard', 'https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:1'),
  success_url: fc.constantFrom('https://shop.example.test/thanks?id={CHECKOUT_ID}', 'http://localhost:1/', 'https://a.test/#x'),
  expires_in: fc.constantFrom<unknown>(1800, 86_400, 'P30D', 'PT1H', 1, null),
  customer_tax_id: fc.constantFrom('NL004495445B01', 'XX1', ''),
}

const permissions = fc.constantFrom<unknown>(
  ...[{ member: ['create'] }, { organization: ['update'], billing: ['products:read', 'orders:read'] }, { team: [] }, {}],
  ...[
    { user: ['list'] },
    { member: ['fly'] },
    JSON.parse('{"__proto__":["create"]}'),
    { role: ['create', 'update', 'delete'], auditLog: ['read'] },
  ],
)
const organizationRole = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('member', 'admin', 'owner', 'user', 'admin,member') },
  { weight: 1, arbitrary: placeholderOf('role') },
)

/** Values of fields in single operations. Destructive operations get spare objects that no other request needs. */
const OPERATION_FIELD_VALUES: readonly (readonly [path: RegExp, values: Readonly<Record<string, Value>>])[] = [
  [/-invitation/, { id: placeholderOf('invitation') }],
  // A secret matches only its own invitation: for the unanswered one, both values are in pools of one element.
  [
    /\/(get|preview)-invitation$/,
    {
      id: fc.oneof({ weight: 2, arbitrary: placeholderOf('unanswered invitation') }, { weight: 1, arbitrary: placeholderOf('invitation') }),
      secret: fc.oneof(
        { weight: 2, arbitrary: placeholderOf('unanswered invitation secret') },
        { weight: 1, arbitrary: placeholderOf('invitation secret') },
      ),
    },
  ],
  [/\/organization\/delete$/, { organizationId: placeholderOf('spare organization') }],
  [/\/organization\/leave$/, { organizationId: placeholderOf('organization to leave') }],
  [/\/organization\/(add-member|invite-member|update-member-role)$/, { role: organizationRole, userId: placeholderOf('spare user') }],
  [/\/organization\/(update|delete)-role$/, { name: placeholderOf('role') }],
  [/\/((create|update)-role|has-permission)$/, { permissions, permission: permissions }],
  [
    /\/admin\//,
    {
      userId: placeholderOf('spare user'),
      // A blocked organization cannot sell: its checkouts could not be confirmed.
      organizationId: placeholderOf('spare organization'),
      sessionToken: placeholderOf('spare session'),
      role: fc.constantFrom<unknown>('user', 'user', 'admin', 'admin,user', ['user', 'admin'], 'owner', ''),
      jobId: placeholderOf('dead job'),
      kind: placeholderOf('kind of job'),
      banExpiresIn: fc.constantFrom<unknown>(1, 3600, 366 * 86_400, null),
    },
  ],
  [
    /^\/v1\/files\/$/,
    {
      size: fc.constantFrom<unknown>(100, 100, 100, 101, 2 ** 40),
      mime_type: fc.constantFrom('image/png', 'image/jpeg', 'image/svg+xml', 'text/html'),
      checksum_sha256_base64: fc.constantFrom<unknown>(null, '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=', 'x'),
      parts: fc.constantFrom<unknown>(...Array(4).fill([{ number: 1, chunk_start: 0, chunk_end: 100 }]), [{ number: 2 }]),
    },
  ],
  [
    /\/uploaded$/,
    {
      id: placeholderOf('upload'),
      path: fc.oneof({ weight: 9, arbitrary: placeholderOf('upload path') }, { weight: 1, arbitrary: fc.constant('../../etc/passwd') }),
      parts: fc.constantFrom<unknown>(...Array(4).fill([{ number: 1, checksum_etag: '"x"', checksum_sha256_base64: null }]), []),
    },
  ],
  [
    /\/endpoints\/\{id\}\/sample$/,
    { type: fc.constantFrom('order.paid', 'customer.state_changed', 'usage_alert.triggered', 'order.unknown') },
  ],
  // An event names a customer in one of two ways.
  [
    /\/events\/ingest$/,
    {
      timestamp: fc.constantFrom<unknown>(
        '2026-03-01T10:00:00Z',
        '2026-03-01T10:30:00+05:30',
        '1969-01-01T00:00:00Z',
        '2999-01-01T00:00:00Z',
        'now',
      ),
      external_customer_id: fc.constantFrom<unknown>(undefined, undefined, 'later'),
      organization_id: fc.constant(undefined),
    },
  ],
  [
    /\/metrics\/$/,
    {
      start_date: fc.constantFrom('2026-03-01', '1999-12-31', '2026-02-30', 'x'),
      end_date: fc.constantFrom('2026-03-12', '2020-01-01', '9999-12-31'),
      timezone: fc.constantFrom('UTC', 'Asia/Kolkata', 'Mars/Base'),
      currency: fc.constantFrom('usd', 'EUR', 'xau'),
    },
  ],
  [
    /\/quantities$/,
    {
      start_timestamp: fc.constantFrom('2026-03-01T10:00:00Z', '2025-01-01T00:00:00+02:00', 'x'),
      end_timestamp: fc.constantFrom('2026-03-02T10:00:00Z', '2027-01-01T00:00:00Z', '2020-01-01T00:00:00Z'),
      timezone: fc.constantFrom('UTC', 'Asia/Kolkata', 'Mars/Base'),
    },
  ],
  [
    /\/license-keys\/(validate|activate)$/,
    {
      key: placeholderOf('text of a license key'),
      organization_id: placeholderOf('organization of a license key'),
      activation_id: fc.constantFrom<unknown>(...Array(8).fill(undefined), null, 'x'),
      benefit_id: fc.constant(undefined),
      customer_id: fc.constant(undefined),
      conditions: fc.constant(undefined),
      increment_usage: fc.constantFrom<unknown>(undefined, undefined, 0, 0, 1, 1, -1),
    },
  ],
  [/\/admin\/webhooks\//, { id: placeholderOf('operator endpoint'), endpointId: placeholderOf('operator endpoint') }],
  [/\/webhooks\/redeliver-event$/, { id: placeholderOf('operator event') }],
  [/\/admin\/get-email$/, { name: placeholderOf('email template'), locale: fc.constantFrom('en', 'de', 'xx') }],
]

/** The values of fields that are particular to an operation. */
export function fieldValuesOf({ path }: Operation): Readonly<Record<string, Value>> {
  return Object.assign({}, ...OPERATION_FIELD_VALUES.flatMap(([pattern, values]) => (pattern.test(path) ? [values] : [])))
}
