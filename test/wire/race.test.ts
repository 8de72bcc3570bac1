// Concurrent requests for one resource: one succeeds. They really overlap on PostgreSQL only; on the embedded database they queue.
import { expect, onTestFinished, test, vi } from 'vitest'
import { aCheckout, cards, eventsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { anOrganization, aUser, newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { sharedServer, type TestAnswer, testServer } from '#test/support/server.ts'
import { interruptible } from './interruption.ts'

const MANY = process.env['DATABASE_URL'] ? 50 : 20

const server = await sharedServer()
const { db } = server.platform.database

/** Sends many concurrent requests. */
function atOnce(send: (index: number) => Promise<TestAnswer>): Promise<TestAnswer[]> {
  return Promise.all(Array.from({ length: MANY }, (_, index) => send(index)))
}

/** The number of answers of each kind, as `200` or `403 NotOpenCheckout`. */
function countAnswers(answers: readonly TestAnswer[]): Record<string, number> {
  const outcomes = answers.map(({ status, json }) => (status < 300 ? String(status) : `${status} ${json.error ?? json.code}`))
  return Object.fromEntries([...Map.groupBy(outcomes, (each) => each)].map(([each, { length }]) => [each, length]))
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
  expect((await checkout.view()).json.status).toBe('succeeded')
}

test('of many concurrent sign-ups with spellings of one email one creates an account', async () => {
  const buyerEmail = uniqueEmail()
  const spellings = [
    buyerEmail,
    buyerEmail.toUpperCase(),
    ` ${buyerEmail}`,
    `${buyerEmail} `,
    buyerEmail.replace(/^./, (first) => first.toUpperCase()),
  ]
  const answers = await atOnce((index) => {
    const email = spellings[index % spellings.length]
    return server.request('POST', '/api/auth/sign-up/email', { body: { name: 'Ada', email, password: PASSWORD } })
  })
  // Two of the five spellings are invalid emails: a space is never trimmed silently.
  const refused = (MANY / spellings.length) * 2
  expect(countAnswers(answers)).toEqual({ 200: 1, '400 INVALID_EMAIL': refused, '422 USER_ALREADY_EXISTS': MANY - refused - 1 })
  const users = await db.selectFrom('users').select('id').where('email', '=', buyerEmail).execute()
  expect(users).toHaveLength(1)
  expect(
    await db
      .selectFrom('accounts')
      .select('id')
      .where('user_id', '=', users[0]?.id ?? '')
      .execute(),
  ).toHaveLength(1)
})

test('of many concurrent creations of an organization with one slug one succeeds, with one owner', async () => {
  const slug = newSlug()
  const users = [await aUser(server), await aUser(server)]
  const answers = await atOnce((index) => {
    const user = users[index % users.length] ?? users[0]
    if (!user) throw new Error('A user is missing.')
    return user.request('POST', '/api/auth/organization/create', { body: { name: 'One of many', slug } })
  })
  expect(countAnswers(answers)).toEqual({ 200: 1, '400 ORGANIZATION_ALREADY_EXISTS': MANY - 1 })
  const created = await db.selectFrom('organizations').select('id').where('slug', '=', slug).execute()
  expect(created).toHaveLength(1)
  const members = await db
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', created[0]?.id ?? '')
    .execute()
  expect(members).toEqual([{ role: 'owner' }])
})

test('of many concurrent confirms with different keys one succeeds', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answers = await atOnce((index) => checkout.confirm(cards.good, { key: `click-${index}` }))
  expect(countAnswers(answers)).toEqual({ 200: 1, '403 NotOpenCheckout': MANY - 1 })
  await expectOneSale(merchant, checkout)
})

test('of many concurrent confirms without a key one succeeds', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answers = await atOnce(() => checkout.confirm())
  expect(countAnswers(answers)).toEqual({ 200: 1, '403 NotOpenCheckout': MANY - 1 })
  await expectOneSale(merchant, checkout)
})

test('of many concurrent confirms with one key one is processed, and all answered ones get the same answer', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const confirm = () => checkout.confirm(cards.good, { key: 'one-click' })
  const answers = await atOnce(confirm)
  const { 200: processed = 0, '409 IdempotencyKeyInUse': waiting = 0, ...others } = countAnswers(answers)
  expect([processed >= 1, processed + waiting, others]).toEqual([true, MANY, {}])
  const afterwards = await confirm()
  const succeeded = [...answers, afterwards].filter(({ status }) => status === 200)
  expect(new Set(succeeded.map(({ text }) => text)).size).toBe(1)
  expect(afterwards.headers['idempotent-replayed']).toBe('true')
  await expectOneSale(merchant, checkout)
})

test('a confirm with concurrent updates of the checkout charges what the order says', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answers = await atOnce((index) =>
    index % 4 ? checkout.update({ customer_name: `Name ${index}` }) : checkout.confirm(cards.good, { key: `click-${index}` }),
  )
  const outcomes = Object.keys(countAnswers(answers))
  expect(outcomes.filter((each) => each !== '200' && each !== '403 NotOpenCheckout')).toEqual([])
  await expectOneSale(merchant, checkout)
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  expect(order).toMatchObject({ billing_name: 'Blaise Pascal', total_amount: 4200, status: 'paid' })
})

test('many concurrent declined confirms charge nothing and create no order', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answers = await atOnce((index) => checkout.confirm(cards.declined, { key: `click-${index}` }))
  const outcomes = Object.keys(countAnswers(answers))
  expect(outcomes.filter((each) => each !== '400 PaymentError' && each !== '403 NotOpenCheckout')).toEqual([])
  expect((await chargesOf(merchant)).filter(({ status }) => status !== 'declined')).toEqual([])
  expect(await ordersOf(merchant)).toEqual([])
})

test('many concurrent purchases with spellings of one new email create one customer', async () => {
  const merchant = await aMerchant(server)
  const buyerEmail = uniqueEmail()
  const products = [(await aProduct(merchant)).id]
  const checkouts = await Promise.all(Array.from({ length: MANY }, () => aCheckout(server, merchant, { products })))
  const answers = await atOnce((index) => {
    const email = index % 2 ? buyerEmail : buyerEmail.toUpperCase()
    return checkouts[index]?.confirm(cards.good, { body: { customer_email: email } }) ?? Promise.reject(new Error('There is no checkout.'))
  })
  expect(countAnswers(answers)).toEqual({ 200: MANY })
  const customers = await db.selectFrom('customers').select('email').where('organization_id', '=', merchant.organizationId).execute()
  expect(customers).toEqual([{ email: buyerEmail }])
  const orders = await merchant.request('GET', '/v1/orders/?limit=100')
  const numbers = orders.json.items
    .map(({ number }: { number: string }) => Number(number.split('-')[1]))
    .toSorted((a: number, b: number) => a - b)
  expect(numbers).toEqual(Array.from({ length: MANY }, (_, index) => index + 1))
  expect(await chargesOf(merchant)).toHaveLength(MANY)
  const created = (await eventsOf(server, merchant.organizationId)).filter(({ name }) => name === 'customer.created')
  expect(created).toHaveLength(1)
})

test('many concurrent redeliveries of one event are all accepted, and the event is sent once', async () => {
  // A server of its own, so that no other worker runs its jobs before all requests are sent.
  const ownServer = await testServer({ database: await ownDatabase() })
  const merchant = await aMerchant(ownServer)
  const receiver = await aReceiver()
  const endpoint = { url: receiver.url, format: 'raw', secret: 'a secret of some length', events: ['product.created'] }
  await merchant.request('POST', '/v1/webhooks/endpoints', { body: endpoint })
  await aProduct(merchant)
  await ownServer.drain()
  const path = `/v1/webhooks/events/${receiver.received[0]?.headers['webhook-id']}/redeliver`
  expect(countAnswers(await atOnce(() => merchant.request('POST', path)))).toEqual({ 202: MANY })
  await ownServer.drain()
  expect(receiver.received).toHaveLength(2)
  await receiver.close()
  await ownServer.close()
})

const REVOKED = '401 invalid_token'
const MISSING = '404 ResourceNotFound'

test('a token that is deleted during many requests is refused in every later request', async () => {
  const merchant = await aMerchant(server)
  const deleted = merchant.owner.request('DELETE', `/v1/organization-access-tokens/${merchant.tokenId}`)
  const answers = await atOnce(() => merchant.request('GET', '/v1/products/'))
  expect((await deleted).status).toBe(204)
  const outcomes = Object.keys(countAnswers(answers))
  expect(outcomes.filter((each) => each !== '200' && each !== REVOKED)).toEqual([])
  expect(countAnswers(await atOnce(() => merchant.request('GET', '/v1/products/')))).toEqual({ [REVOKED]: MANY })
})

test('a request is refused when its organization is deleted at any step of it, unless a payment blocks the deletion', async () => {
  // On a slow machine the renewal of a lease would be a further step.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { database, interrupt } = interruptible(server.platform.database)
  const ownServer = await testServer({ database })
  const owner = await aUser(ownServer)
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  const product = { name: 'Template Library', recurring_interval: null, prices }
  const endpoint = { url: 'http://127.0.0.1:9/', format: 'raw', secret: 'a secret of some length', events: ['order.paid'] }
  const createByToken = (path: string, body: object) => async (organizationId: string) => {
    const { token } = await aToken(owner, organizationId)
    return () => ownServer.request('POST', path, { headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'once' }, body })
  }
  const createByUser = (path: string, body: object) => async (organization_id: string) => () =>
    owner.request('POST', path, { body: { ...body, organization_id } })
  const cases: Record<string, readonly [(organizationId: string) => Promise<() => Promise<TestAnswer>>, refused: string]> = {
    'a product, by a program': [createByToken('/v1/products/', product), REVOKED],
    'an endpoint': [createByUser('/v1/webhooks/endpoints', endpoint), MISSING],
    'a token': [createByUser('/v1/organization-access-tokens/', { comment: 'For tests', scopes: ['products:read'] }), MISSING],
    'a confirm': [
      async (organizationId) => {
        const token = await aToken(owner, organizationId)
        const headers = { authorization: `Bearer ${token.token}` }
        const request: TestMerchant['request'] = (method, url, sent) => ownServer.request(method, url, { ...sent, headers })
        const checkout = await aCheckout(ownServer, { owner, cookie: owner.cookie, organizationId, slug: '', ...token, headers, request })
        return () => checkout.confirm(cards.good, { key: 'click' })
      },
      MISSING,
    ],
  }
  const [outcomes, expected]: [unknown[][], unknown[][]] = [[], []]
  for (const [what, [send, refused]] of Object.entries(cases)) {
    for (let step = 1; ; step += 1) {
      const { id: organizationId } = await anOrganization(ownServer, owner)
      const sendRequest = await send(organizationId)
      let deleted = 0
      const isReached = interrupt(step, async () => {
        deleted = (await owner.request('POST', '/api/auth/organization/delete', { body: { organizationId } })).status
      })
      const answer = await sendRequest()
      if (!isReached()) break
      // An organization with a pending payment cannot be deleted.
      const isPaid = deleted === 409 && what === 'a confirm'
      outcomes.push([what, step, ...Object.keys(countAnswers([answer])), isPaid])
      expected.push([what, step, isPaid ? '200' : refused, isPaid])
    }
  }
  expect(outcomes).toEqual(expected)
  expect(outcomes.length).toBeGreaterThan(2 * Object.keys(cases).length)
  // A confirm meets both: a deletion before its payment, and a deletion that its payment blocks.
  expect(new Set(outcomes.filter(([what]) => what === 'a confirm').map(([, , , isPaid]) => isPaid))).toEqual(new Set([false, true]))
  await ownServer.close()
})
