import type { GoldenFile } from '#test/support/golden/golden.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const CARD = 'sandbox_4242424242424242'

/** Records the requests about subscriptions: how one is bought, read, changed and ended. */
export async function recordSubscriptions(file: GoldenFile, { organization }: { readonly organization: string }): Promise<void> {
  const planOf = async (name: string, price_amount: number) => {
    const prices = [{ amount_type: 'fixed', price_amount, price_currency: 'usd' }]
    const body = { name, recurring_interval: 'month', prices, organization_id: organization }
    return (await file.send({ operation: 'POST /v1/products/', as: 'Ada', body })).json.id
  }
  const [starter, team] = [await planOf('Starter', 1000), await planOf('Team', 3000)]
  const checkout = await file.send({
    operation: 'POST /v1/checkouts/',
    as: 'Ada',
    body: { products: [starter], organization_id: organization },
  })
  const buyer = { customer_email: 'emmy@golden.example', customer_name: 'Emmy Noether', customer_billing_address: { country: 'DE' } }
  await file.send({
    operation: 'POST /v1/checkouts/client/{client_secret}/confirm',
    as: 'nobody',
    path: { client_secret: checkout.json.client_secret },
    body: { ...buyer, confirmation_token_id: CARD },
  })
  const list = await file.send({
    operation: 'GET /v1/subscriptions/',
    as: 'Ada',
    query: `organization_id=${organization}&product_id=${starter}&active=true`,
  })
  const path = { id: list.json.items[0].id }
  const orders = await file.send({
    operation: 'GET /v1/orders/',
    as: 'Ada',
    query: `organization_id=${organization}&subscription_id=${path.id}`,
  })
  const paid = { id: orders.json.items[0].id }
  const update = { operation: 'PATCH /v1/subscriptions/{id}', as: 'Ada', path }
  const preview = { operation: 'POST /v1/subscriptions/{id}/preview', as: 'Ada', path }
  const cancel = { cancel_at_period_end: true, customer_cancellation_reason: 'unused', customer_cancellation_comment: 'Too rarely.' }
  for (const request of [
    { operation: 'GET /v1/subscriptions/{id}', as: 'Ada', path },
    { operation: 'GET /v1/subscriptions/{id}', as: 'Ada', path: { id: UNKNOWN } },
    { operation: 'GET /v1/subscriptions/export', as: 'Ada', query: `organization_id=${organization}` },
    { ...preview, body: { product_id: team, proration_behavior: 'invoice' } },
    { ...preview, body: { product_id: UNKNOWN } },
    { ...update, body: { product_id: team, proration_behavior: 'invoice' } },
    { ...update, body: { product_id: UNKNOWN } },
    { ...update, path: { id: UNKNOWN }, body: { product_id: team } },
    { ...update, body: { product_id: starter, apply: 'period_end' } },
    { ...update, body: { discount_id: null } },
    { ...update, body: { discount_id: UNKNOWN } },
    { ...update, body: {} },
    { ...update, body: cancel },
    { ...update, body: cancel },
    { ...update, body: { product_id: starter } },
    { ...update, body: { cancel_at_period_end: false } },
    { ...update, body: { cancel_at_period_end: false } },
    { operation: 'POST /v1/orders/{id}/retry-payment', as: 'Ada', path: paid },
    { operation: 'POST /v1/orders/{id}/retry-payment', as: 'Ada', path: { id: UNKNOWN } },
    { operation: 'POST /v1/orders/{id}/void', as: 'Ada', path: paid },
    { operation: 'POST /v1/orders/{id}/void', as: 'Ada', path: { id: UNKNOWN } },
    { operation: 'DELETE /v1/subscriptions/{id}', as: 'Ada', path },
    { operation: 'DELETE /v1/subscriptions/{id}', as: 'Ada', path },
    { ...update, body: { cancel_at_period_end: false } },
  ])
    await file.send(request)
}
