// The data of the measurements: users, a merchant with products, and the recordings of the requests of each line.
import { randomUUID } from 'node:crypto'
import { movableClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { aUser, PASSWORD } from '#test/support/a-user.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { flowOf, type RecordedRequest, recordRequest } from './record.ts'
import type { Flow } from './script.ts'

/** The settings of every server of a run. */
export const SETTINGS = {
  NODE_ENV: 'production',
  BASE_URL: 'http://localhost:3000',
  ALLOW_HTTP: 'true',
  AUTH_SECRET: 'kQ7vX2mZ9pL4wT8sR1nB6yH3cJ5dF0gA',
  SMTP_URL: 'smtp://127.0.0.1:9',
  RATE_LIMIT_ENABLED: 'false',
  OUTBOUND_ALLOW: 'loopback',
  PRODUCT_LIMIT: '1000000',
} as const

const PRODUCTS = 100
/** Users that sign in in turn: with one user the line would measure the wait for row locks. */
const USERS = 32

/** A request that is repeated. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The requests of the lines, and their recordings. */
export interface Fixture {
  readonly organizationId: string
  readonly productId: string
  readonly session: BenchRequest
  readonly signIns: readonly BenchRequest[]
  readonly products: BenchRequest
  /** Creates a product. */
  readonly newProduct: BenchRequest
  readonly flows: readonly Flow[]
  /** Creates a checkout; `confirm` confirms it. */
  readonly create: BenchRequest
  confirm(clientSecret: string): BenchRequest
  /** Statements to the database of each line, by name. */
  readonly statementCounts: Readonly<Record<string, number>>
}

/** The application in this process with the database of the run and the settings of its servers. */
export async function applicationOn(databaseUrl: string): Promise<TestServer> {
  const silent = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: databaseUrl }, silent)
  return testServer({ settings: SETTINGS, database, clock: movableClock(new Date()) })
}

/** Creates the data through the public API, and records each request of the lines. */
export async function createFixture(application: TestServer): Promise<Fixture> {
  const merchant = await aMerchant(application)
  const [product] = await Promise.all(Array.from({ length: PRODUCTS }, (_, at) => aProduct(merchant, { name: `Template ${at}` })))
  const users = await Promise.all(Array.from({ length: USERS }, () => aUser(application)))
  const json = { 'content-type': 'application/json' }
  const session: BenchRequest = {
    method: 'GET',
    path: '/api/auth/get-session?disableCookieCache=true',
    headers: { cookie: merchant.cookie },
  }
  const products: BenchRequest = { method: 'GET', path: '/v1/products/', headers: merchant.headers }
  const newProduct: BenchRequest = {
    method: 'POST',
    path: '/v1/products/',
    headers: { ...json, ...merchant.headers },
    body: JSON.stringify({ name: 'Another template', prices: [{ amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }] }),
  }
  const signIns = users.map(({ email }): BenchRequest => {
    return { method: 'POST', path: '/api/auth/sign-in/email', headers: json, body: JSON.stringify({ email, password: PASSWORD }) }
  })
  const create: BenchRequest = {
    method: 'POST',
    path: '/v1/checkouts/',
    headers: { ...json, ...merchant.headers },
    body: JSON.stringify({ products: [product.id], metadata: { campaign: 'spring' } }),
  }
  const record = (request: BenchRequest) =>
    recordRequest(request.method, request.path, () =>
      application.request(request.method, request.path, {
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
      }),
    )
  const sell = async () => {
    const created = await record(create)
    return [created, await record(confirmOf(JSON.parse(created.body).client_secret))]
  }
  const twice = async (act: () => Promise<RecordedRequest[]>) => flowOf(await act(), await act())
  const flows = [await twice(async () => [await record(session)]), await twice(async () => [await record(products)]), await twice(sell)]
  for (const signIn of signIns) flows.push(await twice(async () => [await record(signIn)]))
  const [sessionFlow, productsFlow, saleFlow, signInFlow] = flows
  const newProductFlow = await twice(async () => [await record(newProduct)])
  flows.push(newProductFlow)
  return {
    organizationId: merchant.organizationId,
    productId: product.id,
    session,
    signIns,
    products,
    newProduct,
    flows,
    create,
    confirm: confirmOf,
    statementCounts: {
      'get-session': statementCountOf(sessionFlow),
      'product list': statementCountOf(productsFlow),
      'product create': statementCountOf(newProductFlow),
      'checkout to paid order': statementCountOf(saleFlow),
      'sign-in': statementCountOf(signInFlow),
    },
  }
}

function statementCountOf(flow: Flow | undefined): number {
  return flow?.steps.reduce((sum, { statements }) => sum + statements.length, 0) ?? 0
}

function confirmOf(clientSecret: string): BenchRequest {
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
