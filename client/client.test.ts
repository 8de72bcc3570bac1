import { expect, test } from 'vitest'
import { toCamel, toSnake } from './camel.ts'
import { createClient } from './index.ts'
import { signalsOf } from './signals.ts'

interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body: unknown
}

/** A fake `fetch` that returns prepared answers in turn and records the requests. */
function prepared(...answers: (Response | Error)[]) {
  const sent: Sent[] = []
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    sent.push({ url: String(url), method: init.method ?? '', headers: init.headers as Record<string, string>, body })
    const answer = answers.shift()
    if (answer === undefined) throw new Error('no answer was prepared')
    if (answer instanceof Error) throw answer
    return answer
  }
  return { sent, fetch }
}
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)

test('answers are converted to camelCase, and free-form content is unchanged', () => {
  const wire = {
    created_at: 'x',
    metadata: { plan_name: { deep_key: 1 } },
    items: [{ tax_amount: 1, properties: { a_b: 1 } }],
    custom_field_data: { f_1: null },
  }
  const model = {
    createdAt: 'x',
    metadata: { plan_name: { deep_key: 1 } },
    items: [{ taxAmount: 1, properties: { a_b: 1 } }],
    customFieldData: { f_1: null },
  }
  expect(toCamel(wire)).toEqual(model)
  expect(toSnake(model)).toEqual(wire)
})

test('a call sends its path, its query and its body', async () => {
  const { sent, fetch } = prepared(json({ items: [], pagination: { total_count: 0, max_page: 0 } }), json({ id: '1' }), json({ id: '2' }))
  const client = createClient({ baseUrl: 'https://shop.test', token: 'secret', fetch })
  expect(await client.products.list({ isArchived: false, sorting: ['-created_at', 'name'], page: 2 })).toEqual({
    data: { items: [], pagination: { totalCount: 0, maxPage: 0 } },
    error: null,
  })
  await client.products.create({
    name: 'A',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 100 }],
    metadata: { a_B: 1 },
  })
  await client.checkouts.client.confirm('s/1', { confirmationTokenId: 't' }, { idempotencyKey: 'k' })
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://shop.test/v1/products/?is_archived=false&sorting=-created_at&sorting=name&page=2',
    'POST https://shop.test/v1/products/',
    'POST https://shop.test/v1/checkouts/client/s%2F1/confirm',
  ])
  expect(sent[1]?.body).toEqual({
    name: 'A',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 100 }],
    metadata: { a_B: 1 },
  })
  expect(sent[2]?.headers).toMatchObject({ authorization: 'Bearer secret', 'idempotency-key': 'k' })
})

test('a filter by metadata is sent as one parameter for each key', async () => {
  const { sent, fetch } = prepared(json({ items: [], pagination: { total_count: 0, max_page: 0 } }))
  await createClient({ fetch }).orders.list({ customerId: ['a', 'b'], metadata: { plan_A: 'gold', seat: ['1', '2'] } })
  expect(decodeURIComponent(sent[0]?.url ?? '')).toBe(
    '/v1/orders/?customer_id=a&customer_id=b&metadata[plan_A]=gold&metadata[seat]=1&metadata[seat]=2',
  )
})

test('both error shapes become one value with the invalid fields', async () => {
  const { fetch } = prepared(
    json(
      { code: 'VALIDATION_ERROR', message: 'Invalid body parameters', errors: [{ path: 'email', message: 'Invalid email' }] },
      { status: 400 },
    ),
    json(
      { error: 'RequestValidationError', detail: [{ loc: ['body', 'prices', 0, 'price_amount'], msg: 'Required', type: 'missing' }] },
      { status: 422, headers: { 'x-request-id': 'r1' } },
    ),
    new Response('', { status: 401, statusText: 'UNAUTHORIZED' }),
  )
  const client = createClient({ fetch })
  const first = await client.auth.signIn.email({ email: 'x', password: 'y' })
  expect(first.error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', fields: [{ path: 'email', message: 'Invalid email' }] })
  const second = await client.orders.get('1')
  expect(second.error).toMatchObject({
    code: 'RequestValidationError',
    requestId: 'r1',
    fields: [{ path: 'prices.0.price_amount', message: 'Required' }],
  })
  const third = await client.auth.getSession()
  expect(third.error).toMatchObject({ status: 401, code: 'UNAUTHORIZED', body: null })
})

test('a network failure is an error value', async () => {
  const { fetch } = prepared(new TypeError('no route'))
  expect(await createClient({ fetch }).auth.getSession()).toEqual({
    data: null,
    error: expect.objectContaining({ status: 0, code: 'NETWORK', message: 'no route' }),
  })
})

test('only idempotent calls are retried', async () => {
  const retry = { type: 'linear', attempts: 1, delay: 0 } as const
  const reading = prepared(new Response('', { status: 503 }), json(null))
  expect((await createClient({ ...reading, retry }).auth.getSession()).error).toBeNull()
  const writing = prepared(new Response('', { status: 503 }))
  expect((await createClient({ ...writing, retry }).checkouts.create({ products: [] })).error?.status).toBe(503)
  const keyed = prepared(new TypeError('cut'), json({ id: '1' }))
  expect((await createClient({ ...keyed, retry }).checkouts.create({ products: [] }, { idempotencyKey: 'k' })).error).toBeNull()
  expect(keyed.sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k'])
  const refused = prepared(new Response('', { status: 404 }))
  expect((await createClient({ ...refused, retry }).orders.get('1')).error?.status).toBe(404)
})

test.each([
  ['/organization/create', ['organizations', 'activeOrganization']],
  ['/organization/set-active', ['activeOrganization', 'session']],
  ['/organization/update-member-role', ['activeOrganization', 'activeMember']],
  ['/sign-in/email', ['session']],
  ['/sign-out', ['session']],
  ['/get-session', []],
])('%s invalidates %j', (path, old) => {
  expect(signalsOf(path)).toEqual(old)
})

test('a signal is fired after a success and not after a failure', async () => {
  const { fetch } = prepared(json({ code: 'X', message: 'x' }, { status: 400 }), json({ success: true }))
  const client = createClient({ fetch })
  let received = 0
  const fired = new Promise<void>((resolve) => {
    client.signals.on('session', () => {
      received += 1
      resolve()
    })
  })
  await client.auth.signOut()
  await client.auth.signOut()
  await fired
  expect(received).toBe(1)
})
