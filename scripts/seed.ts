// `npm run seed` fills a running server with an example shop through its public API: three products with benefits, a custom field, discounts,
// a checkout link, forty customers, their orders, refunds, declined payments and open checkouts, and a webhook whose deliveries fail. `npm run seed -- http://localhost:4000` names another server than the one on port 3000.
import { setTimeout as wait } from 'node:timers/promises'
import {
  benefits,
  CARDS,
  customField,
  discounts,
  FAILING_WEBHOOK,
  type Outcome,
  OWNER,
  outcomeAt,
  type Purchase,
  products,
  purchases,
  SHOP,
} from './seed/shop.ts'

const base = (process.argv[2] ?? `http://localhost:${process.env['PORT'] ?? 3000}`).replace(/\/$/, '')
const ATTEMPTS = 20
/** The shortest life of a checkout, in seconds. */
const SHORTEST_LIFE = 1800
let cookie = ''

// biome-ignore lint/suspicious/noExplicitAny: the bodies are described by the OpenAPI document
type Body = any

class SeedFailure extends Error {}

/** Sends a request as the owner. A limit is waited for; any other refusal ends the run. */
async function send(
  method: string,
  path: string,
  body?: object,
  expected: readonly number[] = [],
): Promise<{ status: number; json: Body }> {
  for (let attempt = 1; ; attempt += 1) {
    const headers = { origin: base, ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${base}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (response.status === 429 && attempt < ATTEMPTS) {
      await response.arrayBuffer()
      await wait(1000 * Math.min(60, Number(response.headers.get('retry-after') ?? 1)))
      continue
    }
    const text = await response.text()
    if (!response.ok && !expected.includes(response.status)) throw new SeedFailure(`${method} ${path}: ${response.status} ${text}`)
    const set = response.headers.getSetCookie().map((each) => each.split(';')[0])
    if (set.length > 0 && cookie === '') cookie = set.join('; ')
    return { status: response.status, json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null }
  }
}

const create = async (path: string, body: object): Promise<Body> => (await send('POST', path, body)).json

/** Refuses a server in production: only others have the development inbox. */
async function refuseProduction(): Promise<void> {
  const inbox = await fetch(`${base}/dev/mail`).catch(() => {
    throw new SeedFailure(`No server answers at ${base}. Start one with npm start, or name its URL: npm run seed -- http://localhost:4000`)
  })
  if (process.env['NODE_ENV'] === 'production' || !inbox.ok)
    throw new SeedFailure(`${base} is not a development server (it has no development inbox). It gets no example data.`)
}

async function signIn(): Promise<void> {
  const { email, password } = OWNER
  const { status } = await send('POST', '/api/auth/sign-up/email', OWNER, [422, 400])
  if (status !== 200) await create('/api/auth/sign-in/email', { email, password })
  const organizations: Body = (await send('GET', '/api/auth/organization/list')).json
  if (organizations.some(({ slug }: Body) => slug === SHOP.slug))
    throw new SeedFailure(`The example shop is there already: ${base}/dashboard/${SHOP.slug}`)
}

/** Creates what belongs to the products: benefits and a custom field of the first, discounts, and a link that sells both paid products. */
async function createExtras(organization_id: string, [library = '', handbook = '']: readonly string[]): Promise<void> {
  const found = []
  for (const benefit of benefits) found.push((await create('/v1/benefits/', { organization_id, ...benefit })).id)
  await create(`/v1/products/${library}/benefits`, { benefits: found })
  const { id } = await create('/v1/custom-fields/', { organization_id, ...customField })
  await send('PATCH', `/v1/products/${library}`, { attached_custom_fields: [{ custom_field_id: id, required: false }] })
  const created = []
  for (const discount of discounts) created.push((await create('/v1/discounts/', { organization_id, ...discount })).id)
  const link = { payment_processor: 'stripe', products: [library, handbook], label: 'Partners', discount_id: created[1] }
  await create('/v1/checkout-links/', { organization_id, ...link })
}

interface Sale {
  readonly purchase: Purchase
  readonly product: string
  readonly outcome: Outcome
}

/** Opens a checkout and brings it to its outcome. */
async function sell(organization_id: string, { purchase, product, outcome }: Sale): Promise<void> {
  const { name, email, country, amount } = purchase
  const buyer = { customer_name: name, customer_email: email }
  const isShort = outcome === 'open' || outcome === 'declined'
  const life = isShort ? { expires_in: SHORTEST_LIFE, ...buyer } : {}
  const body = { organization_id, products: [product], ...(amount !== null && { amount }), ...life }
  const checkout = await create('/v1/checkouts/', body)
  if (outcome === 'open') return
  const confirm = (card: string) => {
    const payment = checkout.is_payment_required ? { confirmation_token_id: card } : {}
    const sent = { ...buyer, customer_billing_address: { country }, ...payment }
    return send('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, sent, [400])
  }
  if (outcome === 'waiting') return void (await confirm(CARDS.asks))
  if (outcome === 'declined' || outcome === 'declined first') await confirm(outcome === 'declined' ? CARDS.declined : CARDS.poor)
  if (outcome === 'declined') return
  await confirm(outcome === 'refund pending' ? CARDS.slowRefund : CARDS.good)
  if (outcome.includes('refund')) await refund(checkout.id, outcome)
}

/** Refunds the order of a checkout: a third of it, or all. */
async function refund(checkout: string, outcome: Outcome): Promise<void> {
  const [order] = (await send('GET', `/v1/orders/?checkout_id=${checkout}`)).json.items
  const part = outcome === 'partly refunded' ? { amount: Math.floor(order.refundable_amount / 3), reason: 'service_disruption' } : {}
  await create('/v1/refunds/', { order_id: order.id, reason: 'customer_request', ...part })
}

async function seed(): Promise<void> {
  await refuseProduction()
  await signIn()
  const { id: organization_id } = await create('/api/auth/organization/create', SHOP)
  await send('PATCH', `/v1/organizations/${organization_id}`, { default_currency: 'eur', accent_color: '#0b6e4f' })
  const ids: string[] = []
  for (const product of products) ids.push((await create('/v1/products/', { organization_id, recurring_interval: null, ...product })).id)
  await createExtras(organization_id, ids)
  await create('/v1/webhooks/endpoints', { organization_id, url: FAILING_WEBHOOK, format: 'raw', events: ['order.paid'], secret: null })
  const all = purchases()
  let paid = 0
  for (const [at, purchase] of all.entries()) {
    const isFree = products[purchase.product]?.prices[0].amount_type === 'free'
    await sell(organization_id, { purchase, product: ids[purchase.product] ?? '', outcome: isFree ? 'paid' : outcomeAt(paid) })
    if (!isFree) paid += 1
    process.stderr.write(`\r${at + 1} of ${all.length} purchases`)
  }
  process.stderr.write('\n')
  console.log(`${SHOP.name}: ${base}/dashboard/${SHOP.slug}\nSign in as ${OWNER.email} with the password ${OWNER.password}`)
}

await seed().catch((error: unknown) => {
  if (!(error instanceof SeedFailure)) throw error
  console.error(error.message)
  process.exitCode = 1
})
