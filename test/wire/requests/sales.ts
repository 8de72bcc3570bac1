import type { GoldenFile, GoldenSuite } from '#test/support/golden/golden.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
/** A PNG of one pixel. */
const PICTURE = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** Values of earlier answers, and those that later requests use. */
interface SalesState {
  readonly organization: string
  readonly checkout: string
  order: string
  customer: string
  payment: string
}

/** Records the requests about orders, customers and their sessions, and about pictures. */
export async function recordSales(
  file: GoldenFile,
  { suite, state }: { readonly suite: GoldenSuite; readonly state: SalesState },
): Promise<void> {
  const orders = await file.send({ operation: 'GET /v1/orders/', as: 'a program', query: `checkout_id=${state.checkout}` })
  Object.assign(state, { order: orders.json.items[0].id, customer: orders.json.items[0].customer_id })
  const payments = await file.send({
    operation: 'GET /v1/payments/',
    as: 'Ada',
    query: `organization_id=${state.organization}&checkout_id=${state.checkout}&status=succeeded`,
  })
  Object.assign(state, { payment: payments.json.items[0].id })
  const path = { id: state.customer }
  const metrics = { operation: 'GET /v1/metrics/', as: 'Ada' }
  const ofOrganization = `organization_id=${state.organization}`
  for (const request of [
    { operation: 'GET /v1/orders/', as: 'Ada', query: 'limit=1&page=2&sorting=amount&summary=true' },
    { operation: 'GET /v1/orders/export', as: 'a program' },
    { operation: 'GET /v1/ledger/entries/export', as: 'a program' },
    { operation: 'GET /v1/customers/export', as: 'a program' },
    { operation: 'GET /v1/customers/export', as: 'a program', query: 'format=json' },
    { operation: 'GET /v1/products/export', as: 'a program' },
    { operation: 'GET /v1/checkouts/export', as: 'a program' },
    { operation: 'GET /v1/subscriptions/', as: 'a program', query: 'active=true&limit=1' },
    { operation: 'GET /v1/subscriptions/export', as: 'a program' },
    { operation: 'GET /v1/subscriptions/{id}', as: 'a program', path: { id: UNKNOWN } },
    { operation: 'GET /v1/orders/{id}', as: 'a program', path: { id: state.order } },
    { operation: 'GET /v1/orders/{id}', as: 'a program', path: { id: UNKNOWN } },
    { operation: 'PATCH /v1/orders/{id}', as: 'a program', path: { id: state.order }, body: { billing_name: 'Pascal SARL' } },
    { operation: 'PATCH /v1/orders/{id}', as: 'a program', path: { id: state.order }, body: { billing_address: { country: 'XX' } } },
    { operation: 'GET /v1/orders/{id}/invoice', as: 'a program', path: { id: state.order } },
    { operation: 'POST /v1/orders/{id}/invoice', as: 'a program', path: { id: UNKNOWN } },
    { operation: 'POST /v1/orders/{id}/invoice', as: 'a program', path: { id: state.order } },
    { operation: 'POST /v1/orders/{id}/invoice', as: 'a program', path: { id: state.order } },
    { operation: 'PATCH /v1/orders/{id}', as: 'a program', path: { id: state.order }, body: { billing_name: 'Other' } },
    { operation: 'GET /v1/invoices/', as: 'a program', query: 'kind=invoice&sorting=number' },
    { operation: 'GET /v1/invoices/export', as: 'a program' },
    { operation: 'GET /v1/organizations/{id}/books', as: 'a program', path: { id: state.organization }, query: 'month=2001-01' },
    { operation: 'GET /v1/invoices/{id}', as: 'a program', path: { id: UNKNOWN } },
    { operation: 'GET /v1/invoices/{id}/download', as: 'a program', path: { id: UNKNOWN } },
    { operation: 'GET /v1/orders/{id}/receipt-email', as: 'a program', path: { id: state.order } },
    { operation: 'POST /v1/orders/{id}/receipt-email', as: 'a program', path: { id: state.order } },
    { operation: 'POST /v1/orders/{id}/receipt-email', as: 'a program', path: { id: UNKNOWN } },
    { operation: 'GET /v1/payments/', as: 'Ada', query: `organization_id=${state.organization}` },
    { operation: 'GET /v1/payments/{id}', as: 'Ada', path: { id: state.payment } },
    { operation: 'GET /v1/payments/export', as: 'a program' },
    { operation: 'GET /v1/organizations/{id}/payment-settings', as: 'a program', path: { id: state.organization } },
    { operation: 'GET /v1/organizations/{id}/live-mode', as: 'a program', path: { id: state.organization } },
    { operation: 'POST /v1/organizations/{id}/live-mode', as: 'Ada', path: { id: state.organization }, body: { confirmation: 'Another' } },
    { operation: 'GET /v1/organizations/{id}/tax-settings', as: 'a program', path: { id: state.organization } },
    {
      operation: 'PATCH /v1/organizations/{id}/tax-settings',
      as: 'a program',
      path: { id: state.organization },
      body: { origin: 'DE', registrations: [{ place: 'DE', tax_id: 'DE136695976' }] },
    },
    { operation: 'GET /v1/organizations/{id}/balances', as: 'a program', path: { id: state.organization } },
    {
      operation: 'GET /v1/organizations/{id}/checkout-funnel',
      as: 'a program',
      path: { id: state.organization },
      query: 'created_after=2026-01-01T00:00:00Z',
    },
    { ...metrics, query: `${ofOrganization}&start_date=2026-03-01&end_date=2026-03-31&interval=month` },
    { ...metrics, query: `${ofOrganization}&start_date=2026-03-01&end_date=2027-03-31&interval=day&timezone=Mars/Base` },
    { operation: 'GET /v1/metrics/limits', as: 'Ada' },
    { operation: 'GET /v1/customers/', as: 'a program', query: 'email=BLAISE@golden.example' },
    { operation: 'GET /v1/customers/{id}', as: 'a program', path },
    { operation: 'GET /v1/customers/{id}', as: 'a program', path: { id: UNKNOWN } },
    { operation: 'POST /v1/customers/{id}/credits', as: 'a program', path, body: { amount: 500, currency: 'usd', note: 'For the outage' } },
    { operation: 'POST /v1/customers/{id}/credits', as: 'a program', path, body: { amount: 0, currency: 'USD' } },
    { operation: 'POST /v1/customers/{id}/credits', as: 'a program', path: { id: UNKNOWN }, body: { amount: 1, currency: 'usd' } },
    { operation: 'GET /v1/customers/{id}/credits', as: 'a program', path },
    { operation: 'GET /v1/customers/{id}/payment-methods', as: 'a program', path },
    { operation: 'DELETE /v1/customers/{id}/payment-methods/{method_id}', as: 'a program', path: { ...path, method_id: UNKNOWN } },
    { operation: 'DELETE /v1/customers/{id}/external-id', as: 'a program', path },
    { operation: 'DELETE /v1/customers/{id}/external-id', as: 'a program', path: { id: UNKNOWN } },
    { operation: 'GET /avatars/{id}.svg', as: 'nobody', path },
    { operation: 'GET /avatars/{id}.svg', as: 'nobody', path: { id: UNKNOWN } },
    { operation: 'GET /v1/ledger/entries', as: 'a program', query: `order_id=${state.order}` },
    { operation: 'GET /v1/sandbox/charges/', as: 'a program', query: 'limit=1' },
    { operation: 'POST /v1/sandbox/refunds/', as: 'a program', body: { charge_id: UNKNOWN } },
    { operation: 'GET /v1/stripe/key', as: 'nobody' },
    { operation: 'POST /v1/stripe/events', as: 'nobody', body: {} },
    { operation: 'POST /v1/stripe/returns', as: 'nobody', body: { intent_client_secret: 'pi_1_secret_1' } },
  ])
    await file.send(request)
  await recordRefunds(file, state.order)
  await recordDisputes(file)
  await recordTaxRecords(file)
  await recordFields(file, orders.json.items[0].product_id)
  await recordCustomers(file)
  await recordDiscounts(file, orders.json.items[0].product_id)
  await recordLinks(file, orders.json.items[0].product_id)
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

async function recordRefunds(file: GoldenFile, order: string): Promise<void> {
  const as = 'a program'
  const create = { operation: 'POST /v1/refunds/', as }
  for (const request of [
    { ...create, body: { order_id: order, reason: 'customer_request', amount: 100, comment: 'A crack', metadata: { ticket: 7 } } },
    { ...create, body: { order_id: order, reason: 'other', amount: 99_999_999 } },
    { ...create, body: { order_id: UNKNOWN, reason: 'other' } },
    { ...create, body: { order_id: order, reason: 'a whim', amount: 0 } },
    { operation: 'GET /v1/refunds/', as, query: `order_id=${order}&succeeded=true&sorting=-amount` },
    { operation: 'GET /v1/refunds/export', as },
    { operation: 'GET /v1/orders/{id}', as, path: { id: order } },
  ])
    await file.send(request)
}

async function recordDisputes(file: GoldenFile): Promise<void> {
  const as = 'Ada'
  const path = { id: UNKNOWN }
  for (const request of [
    { operation: 'GET /v1/disputes/', as, query: 'status=needs_response&sorting=-amount' },
    { operation: 'GET /v1/disputes/export', as },
    { operation: 'GET /v1/disputes/{id}', as, path },
    { operation: 'POST /v1/disputes/{id}/contest', as, path, body: { evidence: 'They used it.' } },
    { operation: 'POST /v1/disputes/{id}/contest', as, path, body: { evidence: ' ' } },
    { operation: 'POST /v1/disputes/{id}/accept', as, path },
  ])
    await file.send(request)
}

async function recordTaxRecords(file: GoldenFile): Promise<void> {
  const as = 'a program'
  for (const request of [
    { operation: 'GET /v1/tax-records/', as, query: 'status=failed&kind=sale' },
    { operation: 'GET /v1/tax-records/export', as },
    { operation: 'GET /v1/tax-records/{id}', as, path: { id: UNKNOWN } },
  ])
    await file.send(request)
}

async function recordCustomers(file: GoldenFile): Promise<void> {
  const as = 'a program'
  const create = { operation: 'POST /v1/customers/', as }
  const body = {
    email: 'Sophie@golden.example',
    name: 'Sophie Germain',
    external_id: 'user 17',
    billing_address: { line1: 'Rue de Savoie 13', postal_code: '75006', city: 'Paris', country: 'fr' },
    tax_id: ['FR 40 303 265 045', 'eu_vat'],
    metadata: { plan: 'team' },
  }
  const { json } = await file.send({ ...create, body })
  const path = { id: json.id }
  const external = { external_id: 'user 17' }
  for (const request of [
    { ...create, body },
    { ...create, body: { email: 'nobody', tax_id: ['1', 'xx_vat'], billing_address: { country: 'France' } } },
    { ...create, body: { email: 'new@golden.example', tax_id: ['FR1', 'eu_vat'], billing_address: { country: 'ZZ' } } },
    { operation: 'PATCH /v1/customers/{id}', as, path, body: { name: null, tax_id: '40303265045' } },
    { operation: 'PATCH /v1/customers/{id}', as, path, body: { external_id: 'user-18' } },
    { operation: 'GET /v1/customers/external/{external_id}', as, path: external },
    { operation: 'PATCH /v1/customers/external/{external_id}', as, path: external, body: { email: 'marie@golden.example' } },
    { operation: 'DELETE /v1/customers/external/{external_id}', as, path: external },
    { operation: 'GET /v1/customers/external/{external_id}', as, path: external },
    { operation: 'PATCH /v1/customers/external/{external_id}', as, path: external, body: {} },
  ])
    await file.send(request)
  const again = await file.send({ ...create, body: { ...body, tax_id: null } })
  const one = { as, path: { id: again.json.id } }
  await file.send({ operation: 'GET /v1/customers/{id}/personal-data', ...one })
  await file.send({ operation: 'DELETE /v1/customers/{id}', ...one })
  await file.send({ operation: 'DELETE /v1/customers/{id}', ...one })
  await file.send({ operation: 'DELETE /v1/customers/{id}', ...one, query: 'anonymize=true' })
}

async function recordLinks(file: GoldenFile, product: string): Promise<void> {
  const as = 'a program'
  const body = { payment_processor: 'stripe', products: [product], label: 'Newsletter', metadata: { campaign: 'may' } }
  const { json } = await file.send({ operation: 'POST /v1/checkout-links/', as, body })
  const path = { id: json.id }
  const open = { operation: 'POST /v1/checkout-links/open/{client_secret}', as: 'nobody' }
  for (const request of [
    { operation: 'POST /v1/checkout-links/', as, body: { payment_processor: 'stripe' } },
    { operation: 'GET /v1/checkout-links/', as, query: 'limit=1' },
    { operation: 'GET /v1/checkout-links/export', as },
    { operation: 'GET /v1/checkout-links/{id}', as, path },
    { operation: 'PATCH /v1/checkout-links/{id}', as, path, body: { label: null, allow_discount_codes: false } },
    { ...open, path: { client_secret: json.client_secret }, body: { utm_source: 'golden' } },
    { ...open, path: { client_secret: 'unknown' }, body: {} },
    { operation: 'GET /v1/checkout-links/{client_secret}/redirect', as: 'nobody', path: { client_secret: json.client_secret } },
    { operation: 'DELETE /v1/checkout-links/{id}', as, path },
    { operation: 'GET /v1/checkout-links/{id}', as, path },
  ])
    await file.send(request)
}

async function recordDiscounts(file: GoldenFile, product: string): Promise<void> {
  const as = 'a program'
  const create = { operation: 'POST /v1/discounts/', as }
  const fixed = { type: 'fixed', amount: 500, currency: 'usd', duration: 'once', name: 'Spring', code: 'SPRING', products: [product] }
  const { json } = await file.send({ ...create, body: fixed })
  const path = { id: json.id }
  const opened = await file.send({ operation: 'POST /v1/checkouts/', as, body: { products: [product], discount_id: json.id } })
  const checkout = {
    operation: 'PATCH /v1/checkouts/client/{client_secret}',
    as: 'nobody',
    path: { client_secret: opened.json.client_secret },
  }
  for (const request of [
    { ...create, body: { type: 'percentage', basis_points: 1250, duration: 'repeating', duration_in_months: 3, name: 'For a while' } },
    { ...create, body: { type: 'percentage', duration: 'repeating', name: 'Without numbers', code: 'spring' } },
    { operation: 'GET /v1/discounts/', as, query: 'query=spring' },
    { operation: 'GET /v1/discounts/export', as },
    { operation: 'GET /v1/discounts/{id}', as, path },
    { operation: 'PATCH /v1/discounts/{id}', as, path, body: { max_redemptions: 10, ends_at: '2027-01-01T00:00:00Z' } },
    { operation: 'PATCH /v1/discounts/{id}', as, path, body: { type: 'percentage', duration: 'forever' } },
    { ...checkout, body: { discount_code: null } },
    { ...checkout, body: { discount_code: 'sprING' } },
    { ...checkout, body: { discount_code: 'unknown' } },
    { operation: 'DELETE /v1/discounts/{id}', as, path },
    { operation: 'GET /v1/discounts/{id}', as, path },
  ])
    await file.send(request)
}

async function recordFields(file: GoldenFile, product: string): Promise<void> {
  const as = 'a program'
  const create = { operation: 'POST /v1/custom-fields/', as }
  const size = { type: 'select', slug: 'size', name: 'Size', properties: { options: [{ value: 'm', label: 'Medium' }] } }
  const { json } = await file.send({ ...create, body: size })
  const path = { id: json.id }
  const attach = { operation: 'PATCH /v1/products/{id}', as, path: { id: product } }
  await file.send({ ...attach, body: { attached_custom_fields: [{ custom_field_id: json.id, required: true }] } })
  const opened = await file.send({
    operation: 'POST /v1/checkouts/',
    as,
    body: { products: [product], custom_field_data: { size: 'm', other: 1 } },
  })
  const buyer = { as: 'nobody', path: { client_secret: opened.json.client_secret } }
  for (const request of [
    { ...create, body: size },
    { ...create, body: { type: 'number', slug: 'Not a slug', name: '', properties: { ge: 2, le: 1 } } },
    { operation: 'PATCH /v1/checkouts/client/{client_secret}', ...buyer, body: { custom_field_data: { size: 'xl' } } },
    { operation: 'PATCH /v1/checkouts/client/{client_secret}', ...buyer, body: { custom_field_data: {} } },
    { operation: 'POST /v1/checkouts/client/{client_secret}/confirm', ...buyer, body: {} },
    { ...attach, body: { attached_custom_fields: [] } },
    { operation: 'GET /v1/custom-fields/', as, query: 'type=select' },
    { operation: 'GET /v1/custom-fields/export', as },
    { operation: 'GET /v1/custom-fields/{id}', as, path },
    { operation: 'PATCH /v1/custom-fields/{id}', as, path, body: { type: 'select', name: 'The size' } },
    { operation: 'PATCH /v1/custom-fields/{id}', as, path, body: { type: 'text' } },
    { operation: 'DELETE /v1/custom-fields/{id}', as, path },
    { operation: 'GET /v1/custom-fields/{id}', as, path },
  ])
    await file.send(request)
}
