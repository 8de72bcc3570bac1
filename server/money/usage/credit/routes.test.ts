import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { entryOf, postEntry } from '#money/books/ledger/index.ts'
import { saveTerms } from '#money/books/payouts/index.ts'
import { sqlState, type Tx } from '#platform/database/database.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { balancesOf, bookFaultsOf, expectSoundBooks } from '#test/support/books/invariants.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { postDowngradeCredit } from './actions/post-credit.ts'
import { creditBalances, creditBalancesOf, releaseCredit, reserveCredit } from './store.ts'

const server = await sharedServer()
const { transaction } = server.platform.database

let merchant: TestMerchant
beforeAll(async () => {
  merchant = await aMerchant(server)
})

async function aCustomer(of = merchant) {
  const { id: customerId } = (await of.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })).json
  const path = `/v1/customers/${customerId}/credits`
  return {
    organizationId: of.organizationId,
    customerId: customerId as string,
    path,
    give: (amount: number, further: object = {}) => of.request('POST', path, { body: { amount, currency: 'usd', ...further } }),
    read: async (query = '') => (await of.request('GET', `${path}${query}`)).json,
  }
}

type TestCustomer = Awaited<ReturnType<typeof aCustomer>>

/** Posts the sale of an order that is paid by credit alone. */
async function use(tx: Tx, { organizationId, customerId }: TestCustomer, amount: number, source: string) {
  const context = { organizationId, source, orderId: null, customerId, currency: 'usd', now: server.clock.now() }
  await postEntry(tx, entryOf('sale', { captured: 0, credit: amount, writtenOff: 0, net: amount, tax: 0, providerFee: 0 }, context))
}

/** Posts the sale of an order of 100, which takes as much credit as there is; returns that. */
const buy = (customer: TestCustomer, source: string) =>
  transaction(async (tx) => {
    const [balance] = await creditBalances(tx, customer)
    const amount = Math.min(100, balance?.amount ?? 0)
    if (amount > 0) await use(tx, customer, amount, source)
    return amount
  })

test('POST /v1/customers/{id}/credits gives credit, and GET returns what the customer has and the changes, newest first', async () => {
  const customer = await aCustomer()
  expect(await customer.read()).toEqual({ balances: [], items: [], total_count: 0 })
  const answer = await customer.give(1000, { note: 'For the outage' })
  expect([answer.status, answer.json]).toEqual([
    201,
    {
      id: expect.any(String),
      organization_id: merchant.organizationId,
      created_at: expect.any(String),
      customer_id: customer.customerId,
      kind: 'grant',
      amount: 1000,
      tax_amount: 0,
      currency: 'usd',
      note: 'For the outage',
    },
  ])
  server.clock.advance(1)
  await customer.give(500, { currency: 'eur' })
  server.clock.advance(1)
  expect(await buy(customer, 'order:first')).toBe(100)
  const { balances, items, total_count: total } = await customer.read()
  expect(balances).toEqual([
    { currency: 'eur', amount: 500 },
    { currency: 'usd', amount: 900 },
  ])
  expect(items).toMatchObject([
    { kind: 'order', amount: -100, currency: 'usd', note: null },
    { kind: 'grant', amount: 500, currency: 'eur', note: null },
    { kind: 'grant', amount: 1000, currency: 'usd', note: 'For the outage', order_id: null },
  ])
  expect(total).toBe(3)
  expect((await customer.read('?limit=1&page=3')).items).toEqual([items[2]])
  expect(await bookFaultsOf(server, merchant)).toEqual([])
})

test.for([
  ['no amount', { amount: 0 }, 'amount'],
  ['a negative amount', { amount: -5 }, 'amount'],
  ['more than a price may be', { amount: 100_000_000 }, 'amount'],
  ['an unknown currency', { currency: 'USD' }, 'currency'],
  ['a note that is too long', { note: 'n'.repeat(501) }, 'note'],
] as const)('credit with %s is refused', async ([, body, field]) => {
  const answer = await (await aCustomer()).give(100, body)
  expect([answer.status, answer.json.detail[0].loc]).toEqual([422, ['body', field]])
})

test('customers of others and deleted ones get no credit, and it takes the scope to write orders', async () => {
  const customer = await aCustomer()
  const stranger = await aMerchant(server)
  for (const method of ['GET', 'POST'] as const)
    expect((await stranger.request(method, customer.path, { body: { amount: 1, currency: 'usd' } })).status).toBe(404)
  const member = await aMember(server, merchant.organizationId, 'member')
  expect((await member.request('GET', customer.path)).status).toBe(200)
  expect((await member.request('POST', customer.path, { body: { amount: 1, currency: 'usd' } })).status).toBe(403)
  await merchant.request('DELETE', `/v1/customers/${customer.customerId}`)
  expect((await customer.give(100)).status).toBe(404)
})

test('a repeated grant with the same Idempotency-Key gives credit once', async () => {
  const customer = await aCustomer()
  const sent = { body: { amount: 300, currency: 'usd' }, headers: { 'idempotency-key': customer.customerId } }
  const [first, second] = [await merchant.request('POST', customer.path, sent), await merchant.request('POST', customer.path, sent)]
  expect(second.json).toEqual(first.json)
  expect((await customer.read()).balances).toEqual([{ currency: 'usd', amount: 300 }])
})

test('of fifty orders at once none uses credit that another has used', async () => {
  const customer = await aCustomer()
  await customer.give(1030)
  const used = await Promise.all(Array.from({ length: 50 }, (_, at) => buy(customer, `order:race-${customer.customerId}-${at}`)))
  expect(used.toSorted((a, b) => b - a)).toEqual([...Array(10).fill(100), 30, ...Array(39).fill(0)])
  expect((await customer.read()).balances).toEqual([])
  expect(await bookFaultsOf(server, merchant)).toEqual([])
})

test('the database refuses to use more credit than there is', async () => {
  const customer = await aCustomer()
  const overdraw = () => transaction((tx) => use(tx, customer, 100, `order:over-${customer.customerId}`)).catch(sqlState)
  expect(await overdraw()).toBe('23514')
  await customer.give(99)
  expect(await overdraw()).toBe('23514')
})

test('credit that a pending order has reserved is not there for another one, until it is released', async () => {
  const customer = await aCustomer()
  await customer.give(500)
  const reservation = { ...customer, currency: 'usd', amount: 400 }
  const left = () => transaction((tx) => creditBalances(tx, customer))
  await transaction((tx) => reserveCredit(tx, reservation))
  expect(await left()).toEqual([{ currency: 'usd', amount: 100 }])
  expect(await transaction((tx) => reserveCredit(tx, { ...reservation, amount: 101 })).catch(sqlState)).toBe('23514')
  expect(await transaction((tx) => use(tx, customer, 101, `order:reserved-${customer.customerId}`)).catch(sqlState)).toBe('23514')
  await transaction(async (tx) => {
    await releaseCredit(tx, reservation)
    await use(tx, customer, 400, `order:paid-${customer.customerId}`)
  })
  expect(await left()).toEqual([{ currency: 'usd', amount: 100 }])
})

test('the credit of several customers in a currency is read in one statement', async () => {
  const [one, two, none] = [await aCustomer(), await aCustomer(), await aCustomer()]
  await one.give(100)
  await two.give(200)
  await none.give(300, { currency: 'eur' })
  const customerIds = [one, two, none].map(({ customerId }) => customerId)
  const { organizationId } = merchant
  const balances = await transaction((tx) => creditBalancesOf(tx, { organizationId, currency: 'usd', customerIds }))
  expect(customerIds.map((id) => balances.get(id))).toEqual([100, 200, undefined])
})

test('a downgrade gives its net and tax as credit, once for its source', async () => {
  const of = await aMerchant(server)
  const customer = await aCustomer(of)
  const { organizationId, customerId } = customer
  const input = {
    organizationId,
    customerId,
    net: 1000,
    tax: 190,
    currency: 'usd',
    orderId: customerId,
    source: 'change:1',
    now: server.clock.now(),
  }
  const post = () => transaction((tx) => postDowngradeCredit(tx, server.platform, input))
  expect(await post()).toMatchObject({ kind: 'downgrade', amount: 1000, taxAmount: 190 })
  expect(await post()).toBeNull()
  expect(await customer.read()).toMatchObject({ balances: [{ amount: 1190 }], items: [{ kind: 'downgrade', amount: 1190 }] })
  await expectSoundBooks(server, of)
})

test('where the operator sells, the organization is owed less', async () => {
  const platformServer: TestServer = await testServer({ settings: { MERCHANT_OF_RECORD: 'platform' } })
  const of = await aMerchant(platformServer)
  const customer = await aCustomer(of)
  await customer.give(300)
  const { organizationId, customerId } = customer
  const { platform } = platformServer
  const now = platform.clock.now(customer)
  await platform.database.transaction((tx) => saveTerms(tx, organizationId, { terms: { payoutAccount: 'IBAN NL00' }, now }))
  const downgrade = { organizationId, customerId, net: 100, tax: 19, currency: 'usd', orderId: customerId, source: 'change:1', now }
  await platform.database.transaction((tx) => postDowngradeCredit(tx, platform, downgrade))
  expect(await balancesOf(platformServer, of)).toEqual([
    { account: 'customer_credit', currency: 'usd', balance: -419 },
    { account: 'org_held', currency: 'usd', balance: 300 },
    { account: 'org_payable', currency: 'usd', balance: 100 },
    { account: 'tax_payable', currency: 'usd', balance: 19 },
  ])
  await platformServer.close()
})

test('a merchant can give a customer credit only so often', async () => {
  const limited = await testServer({ settings: { CUSTOMER_CREDIT_LIMIT: '2' } })
  const customer = await aCustomer(await aMerchant(limited))
  const statuses = [await customer.give(1), await customer.give(1), await customer.give(1)].map(({ status }) => status)
  expect(statuses.slice(0, 2)).toEqual([201, 201])
  expect(statuses[2]).toBeGreaterThanOrEqual(400)
  await limited.close()
})

test.for([
  [
    'a balance',
    sql`update credit_balances set amount = amount + 1`,
    sql`update credit_balances set amount = amount - 1`,
    'is kept as 701 usd',
  ],
  [
    'given credit',
    sql`update customer_credits set amount = 699`,
    sql`update customer_credits set amount = 700`,
    '700 is posted instead of 699',
  ],
] as const)('%s that differs from the ledger is found', async ([, falsify, restore, sentence]) => {
  const of = await aMerchant(server)
  const customer = await aCustomer(of)
  await customer.give(700)
  const run = (change: typeof falsify) => transaction((tx) => sql`${change} where customer_id = ${customer.customerId}`.execute(tx))
  await run(falsify)
  expect((await bookFaultsOf(server, of)).join('\n')).toContain(sentence)
  await run(restore)
  expect(await bookFaultsOf(server, of)).toEqual([])
})
