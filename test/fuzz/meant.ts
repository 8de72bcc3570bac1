// What the names of fields mean: everywhere, and in single operations.
import fc from 'fast-check'
import { PASSWORD } from '#test/support/a-user.ts'
import type { Operation } from './document.ts'
import { type Kind, Known, type Side } from './known.ts'

/** Makes values of a field. */
export type Value = fc.Arbitrary<unknown>

/** A number from 0 to below 1: a place in a pool. */
export const place = fc.nat({ max: 999_999 }).map((at) => at / 1_000_000)

/** A thing of a kind: mostly one of ours, now and then another merchant's. */
export function knownOf(kind: Kind): fc.Arbitrary<Known> {
  const side = fc.oneof({ weight: 9, arbitrary: fc.constant<Side>('own') }, { weight: 1, arbitrary: fc.constant<Side>('foreign') })
  return fc.tuple(side, place).map(([whose, at]) => new Known(kind, whose, at))
}

/** A short word. */
export const word = fc.stringMatching(/^[a-z]{6,12}$/)
/** An address, new or known. */
export const address = fc.oneof(
  { weight: 3, arbitrary: word.map((name) => `${name}@example.test`) },
  { weight: 1, arbitrary: knownOf('email') },
)
const GOOD = Array.from({ length: 6 }, () => '4242424242424242')
const TOKENS = [...GOOD, '4000000000000002', '4000002500003155', '1', '4242424242424242_x'].map((card) => `sandbox_${card}`)

/** What a field's name says of its value where its schema says less. */
export const MEANT: Readonly<Record<string, Value>> = {
  organization_id: knownOf('organization'),
  organizationId: knownOf('organization'),
  product_id: knownOf('product'),
  products: knownOf('product'),
  product_price_id: knownOf('price'),
  customer_id: knownOf('customer'),
  order_id: knownOf('order'),
  checkout_id: knownOf('checkout'),
  endpoint_id: knownOf('endpoint'),
  event_id: knownOf('event'),
  email: address,
  customer_email: address,
  username: fc.oneof(word, knownOf('username')),
  password: fc.oneof(
    { weight: 6, arbitrary: fc.constant(PASSWORD) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 140 }) },
  ),
  currentPassword: fc.constant(PASSWORD),
  newPassword: fc.oneof(
    { weight: 6, arbitrary: fc.constant(PASSWORD) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 140 }) },
  ),
  newEmail: address,
  userId: knownOf('person without password'),
  token: fc.oneof(
    ...(['other session', 'other session', 'reset', 'verification', 'deletion', 'deletion'] as const).map((kind) => knownOf(kind)),
  ),
  providerId: fc.constantFrom('credential', 'credential', 'github', 'gitlab', 'gitlab'),
  redirectTo: fc.constantFrom('/', '/reset-password', '//evil.test', 'javascript:1'),
  confirmation_token_id: fc.constantFrom(...TOKENS),
  country: fc.constantFrom('NL', 'US', 'FR', 'us', 'ZZ'),
  price_currency: fc.constantFrom('usd', 'eur', 'jpy', 'bhd', 'USD', 'zzz'),
  default_currency: fc.constantFrom('usd', 'eur', 'jpy', 'xxx'),
  billing_timezone: fc.constantFrom('UTC', 'Europe/Amsterdam', 'Mars/Base'),
  slug: fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: knownOf('slug') }),
  organizationSlug: knownOf('slug'),
  teamId: knownOf('team'),
  memberId: knownOf('member'),
  memberIdOrEmail: knownOf('member'),
  invitationId: knownOf('invitation'),
  secret: knownOf('invitation secret'),
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
  { weight: 1, arbitrary: knownOf('role') },
)

/** What they mean where the operation says more than the name. What is ended, taken or lent there is spare: nobody else needs it. */
const MEANT_IN: readonly (readonly [path: RegExp, meant: Readonly<Record<string, Value>>])[] = [
  [/-invitation/, { id: knownOf('invitation') }],
  // A secret opens its own invitation alone: of one that nobody answers, both are found together.
  [
    /\/(get|preview)-invitation$/,
    {
      id: fc.oneof({ weight: 2, arbitrary: knownOf('standing invitation') }, { weight: 1, arbitrary: knownOf('invitation') }),
      secret: fc.oneof({ weight: 2, arbitrary: knownOf('standing secret') }, { weight: 1, arbitrary: knownOf('invitation secret') }),
    },
  ],
  [/\/organization\/delete$/, { organizationId: knownOf('spare organization') }],
  [/\/organization\/leave$/, { organizationId: knownOf('organization to leave') }],
  [/\/organization\/(add-member|invite-member|update-member-role)$/, { role: organizationRole, userId: knownOf('spare person') }],
  [/\/organization\/(update|delete)-role$/, { name: knownOf('role') }],
  [/\/((create|update)-role|has-permission)$/, { permissions, permission: permissions }],
  [
    /\/admin\//,
    {
      userId: knownOf('spare person'),
      sessionToken: knownOf('spare session'),
      role: fc.constantFrom<unknown>('user', 'user', 'admin', 'admin,user', ['user', 'admin'], 'owner', ''),
      jobId: knownOf('dead job'),
      kind: knownOf('kind of job'),
      banExpiresIn: fc.constantFrom<unknown>(1, 3600, 366 * 86_400, null),
    },
  ],
  [/\/admin\/get-email$/, { name: knownOf('letter'), locale: fc.constantFrom('en', 'de', 'xx') }],
]

/** What names of fields mean in one operation alone. */
export function meantIn({ path }: Operation): Readonly<Record<string, Value>> {
  return Object.assign({}, ...MEANT_IN.flatMap(([pattern, meant]) => (pattern.test(path) ? [meant] : [])))
}
