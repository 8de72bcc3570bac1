// The matrix of docs/guides/customers-and-addresses.md through the API: for each way in which a purchase names its buyer, whose it is, and
// who sees which orders: by the session of the checkout, by that of the next one, by one of the external id, and as the customer of the address.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { portalOf } from '#test/support/portal/a-portal.ts'
import { aVerifiedPortal } from '#test/support/portal/a-verified-portal.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

/** By whose word the address is: entered at the checkout, given by the merchant's server, or verified by a code of the portal. */
type Source = 'typed' | 'stated' | 'verified'
/** The external id of the checkout: one that no customer has, that of Ada, whose address it is, or that of Bob. */
type ExternalId = 'none' | 'new' | 'same' | 'other'
/** The customer whom the shop knows by the address: none, Ada without an external id, or Ada with one. */
type Known = 'unknown' | 'known' | 'with id'

/**
 * The orders that are seen, one character each: `a` that Ada has bought before, `b` Bob, `1` the purchase, `2` the next one. `limited`: the
 * session shows no customer.
 */
interface Seen {
  readonly owner: 'ada' | 'bob' | 'new'
  readonly session: string
  readonly next: string
  /** By a session of the external id; without one at the checkout, by that of Ada. */
  readonly id?: string
  /** By a session of Ada. */
  readonly ada?: string
}

const REFUSED = 'refused'
const ofStranger: Seen = { owner: 'new', session: 'full: 1', next: 'full: 12', id: '12' }
const ofBob: Seen = { owner: 'bob', session: 'full: b1', next: 'full: b12', id: 'b12' }
const ofAda: Seen = { owner: 'ada', session: 'full: a1', next: 'full: a12', id: 'a12', ada: 'a12' }

const matrix: readonly [Source, ExternalId, Known, Seen | typeof REFUSED][] = [
  ['typed', 'none', 'unknown', { owner: 'new', session: 'full: 1', next: 'limited: 2' }],
  ['typed', 'none', 'known', { owner: 'ada', session: 'limited: 1', next: 'limited: 2', ada: 'a12' }],
  ['typed', 'none', 'with id', { owner: 'ada', session: 'limited: 1', next: 'limited: 2', id: 'a12', ada: 'a12' }],
  ['typed', 'new', 'unknown', ofStranger],
  ['typed', 'new', 'known', { ...ofStranger, ada: 'a' }],
  ['typed', 'new', 'with id', { ...ofStranger, ada: 'a' }],
  ['typed', 'same', 'with id', ofAda],
  ['typed', 'other', 'unknown', ofBob],
  ['typed', 'other', 'known', { ...ofBob, ada: 'a' }],
  ['typed', 'other', 'with id', { ...ofBob, ada: 'a' }],
  ['stated', 'none', 'unknown', { owner: 'new', session: 'full: 1', next: 'limited: 2' }],
  ['stated', 'none', 'known', { owner: 'ada', session: 'full: a1', next: 'limited: 2', ada: 'a12' }],
  ['stated', 'none', 'with id', { ...ofAda, next: 'limited: 2' }],
  ['stated', 'new', 'unknown', ofStranger],
  ['stated', 'new', 'known', ofAda],
  ['stated', 'new', 'with id', REFUSED],
  ['stated', 'same', 'with id', ofAda],
  ['stated', 'other', 'unknown', ofBob],
  ['stated', 'other', 'known', { ...ofBob, ada: 'a' }],
  ['stated', 'other', 'with id', { ...ofBob, ada: 'a' }],
  // An address that leads to no customer cannot be verified: the portal mails codes to customers alone.
  ['verified', 'none', 'known', { owner: 'ada', session: 'full: a1', next: 'limited: 2', ada: 'a12' }],
  ['verified', 'none', 'with id', { ...ofAda, next: 'limited: 2' }],
  ['verified', 'new', 'known', ofAda],
  ['verified', 'new', 'with id', { ...ofStranger, ada: 'a' }],
  ['verified', 'same', 'with id', ofAda],
  ['verified', 'other', 'known', { ...ofBob, ada: 'a' }],
  ['verified', 'other', 'with id', { ...ofBob, ada: 'a' }],
]

let server: TestServer
let merchant: TestMerchant
let products: readonly string[]
beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  products = [(await aProduct(merchant, { name: 'Newsletter', prices: [{ amount_type: 'free' }] })).id]
})
afterAll(() => server.close())

/** A customer of the shop who has bought before, with the id of that checkout. */
async function aCustomer(identity: Readonly<Record<string, string>>) {
  const { id } = (await merchant.request('POST', '/v1/customers/', { body: identity })).json
  return { id: id as string, checkoutId: (await buy({ customer_id: id }, identity['email'] ?? '')).id }
}

const nothing = { customer_name: null, customer_billing_address: null, confirmation_token_id: null }

/** A checkout of the merchant's server, and its confirm with an address; without one it is that of the customer whom the checkout names. */
async function open(body: Readonly<Record<string, unknown>>) {
  const { id, secret, form } = await aCheckout(server, merchant, { products, ...body })
  const confirm = (email: string | undefined, headers: Readonly<Record<string, string>> = {}) => {
    const sent = { ...form, ...nothing, customer_email: email }
    return server.request('POST', `/v1/checkouts/client/${secret}/confirm`, { headers, body: sent })
  }
  return { id, confirm }
}

/** Buys the product. Returns the checkout, its customer and the token of its session. */
async function buy(body: Readonly<Record<string, unknown>>, email: string | undefined, headers: Readonly<Record<string, string>> = {}) {
  const { id, confirm } = await open(body)
  const { status, json, text } = await confirm(email, headers)
  if (status !== 200) throw new Error(`The confirm was answered ${status}: ${text}`)
  const { customer_id: customerId } = (await merchant.request('GET', `/v1/checkouts/${id}`)).json
  return { id, customerId: customerId as string, token: json.customer_session_token as string }
}

/** The orders that a session shows, by their characters: `ab12`. */
async function marksOf(token: string, marks: ReadonlyMap<string, string>): Promise<string> {
  const { items } = (await portalOf(server, token)('GET', '/orders/?limit=100')).json
  return items
    .map(({ checkout_id }: { checkout_id: string }) => marks.get(checkout_id) ?? '?')
    .toSorted((one: string, other: string) => 'ab12?'.indexOf(one) - 'ab12?'.indexOf(other))
    .join('')
}

async function shownTo(token: string, marks: ReadonlyMap<string, string>): Promise<string> {
  const { status } = await portalOf(server, token)('GET', '/customers/me')
  return `${status === 200 ? 'full' : 'limited'}: ${await marksOf(token, marks)}`
}

/** The orders shown by a session that the merchant's server opens; undefined where there is no such customer. */
async function shownOf(customer: object, marks: ReadonlyMap<string, string>): Promise<string | undefined> {
  const { status, json } = await merchant.request('POST', '/v1/customer-sessions/', { body: customer })
  return status === 201 ? marksOf(json.token, marks) : undefined
}

test.each(matrix)('an address that is %s, the external id: %s, the customer: %s', async (source, external, known, expected) => {
  const email = uniqueEmail()
  const ids = { none: undefined, new: `u-new ${email}`, same: `u-ada ${email}`, other: `u-bob ${email}` }
  const bob = await aCustomer({ email: uniqueEmail(), external_id: ids.other })
  const ada = known === 'unknown' ? undefined : await aCustomer({ email, ...(known === 'with id' && { external_id: ids.same }) })
  const externalId = ids[external] && { external_customer_id: ids[external] }
  const body = { ...externalId, ...(source === 'stated' && { customer_email: email }) }
  if (expected === REFUSED) {
    const { status, json } = await merchant.request('POST', '/v1/checkouts/', { body: { products, ...body } })
    expect([status, json.detail[0].loc]).toEqual([422, ['body', 'customer_email']])
    return
  }
  const verification = source === 'verified' ? { authorization: `Bearer ${(await aVerifiedPortal(server, merchant, email)).token}` } : {}
  // The checkout of a known customer has their address: another one is refused, alike whether a customer has it, and the purchase is theirs without.
  const sent = external === 'other' ? undefined : email
  if (external === 'other') {
    const { status, json } = await (await open(body)).confirm(email, verification)
    expect([status, json.detail]).toMatchObject([
      422,
      [{ loc: ['body', 'customer_email'], msg: 'The email of a known customer cannot be changed.' }],
    ])
  }
  const first = await buy(body, sent, verification)
  const marks = new Map([[first.id, '1'], [bob.checkoutId, 'b'], ...(ada ? [[ada.checkoutId, 'a'] as const] : [])])
  const session = await shownTo(first.token, marks)
  // A buyer who comes back types the address; the shop states the external id that it has for them.
  const second = await buy({ ...externalId }, sent)
  marks.set(second.id, '2')
  const owner = first.customerId === bob.id ? 'bob' : first.customerId === ada?.id ? 'ada' : 'new'
  expect({
    owner,
    session,
    next: await shownTo(second.token, marks),
    id: await shownOf({ customer_external_id: ids[external] ?? ids.same }, marks),
    ada: ada && (await shownOf({ customer_id: ada.id }, marks)),
  }).toEqual({ id: undefined, ada: undefined, ...expected })
})
