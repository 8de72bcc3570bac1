import type { GoldenFile, GoldenSuite } from '#test/support/golden.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
/** A PNG of one pixel. */
const PICTURE = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** Values of earlier answers, and those that later requests use. */
interface SalesState {
  readonly checkout: string
  order: string
  customer: string
}

/** Records the requests about orders, customers and their sessions, and about pictures. */
export async function recordSales(
  file: GoldenFile,
  { suite, state }: { readonly suite: GoldenSuite; readonly state: SalesState },
): Promise<void> {
  const orders = await file.send({ operation: 'GET /v1/orders/', as: 'a program', query: `checkout_id=${state.checkout}` })
  Object.assign(state, { order: orders.json.items[0].id, customer: orders.json.items[0].customer_id })
  const path = { id: state.customer }
  for (const request of [
    { operation: 'GET /v1/orders/', as: 'Ada', query: 'limit=1&page=2&sorting=amount&summary=true' },
    { operation: 'GET /v1/orders/export', as: 'a program' },
    { operation: 'GET /v1/customers/export', as: 'a program' },
    { operation: 'GET /v1/products/export', as: 'a program' },
    { operation: 'GET /v1/checkouts/export', as: 'a program' },
    { operation: 'GET /v1/orders/{id}', as: 'a program', path: { id: state.order } },
    { operation: 'GET /v1/orders/{id}', as: 'a program', path: { id: UNKNOWN } },
    { operation: 'GET /v1/customers/', as: 'a program', query: 'email=BLAISE@golden.example' },
    { operation: 'GET /v1/customers/{id}', as: 'a program', path },
    { operation: 'GET /v1/customers/{id}', as: 'a program', path: { id: UNKNOWN } },
    { operation: 'GET /avatars/{id}.svg', as: 'nobody', path },
    { operation: 'GET /avatars/{id}.svg', as: 'nobody', path: { id: UNKNOWN } },
    { operation: 'GET /v1/ledger/entries', as: 'a program', query: `order_id=${state.order}` },
    { operation: 'GET /v1/sandbox/charges/', as: 'a program', query: 'limit=1' },
  ])
    await file.send(request)
  const session = { operation: 'POST /v1/customer-sessions/', as: 'a program' }
  const created = await file.send({ ...session, body: { customer_id: state.customer } })
  suite.callers['a customer'] = { authorization: `Bearer ${created.json.token}` }
  const me = { operation: 'GET /v1/customer-portal/customers/me' }
  for (const request of [
    { ...session, body: { customer_id: UNKNOWN } },
    { ...session, body: {} },
    { ...me, as: 'a customer' },
    { ...me, as: 'a program' },
    { ...me, as: 'nobody' },
  ])
    await file.send(request)
  await file.send({ operation: 'POST /api/auth/update-user', as: 'Ada', body: { image: PICTURE } })
  const { json } = await file.send({ operation: 'GET /api/auth/get-session', as: 'Ada' })
  const picture = { operation: 'GET /pictures/{name}', as: 'nobody' }
  await file.send({ ...picture, path: { name: new URL(json.user.image).pathname.split('/').at(-1) ?? '' } })
  await file.send({ ...picture, path: { name: 'unknown.png' } })
}
