// Many at once for one thing: one gets it. Meaningful on PostgreSQL, where they truly meet; embedded they queue.
import { expect, test } from 'vitest'
import { aCheckout, cards, factsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { anOrganization, aUser, newAddress, newSlug, PASSWORD } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { sharedServer, type TestAnswer, testServer } from '#test/support/server.ts'
import { interruptible } from './interruption.ts'

const MANY = process.env['DATABASE_URL'] ? 50 : 20

const server = await sharedServer()
const { db } = server.platform.database

/** Asks many times at once. */
function atOnce(ask: (index: number) => Promise<TestAnswer>): Promise<TestAnswer[]> {
  return Promise.all(Array.from({ length: MANY }, (_, index) => ask(index)))
}

/** How often each answer was given, as `200` or `403 NotOpenCheckout`. */
function counted(answers: readonly TestAnswer[]): Record<string, number> {
  const said = answers.map(({ status, json }) => (status < 300 ? String(status) : `${status} ${json.error ?? json.code}`))
  return Object.fromEntries([...Map.groupBy(said, (each) => each)].map(([each, { length }]) => [each, length]))
}

const ordersOf = ({ organizationId }: TestMerchant) =>
  db.selectFrom('orders').select('id').where('organization_id', '=', organizationId).execute()
const chargesOf = ({ organizationId }: TestMerchant) =>
  db.selectFrom('sandbox_charges').select('status').where('organization_id', '=', organizationId).execute()
const entriesOf = ({ organizationId }: TestMerchant) =>
  db.selectFrom('ledger_entries').select('id').where('organization_id', '=', organizationId).execute()

async function expectOneSale(merchant: TestMerchant, checkout: TestCheckout): Promise<void> {
  expect(await chargesOf(merchant)).toEqual([{ status: 'succeeded' }])
  expect(await ordersOf(merchant)).toHaveLength(1)
  expect(await entriesOf(merchant)).toHaveLength(1)
  expect((await checkout.see()).json.status).toBe('succeeded')
}

test('of many who sign up with one address, however it is written, one gets an account', async () => {
  const address = newAddress()
  const spellings = [address, address.toUpperCase(), ` ${address}`, `${address} `, address.replace(/^./, (first) => first.toUpperCase())]
  const answers = await atOnce((index) => {
    const email = spellings[index % spellings.length]
    return server.request('POST', '/api/auth/sign-up/email', { body: { name: 'Ada', email, password: PASSWORD } })
  })
  // Two spellings of five are no addresses: a space is never dropped in silence.
  const refused = (MANY / spellings.length) * 2
  expect(counted(answers)).toEqual({ 200: 1, '400 INVALID_EMAIL': refused, '422 USER_ALREADY_EXISTS': MANY - refused - 1 })
  const users = await db.selectFrom('users').select('id').where('email', '=', address).execute()
  expect(users).toHaveLength(1)
  expect(
    await db
      .selectFrom('accounts')
      .select('id')
      .where('user_id', '=', users[0]?.id ?? '')
      .execute(),
  ).toHaveLength(1)
})

test('of many who make an organization with one slug, one gets it, and with it its owner', async () => {
  const slug = newSlug()
  const people = [await aUser(server), await aUser(server)]
  const answers = await atOnce((index) => {
    const person = people[index % people.length] ?? people[0]
    if (!person) throw new Error('Nobody is there.')
    return person.request('POST', '/api/auth/organization/create', { body: { name: 'One of many', slug } })
  })
  expect(counted(answers)).toEqual({ 200: 1, '400 ORGANIZATION_ALREADY_EXISTS': MANY - 1 })
  const made = await db.selectFrom('organizations').select('id').where('slug', '=', slug).execute()
  expect(made).toHaveLength(1)
  const members = await db
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', made[0]?.id ?? '')
    .execute()
  expect(members).toEqual([{ role: 'owner' }])
})

test('of many confirms of one checkout with keys of their own, one is worked', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answers = await atOnce((index) => checkout.confirm(cards.good, { key: `click-${index}` }))
  expect(counted(answers)).toEqual({ 200: 1, '403 NotOpenCheckout': MANY - 1 })
  await expectOneSale(merchant, checkout)
})

test('of many confirms without a key, one is worked', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answers = await atOnce(() => checkout.confirm())
  expect(counted(answers)).toEqual({ 200: 1, '403 NotOpenCheckout': MANY - 1 })
  await expectOneSale(merchant, checkout)
})

test('of many confirms with one key, all that are answered get the same answer, and one is worked', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const confirm = () => checkout.confirm(cards.good, { key: 'one-click' })
  const answers = await atOnce(confirm)
  const { 200: worked = 0, '409 IdempotencyKeyInUse': waiting = 0, ...others } = counted(answers)
  expect([worked >= 1, worked + waiting, others]).toEqual([true, MANY, {}])
  const afterwards = await confirm()
  const given = [...answers, afterwards].filter(({ status }) => status === 200)
  expect(new Set(given.map(({ text }) => text)).size).toBe(1)
  expect(afterwards.headers['idempotent-replayed']).toBe('true')
  await expectOneSale(merchant, checkout)
})

test('of a confirm and changes of the same checkout at once, what is charged is what the order says', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answers = await atOnce((index) =>
    index % 4 ? checkout.change({ customer_name: `Name ${index}` }) : checkout.confirm(cards.good, { key: `click-${index}` }),
  )
  const said = Object.keys(counted(answers))
  expect(said.filter((each) => each !== '200' && each !== '403 NotOpenCheckout')).toEqual([])
  await expectOneSale(merchant, checkout)
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  expect(order).toMatchObject({ billing_name: 'Blaise Pascal', total_amount: 4200, status: 'paid' })
})

test('of many declined confirms at once, none opens the checkout twice or charges', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answers = await atOnce((index) => checkout.confirm(cards.declined, { key: `click-${index}` }))
  const said = Object.keys(counted(answers))
  expect(said.filter((each) => each !== '400 PaymentError' && each !== '403 NotOpenCheckout')).toEqual([])
  expect((await chargesOf(merchant)).filter(({ status }) => status !== 'declined')).toEqual([])
  expect(await ordersOf(merchant)).toEqual([])
})

test('many who buy at once with one new address, however it is written, are one customer', async () => {
  const merchant = await aMerchant(server)
  const address = newAddress()
  const products = [(await aProduct(merchant)).id]
  const checkouts = await Promise.all(Array.from({ length: MANY }, () => aCheckout(server, merchant, { products })))
  const answers = await atOnce((index) => {
    const email = index % 2 ? address : address.toUpperCase()
    return checkouts[index]?.confirm(cards.good, { body: { customer_email: email } }) ?? Promise.reject(new Error('There is no checkout.'))
  })
  expect(counted(answers)).toEqual({ 200: MANY })
  const customers = await db.selectFrom('customers').select('email').where('organization_id', '=', merchant.organizationId).execute()
  expect(customers).toEqual([{ email: address }])
  expect(await ordersOf(merchant)).toHaveLength(MANY)
  expect(await chargesOf(merchant)).toHaveLength(MANY)
  const made = (await factsOf(server, merchant.organizationId)).filter(({ name }) => name === 'customer.created')
  expect(made).toHaveLength(1)
})

test('of many who ask for one webhook to be sent again, all are told that it will be, and it is sent once', async () => {
  // A house of its own: nobody else works its jobs before they have all asked.
  const house = await testServer({ database: await ownDatabase() })
  const merchant = await aMerchant(house)
  const receiver = await aReceiver()
  const endpoint = { url: receiver.url, format: 'raw', secret: 'a secret of some length', events: ['product.created'] }
  await merchant.request('POST', '/v1/webhooks/endpoints', { body: endpoint })
  await aProduct(merchant)
  await house.drain()
  const path = `/v1/webhooks/events/${receiver.received[0]?.headers['webhook-id']}/redeliver`
  expect(counted(await atOnce(() => merchant.request('POST', path)))).toEqual({ 202: MANY })
  await house.drain()
  expect(receiver.received).toHaveLength(2)
  await receiver.close()
  await house.close()
})

const REVOKED = '401 invalid_token'
const MISSING = '404 ResourceNotFound'

test('a token that is deleted while many use it is of no more use to anybody who comes afterwards', async () => {
  const merchant = await aMerchant(server)
  const deleted = merchant.owner.request('DELETE', `/v1/organization-access-tokens/${merchant.tokenId}`)
  const answers = await atOnce(() => merchant.request('GET', '/v1/products/'))
  expect((await deleted).status).toBe(204)
  const said = Object.keys(counted(answers))
  expect(said.filter((each) => each !== '200' && each !== REVOKED)).toEqual([])
  expect(counted(await atOnce(() => merchant.request('GET', '/v1/products/')))).toEqual({ [REVOKED]: MANY })
})

test('what is made or paid while its organization is deleted is refused, at whichever step it happens', async () => {
  const { database, interrupt } = interruptible(server.platform.database)
  const house = await testServer({ database })
  const owner = await aUser(house)
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  const product = { name: 'Template Library', recurring_interval: null, prices }
  const endpoint = { url: 'http://127.0.0.1:9/', format: 'raw', secret: 'a secret of some length', events: ['order.paid'] }
  const made = (path: string, body: object) => async (organizationId: string) => {
    const { token } = await aToken(owner, organizationId)
    return () => house.request('POST', path, { headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'once' }, body })
  }
  const madeBy = (path: string, body: object) => async (organization_id: string) => () =>
    owner.request('POST', path, { body: { ...body, organization_id } })
  const asks: Record<string, readonly [(organizationId: string) => Promise<() => Promise<TestAnswer>>, refused: string]> = {
    'a product, by a program': [made('/v1/products/', product), REVOKED],
    'an endpoint': [madeBy('/v1/webhooks/endpoints', endpoint), MISSING],
    'a token': [madeBy('/v1/organization-access-tokens/', { comment: 'For tests', scopes: ['products:read'] }), MISSING],
    'a confirm': [
      async (organizationId) => {
        const token = await aToken(owner, organizationId)
        const headers = { authorization: `Bearer ${token.token}` }
        const request: TestMerchant['request'] = (method, url, sent) => house.request(method, url, { ...sent, headers })
        const checkout = await aCheckout(house, { owner, cookie: owner.cookie, organizationId, slug: '', ...token, headers, request })
        return () => checkout.confirm(cards.good, { key: 'click' })
      },
      MISSING,
    ],
  }
  const [said, expected]: [unknown[][], unknown[][]] = [[], []]
  for (const [what, [ask, refused]] of Object.entries(asks)) {
    for (let step = 1; ; step += 1) {
      const { id: organizationId } = await anOrganization(house, owner)
      const go = await ask(organizationId)
      let deleted = 0
      const isOver = interrupt(step, async () => {
        deleted = (await owner.request('POST', '/api/auth/organization/delete', { body: { organizationId } })).status
      })
      const answer = await go()
      if (!isOver()) break
      // Whose money is on its way waits for it.
      const isPaid = deleted === 409 && what === 'a confirm'
      said.push([what, step, ...Object.keys(counted([answer])), isPaid])
      expected.push([what, step, isPaid ? '200' : refused, isPaid])
    }
  }
  expect(said).toEqual(expected)
  expect(said.length).toBeGreaterThan(2 * Object.keys(asks).length)
  // A confirm meets both: the deletion that comes before its payment, and the one that has to wait for it.
  expect(new Set(said.filter(([what]) => what === 'a confirm').map(([, , , isPaid]) => isPaid))).toEqual(new Set([false, true]))
  await house.close()
})
