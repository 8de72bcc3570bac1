// The view of a merchant after AUTH_SECRET was lost or replaced, and the new encryption of stored values.

import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOutdatedSeals } from '#platform/crypto/reseal.ts'
import { sealedColumns } from '#platform/crypto/sealed-columns.ts'
import { uncontrolled } from '#platform/work-control.ts'
import { examineData } from '#server/cli/doctor.ts'
import { resealValues } from '#server/cli/secret.ts'
import { aCheckout, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const NEW_SECRET = 'another secret of the tests that is long enough'

let before: TestServer
/** The same database after the secret was replaced and the old one lost. */
let after: TestServer
let merchant: TestMerchant
let checkout: TestCheckout
let endpointId: string

beforeAll(async () => {
  const database = await ownDatabase()
  before = await testServer({ database })
  merchant = await aMerchant(before)
  const endpoint = { url: 'http://127.0.0.1:9/', format: 'raw', secret: 'a secret of the receiver', events: ['checkout.created'] }
  endpointId = (await merchant.request('POST', '/v1/webhooks/endpoints', { body: endpoint })).json.id
  checkout = await aCheckout(before, merchant)
  await aSale(before, merchant)
  await before.drain()
  after = await testServer({ database, settings: { AUTH_SECRET: NEW_SECRET } })
})
afterAll(async () => {
  await after.stop()
  await before.close()
})

const asMerchant = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) =>
  after.request(method, url, { headers: merchant.headers, ...(body === undefined ? {} : { body }) })

test('every column that stores sealed text is declared', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed%' order by 1`.execute(before.platform.database.db)
  const declared = sealedColumns().map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name).filter((name) => !declared.includes(name))).toEqual([])
})

test('every purpose for which text is sealed is declared with its columns', () => {
  const paths = globSync('server/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const sources = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const moduleOf = (path: string) => path.split('/').slice(0, 3).join('/')
  const found = (pattern: RegExp) =>
    sources.flatMap(({ path, text }) => Array.from(text.matchAll(pattern), ([, name]) => `${moduleOf(path)} ${name}`))
  const declared = found(/declareSealed\(\s*([A-Z_]+)/g)
  const sealing = found(/\bsecrets\.seal\(\s*([A-Z_]+)/g)
  // A module may export its purpose to the one that stores what it seals.
  const isStoredElsewhere = (purpose: string) => {
    const [module, name = ''] = purpose.split(' ')
    const index = sources.find(({ path }) => path === `${module}/index.ts`)
    return index?.text.includes(name) === true && declared.some((each) => each.endsWith(` ${name}`))
  }
  expect(sealing.length).toBeGreaterThan(8)
  expect(sealing.filter((purpose) => !declared.includes(purpose) && !isStoredElsewhere(purpose))).toEqual([])
})

test('with a lost secret the lists of checkouts and deliveries are answered without the values that cannot be opened', async () => {
  const listed = await asMerchant('GET', '/v1/checkouts/')
  expect(listed.status).toBe(200)
  expect(listed.json.items.map((item: { client_secret: string; url: string }) => [item.client_secret, item.url])).toEqual([
    ['', ''],
    ['', ''],
  ])
  expect(await asMerchant('GET', `/v1/checkouts/${checkout.id}`)).toMatchObject({ status: 200, json: { client_secret: '' } })
  const deliveries = await asMerchant('GET', '/v1/webhooks/deliveries')
  expect(deliveries).toMatchObject({ status: 200 })
  expect(deliveries.json.items[0]).toMatchObject({ webhook_event: { payload: '' } })
})

test('with a lost secret a buyer who has the client secret can open, change and pay the checkout', async () => {
  const url = `/v1/checkouts/client/${checkout.secret}`
  expect(await after.request('GET', url)).toMatchObject({ status: 200, json: { client_secret: checkout.secret } })
  expect(await after.request('PATCH', url, { body: { customer_name: 'Ada' } })).toMatchObject({ status: 200 })
  const body = { ...checkout.form, confirmation_token_id: 'sandbox_4242424242424242' }
  const confirmed = await after.request('POST', `${url}/confirm`, { body })
  expect(confirmed).toMatchObject({ status: 200, json: { client_secret: checkout.secret } })
})

test('with a lost secret an endpoint gets a new secret', async () => {
  const changed = await asMerchant('PATCH', `/v1/webhooks/endpoints/${endpointId}`, { secret: 'a new secret of the receiver' })
  expect(changed).toMatchObject({ status: 200 })
})

test('with a lost secret a repeated request is refused, because its answer cannot be opened', async () => {
  const sent = {
    headers: { ...merchant.headers, 'idempotency-key': 'lost' },
    body: { name: 'Prints', recurring_interval: null, prices: [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }] },
  }
  expect((await before.request('POST', '/v1/products/', sent)).status).toBe(201)
  expect(await after.request('POST', '/v1/products/', sent)).toMatchObject({ status: 409, json: { error: 'IdempotencyAnswerLost' } })
})

test('with a lost secret checkouts still expire', async () => {
  const old = await aCheckout(before, merchant)
  const recent = await aCheckout(after, {
    ...merchant,
    request: (method, url, sent) => after.request(method, url, { ...sent, headers: merchant.headers }),
  })
  after.clock.advance(25 * 3600)
  await after.drain()
  const { db } = after.platform.database
  const rows = await db.selectFrom('checkouts').select('status').where('id', 'in', [old.id, recent.id]).execute()
  expect(rows.map(({ status }) => status)).toEqual(['expired', 'expired'])
})

test('rotating encrypts every stored value anew, in repeatable steps, and doctor counts what is left', async () => {
  const { database } = before.platform
  const rotating = await testServer({
    database,
    settings: { AUTH_SECRET: NEW_SECRET, AUTH_SECRET_PREVIOUS: before.settings.AUTH_SECRET ?? '' },
  })
  const context = { database, platform: async () => rotating.platform as never, control: uncontrolled }
  const findingOf = async () =>
    ((await examineData(context, {})).json as { name: string; state: string; sentence: string }[]).find(({ name }) => name === 'secret')
  try {
    const { previous } = await countOutdatedSeals(database.db, rotating.platform.secrets)
    expect(previous).toBeGreaterThan(5)
    expect(await findingOf()).toMatchObject({
      state: 'warning',
      sentence: `${previous} stored values need AUTH_SECRET_PREVIOUS: run guildhall secret rotate to end that.`,
    })
    const step = await resealValues(context, { cursor: { column: 0, at: '(0,0)' } })
    expect(step.json).toMatchObject({ next: null, resealed: previous, left: { previous: 0, unknown: 0 } })
    expect(await findingOf()).toMatchObject({ state: 'well' })
    expect((await resealValues(context, { cursor: { column: 0, at: '(0,0)' } })).json).toMatchObject({ resealed: 0 })
    // Now the old secret is not needed any more.
    expect(await countOutdatedSeals(database.db, after.platform.secrets)).toEqual({ previous: 0, unknown: 0 })
    expect(await asMerchant('GET', `/v1/checkouts/${checkout.id}`)).toMatchObject({ json: { client_secret: checkout.secret } })
  } finally {
    await rotating.stop()
  }
})
