// After a sale no table contains a credential in plain text.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale, type TestSale } from '#test/support/a-sale.ts'
import { PASSWORD } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const WEBHOOK_SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

let server: TestServer
let merchant: TestMerchant
let sale: TestSale
let stored: string
let tokens: readonly string[]

beforeAll(async () => {
  // With an unreachable mail server the emails stay queued, with their links.
  server = await testServer({ database: await ownDatabase(), settings: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  merchant = await aMerchant(server)
  // With an unreachable receiver the events stay queued, with their payloads.
  const body = { url: 'http://127.0.0.1:9/', format: 'raw', secret: WEBHOOK_SECRET, events: ['checkout.created', 'checkout.updated'] }
  await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  const headers = { 'idempotency-key': 'a-key-of-this-test' }
  const another = { organization_id: merchant.organizationId, comment: 'With a key', scopes: ['orders:read'] }
  await merchant.owner.request('POST', '/v1/organization-access-tokens/', { headers, body: another })
  sale = await aSale(server, merchant)
  for (const call of ['forget-password', 'send-verification-email']) {
    await server.request('POST', `/api/auth/${call}`, { body: { email: merchant.owner.email } })
  }
  await server.drain()
  tokens = await queuedTokens()
  stored = await readAllRows()
})
afterAll(() => server.close())

/** The tokens in the queued emails. */
async function queuedTokens(): Promise<string[]> {
  const { database, secrets } = server.platform
  const jobs = await database.db.selectFrom('jobs').select('payload').where('kind', '=', 'mail:send').execute()
  return jobs.flatMap(({ payload }) => {
    const { values } = JSON.parse(secrets.open('letter', (payload as { readonly sealed: string }).sealed))
    const { pathname, searchParams } = new URL(values.url)
    return searchParams.get('token') ?? pathname.split('/').at(-1) ?? []
  })
}

/** All rows of all tables as text. */
async function readAllRows(): Promise<string> {
  const { db } = server.platform.database
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => (await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(db)).rows),
  )
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

test('the tables contain the rows of the sale', () => {
  expect(stored).toContain(sale.orderId)
  expect(stored).toContain(merchant.owner.email)
})

test('no table contains the links of queued emails in plain text', () => {
  expect(tokens.map((token) => [token.length > 20, stored.includes(token)])).toEqual([
    [true, false],
    [true, false],
  ])
})

test.each([
  ['the client secret of a checkout', () => sale.clientSecret],
  ['any client secret', () => 'co_cs_'],
  ['an access token', () => merchant.token],
  ['any access token', () => 'gh_oat_'],
  ['any session of a customer', () => 'gh_cst_'],
  ['the session token of a user', () => merchant.owner.token],
  ['a password', () => PASSWORD],
  ['the secret of a webhook', () => WEBHOOK_SECRET],
])('no table contains %s in plain text', (_what, secret) => {
  expect(stored.includes(secret())).toBe(false)
})
