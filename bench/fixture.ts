// What the figures are taken on: people, a merchant with products, and the recordings of what each line asks for.
import { randomUUID } from 'node:crypto'
import { movableClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { aUser, PASSWORD } from '#test/support/a-user.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { flowOf, type RecordedExchange, recorded } from './record.ts'
import type { Flow } from './script.ts'

/** The settings that every server of a run has. */
export const SETTINGS = {
  NODE_ENV: 'production',
  BASE_URL: 'http://localhost:3000',
  ALLOW_HTTP: 'true',
  AUTH_SECRET: 'kQ7vX2mZ9pL4wT8sR1nB6yH3cJ5dF0gA',
  SMTP_URL: 'smtp://127.0.0.1:9',
  RATE_LIMIT_ENABLED: 'false',
  OUTBOUND_ALLOW: 'loopback',
} as const

const PRODUCTS = 100
/** So many people sign in, in turn: one alone would measure the wait for the locks of their rows. */
const PEOPLE = 32

/** A request that is made again and again. */
export interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What the lines ask for, and the recordings behind it. */
export interface Fixture {
  readonly organizationId: string
  readonly productId: string
  readonly session: Asked
  readonly signIns: readonly Asked[]
  readonly products: Asked
  readonly flows: readonly Flow[]
  /** A new checkout, and its confirm. */
  readonly create: Asked
  confirm(clientSecret: string): Asked
  /** How many messages to the database each line costs, by its name. */
  readonly messages: Readonly<Record<string, number>>
}

/** The house in this process over the run's database, with the settings of the servers to come. */
export async function houseOf(databaseUrl: string): Promise<TestServer> {
  const silent = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: databaseUrl }, silent)
  return testServer({ settings: SETTINGS, database, clock: movableClock(new Date()) })
}

/** Fills the database through the doors that everybody uses, and records each request that the lines will make. */
export async function makeFixture(house: TestServer): Promise<Fixture> {
  const merchant = await aMerchant(house)
  const [product] = await Promise.all(Array.from({ length: PRODUCTS }, (_, at) => aProduct(merchant, { name: `Template ${at}` })))
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => aUser(house)))
  const json = { 'content-type': 'application/json' }
  const session: Asked = { method: 'GET', path: '/api/auth/get-session?disableCookieCache=true', headers: { cookie: merchant.cookie } }
  const products: Asked = { method: 'GET', path: '/v1/products/', headers: merchant.headers }
  const signIns = people.map(({ email }): Asked => {
    return { method: 'POST', path: '/api/auth/sign-in/email', headers: json, body: JSON.stringify({ email, password: PASSWORD }) }
  })
  const create: Asked = {
    method: 'POST',
    path: '/v1/checkouts/',
    headers: { ...json, ...merchant.headers },
    body: JSON.stringify({ products: [product.id], metadata: { campaign: 'spring' } }),
  }
  const ask = (asked: Asked) =>
    recorded(asked.method, asked.path, () =>
      house.request(asked.method, asked.path, { headers: asked.headers, ...(asked.body === undefined ? {} : { body: asked.body }) }),
    )
  const sell = async () => {
    const created = await ask(create)
    return [created, await ask(confirmOf(JSON.parse(created.body).client_secret))]
  }
  const twice = async (act: () => Promise<RecordedExchange[]>) => flowOf(await act(), await act())
  const flows = [await twice(async () => [await ask(session)]), await twice(async () => [await ask(products)]), await twice(sell)]
  for (const signIn of signIns) flows.push(await twice(async () => [await ask(signIn)]))
  const [sessionFlow, productsFlow, saleFlow, signInFlow] = flows
  return {
    organizationId: merchant.organizationId,
    productId: product.id,
    session,
    signIns,
    products,
    flows,
    create,
    confirm: confirmOf,
    messages: {
      'get-session': messagesOf(sessionFlow),
      'product list': messagesOf(productsFlow),
      'checkout to paid order': messagesOf(saleFlow),
      'sign-in': messagesOf(signInFlow),
    },
  }
}

function messagesOf(flow: Flow | undefined): number {
  return flow?.exchanges.reduce((sum, { statements }) => sum + statements.length, 0) ?? 0
}

function confirmOf(clientSecret: string): Asked {
  return {
    method: 'POST',
    path: `/v1/checkouts/client/${clientSecret}/confirm`,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      customer_email: `buyer-${randomUUID()}@example.test`,
      customer_name: 'Blaise Pascal',
      customer_billing_address: { country: 'FR' },
      confirmation_token_id: 'sandbox_4242424242424242',
    }),
  }
}
