// The effect of each held call of the published client of /v1, and its required answer in every version: the names are those of the wire.
import { expect } from 'vitest'
import type { UsageEvent } from '#money/usage/events/model.ts'
import type { TestMerchant } from '#test/support/a-merchant.ts'
import type { Receiver } from '#test/support/a-receiver.ts'
import type { TestGrant } from '#test/support/files/a-download.ts'
import type { TestUsageEvent } from '#test/support/usage/usage-events.ts'
import type { HeldCall } from './matrix.ts'
import type { polarCalls } from './polar-calls.ts'
import type { Json, PolarClient } from './polar-client.ts'
import { customerDrives } from './polar-drives-customers.ts'
import { disputeDrives } from './polar-drives-disputes.ts'
import { entitlementDrives } from './polar-drives-entitlements.ts'
import { fileDrives } from './polar-drives-files.ts'
import { invoiceDrives } from './polar-drives-invoices.ts'
import { metricDrives } from './polar-drives-metrics.ts'
import { organizationDrives } from './polar-drives-organizations.ts'
import { portalDrives } from './polar-drives-portal.ts'
import { subscriptionDrives } from './polar-drives-subscriptions.ts'
import { usageDrives } from './polar-drives-usage.ts'

/** The objects on which a drive works. */
export interface PolarWorld {
  readonly client: PolarClient
  readonly merchant: TestMerchant
  readonly receiver: Receiver
  /** Where the server listens. */
  readonly serverURL: string
  /** Inserts usage events of the merchant. */
  readonly insertEvents: (events: readonly Omit<TestUsageEvent, 'organizationId'>[]) => Promise<readonly UsageEvent[]>
  /** Grants a customer of the merchant the files of a benefit. */
  readonly grantFiles: (grant: Omit<TestGrant, 'organizationId'>) => Promise<string>
  /** The token of a session of the portal that a code mailed to an address has opened. */
  readonly verifiedSession: (email: string) => Promise<string>
  /** The text of the newest email of a template to an address. */
  readonly mailedTo: (email: string, template: string) => Promise<string>
  /** Does all work that waits, such as deliveries. */
  readonly drain: () => Promise<unknown>
}

export type PolarDrives = Readonly<Record<HeldCall<typeof polarCalls>, (world: PolarWorld) => Promise<void>>>

const EMAIL = 'sanne@visserbouw.example'
const buyer = {
  customer_email: EMAIL,
  customer_name: 'Sanne Visser',
  customer_billing_address: { country: 'NL' },
  confirmation_token_id: 'sandbox_4242424242424242',
}
const price = { amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }

/** The product as it is in every version. */
const aProduct = {
  name: 'Template Library',
  is_archived: false,
  is_recurring: false,
  recurring_interval: null,
  metadata: { shelf: 'upper', rank: 2, isnew: true },
  prices: [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd', is_archived: false }],
  benefits: [],
  medias: [],
  attached_custom_fields: [],
}
const aLink = { label: 'Newsletter', allow_discount_codes: true, success_url: null, discount: null, metadata: { campaign: 'may' } }
const aDiscount = { name: 'Spring', duration: 'once', starts_at: null, ends_at: null, redemptions_count: 0 }
const aBenefit = { type: 'custom', description: 'Answers within a day', metadata: { shelf: 'upper' } }
const aCheckout = { status: 'open', amount: 4200, net_amount: 4200, total_amount: 4200, currency: 'usd', is_payment_required: true }
const aCustomer = { email: EMAIL, name: 'Sanne Visser', email_verified: false, billing_address: { country: 'NL' } }
const anOrder = {
  paid: true,
  status: 'paid',
  subtotal_amount: 4200,
  total_amount: 4200,
  refunded_amount: 0,
  billing_reason: 'purchase',
  customer: aCustomer,
  product: { name: 'Template Library' },
  items: [{ label: 'Template Library', amount: 4200, proration: false }],
}
/** The one version that takes a refund only with the status 201, which those before it read as no answer. */
const ONLY_201 = '0.49.0'
const aRefund = { status: 'succeeded', amount: 1200, tax_amount: 0, currency: 'usd', revoke_benefits: false, metadata: { ticket: 7 } }
const aPayment = { amount: 4200, currency: 'usd', method: 'card', status: 'succeeded' }
const page = (items: unknown, count: unknown = expect.any(Number)) => ({ items, pagination: { total_count: count } })

const createProduct = ({ client }: PolarWorld): Promise<Json> =>
  client.call('products.create', {
    body: { name: 'Template Library', recurring_interval: null, prices: [price], metadata: { shelf: 'upper', rank: 2, isnew: true } },
  })

async function createCheckout(world: PolarWorld): Promise<Json> {
  const product = await createProduct(world)
  return world.client.call('checkouts.create', { body: { products: [product.id], metadata: { source: 'matrix' } } })
}

async function confirm(world: PolarWorld): Promise<Json> {
  const checkout = await createCheckout(world)
  const path = { client_secret: checkout.client_secret }
  const confirmed = await world.client.as('').call('checkouts.clientConfirm', { path, body: buyer })
  return { checkout, confirmed }
}

async function findOrder(world: PolarWorld): Promise<Json> {
  const { checkout } = await confirm(world)
  const orders = await world.client.call('orders.list', { query: { checkout_id: checkout.id } })
  expect(orders).toMatchObject(page([{ ...anOrder, checkout_id: checkout.id }], 1))
  return orders.items[0]
}

const aMeter = {
  name: 'Tokens used',
  filter: {
    conjunction: 'and',
    clauses: [
      { property: 'name', operator: 'eq', value: 'ai.tokens' },
      { conjunction: 'or', clauses: [{ property: 'tokens', operator: 'gte', value: 10 }] },
    ],
  },
  aggregation: { func: 'sum', property: 'tokens' },
  metadata: { shelf: 'upper' },
}
const createMeter = ({ client }: PolarWorld): Promise<Json> => client.call('meters.create', { body: aMeter })

/** A recurring product with a static price and a metered one, and a product whose price the buyer chooses. */
async function createOtherPrices(world: PolarWorld): Promise<void> {
  const meter = await createMeter(world)
  const metered = { amount_type: 'metered_unit', meter_id: meter.id, unit_amount: '0.5', cap_amount: 9000, price_currency: 'usd' }
  const recurring = { name: 'Assistant', recurring_interval: 'month', prices: [price, metered] }
  expect(await world.client.call('products.create', { body: recurring })).toMatchObject({
    is_recurring: true,
    recurring_interval: 'month',
    prices: [price, { ...metered, meter: { id: meter.id, name: 'Tokens used' } }],
  })
  const custom = { amount_type: 'custom', price_currency: 'usd', minimum_amount: 500, maximum_amount: 9000, preset_amount: 1000 }
  const body = { name: 'Donation', recurring_interval: null, prices: [custom] }
  expect(await world.client.call('products.create', { body })).toMatchObject({ prices: [custom] })
}

const createEndpoint = ({ client, receiver }: PolarWorld): Promise<Json> =>
  client.call('webhooks.createWebhookEndpoint', {
    body: { url: receiver.url, format: 'raw', secret: 'a secret of the matrix', events: ['product.created'] },
  })

async function findDelivery(world: PolarWorld): Promise<Json> {
  // Events of earlier drives happened at the same time of the clock.
  await world.drain()
  const endpoint = await createEndpoint(world)
  await createProduct(world)
  await world.drain()
  const deliveries = await world.client.call('webhooks.listWebhookDeliveries', { query: { endpoint_id: endpoint.id } })
  expect(deliveries).toMatchObject(page([{ succeeded: true, http_code: 204, webhook_event: { succeeded: true } }], 1))
  return deliveries.items[0]
}

async function createLink(world: PolarWorld): Promise<Json> {
  const product = await createProduct(world)
  return world.client.call('checkoutLinks.create', {
    body: { payment_processor: 'stripe', products: [product.id], label: 'Newsletter', metadata: { campaign: 'may' } },
  })
}

const properties = {
  text: { form_label: 'Your company', max_length: 100, textarea: true },
  number: { ge: 1, le: 10 },
  date: { form_help_text: 'When it begins' },
  checkbox: {},
  select: { options: [{ value: 'm', label: 'Medium' }] },
}
let slugs = 0
const createField = (world: PolarWorld, type: keyof typeof properties = 'text'): Promise<Json> => {
  slugs += 1
  const body = { type, slug: `field-${slugs}`, name: 'A field', properties: properties[type], metadata: { a: 1 } }
  return world.client.call('customFields.create', { body })
}

const createBenefit = ({ client }: PolarWorld): Promise<Json> =>
  client.call('benefits.create', { body: { ...aBenefit, properties: { note: 'Write to us.' } } })

let codes = 0
const createDiscount = (world: PolarWorld, more: object = {}): Promise<Json> => {
  codes += 1
  const body = { type: 'fixed', amount: 500, currency: 'usd', duration: 'once', name: 'Spring', code: `SPRING${codes}`, ...more }
  return world.client.call('discounts.create', { body })
}

const unchangedBy = async (world: PolarWorld, name: string, resource: Json) =>
  expect(await world.client.call(name, { path: { id: resource.id } })).toMatchObject({ id: resource.id, created_at: resource.created_at })

export const polarDrives: PolarDrives = {
  ...customerDrives,
  ...disputeDrives,
  ...entitlementDrives,
  ...fileDrives,
  ...organizationDrives,
  ...portalDrives,
  ...subscriptionDrives,
  ...usageDrives,
  ...invoiceDrives,
  ...metricDrives,
  'products.create': async (world) => {
    expect(await createProduct(world)).toMatchObject({ ...aProduct, organization_id: world.merchant.organizationId })
    await createOtherPrices(world)
  },
  'products.get': async (world) => {
    const product = await createProduct(world)
    expect(await world.client.call('products.get', { path: { id: product.id } })).toEqual(product)
  },
  'products.list': async (world) => {
    const product = await createProduct(world)
    const query = { id: product.id, limit: 1, sorting: ['-created_at'], is_archived: false }
    expect(await world.client.call('products.list', { query })).toMatchObject(page([product], 1))
  },
  'products.update': async (world) => {
    const path = { id: (await createProduct(world)).id }
    const body = { name: 'Another name', is_archived: true }
    const modified = { ...aProduct, ...body, modified_at: expect.any(String) }
    expect(await world.client.call('products.update', { path, body })).toMatchObject(modified)
  },
  'customFields.create': async (world) => {
    for (const type of Object.keys(properties) as (keyof typeof properties)[]) {
      const field = await createField(world, type)
      expect(field).toMatchObject({ type, name: 'A field', properties: properties[type], metadata: { a: 1 } })
      const body = {
        name: 'With a field',
        recurring_interval: null,
        prices: [price],
        attached_custom_fields: [{ custom_field_id: field.id, required: true }],
      }
      const product = await world.client.call('products.create', { body })
      expect(product.attached_custom_fields).toMatchObject([{ custom_field_id: field.id, custom_field: field, order: 0, required: true }])
      const checkout = await world.client.call('checkouts.create', { body: { products: [product.id] } })
      expect(checkout.attached_custom_fields).toMatchObject([{ custom_field_id: field.id }])
    }
  },
  'customFields.get': async (world) => {
    const field = await createField(world, 'select')
    expect(await world.client.call('customFields.get', { path: { id: field.id } })).toEqual(field)
  },
  'customFields.list': async (world) => {
    const field = await createField(world, 'date')
    const query = { query: field.slug, type: 'date', sorting: ['-created_at'] }
    expect(await world.client.call('customFields.list', { query })).toMatchObject(page([field], 1))
  },
  'customFields.update': async (world) => {
    const path = { id: (await createField(world)).id }
    const body = { type: 'text', name: 'Renamed', properties: { min_length: 2 } }
    expect(await world.client.call('customFields.update', { path, body })).toMatchObject(body)
  },
  'customFields.delete': async (world) => {
    const path = { id: (await createField(world)).id }
    await world.client.call('customFields.delete', { path })
    await expect(world.client.call('customFields.get', { path })).rejects.toThrow()
  },
  'discounts.create': async (world) => {
    const fixed = await createDiscount(world)
    expect(fixed).toMatchObject({ ...aDiscount, type: 'fixed', amount: 500, currency: 'usd' })
    const body = { type: 'percentage', basis_points: 1000, duration: 'forever', name: 'Ten percent', metadata: { a: 1 } }
    const percentage = await world.client.call('discounts.create', { body })
    expect(percentage).toMatchObject({ ...body, code: null, redemptions_count: 0, products: [] })
  },
  'discounts.get': async (world) => {
    const product = await createProduct(world)
    const discount = await createDiscount(world, { products: [product.id] })
    expect(discount.products).toMatchObject([{ id: product.id, name: 'Template Library' }])
    expect(await world.client.call('discounts.get', { path: { id: discount.id } })).toEqual(discount)
  },
  'discounts.list': async (world) => {
    const discount = await createDiscount(world)
    const query = { query: discount.code, sorting: ['-created_at'] }
    expect(await world.client.call('discounts.list', { query })).toMatchObject(page([discount], 1))
  },
  'discounts.update': async (world) => {
    const path = { id: (await createDiscount(world)).id }
    const body = { name: 'Late spring', max_redemptions: 5 }
    expect(await world.client.call('discounts.update', { path, body })).toMatchObject({ ...aDiscount, ...body })
  },
  'discounts.delete': async (world) => {
    const path = { id: (await createDiscount(world)).id }
    await world.client.call('discounts.delete', { path })
    await expect(world.client.call('discounts.get', { path })).rejects.toThrow()
  },
  'products.updateBenefits': async (world) => {
    const path = { id: (await createProduct(world)).id }
    const { id } = await createBenefit(world)
    const updated = await world.client.call('products.updateBenefits', { path, body: { benefits: [id] } })
    expect(updated).toMatchObject({ id: path.id, benefits: [{ ...aBenefit, id }] })
  },
  'benefits.create': async (world) => {
    expect(await createBenefit(world)).toMatchObject({ ...aBenefit, properties: { note: 'Write to us.' } })
    const meter_id = (await createMeter(world)).id
    const properties = { prefix: 'ACME', expires: { ttl: 1, timeframe: 'year' }, activations: { limit: 5, enable_customer_admin: true } }
    for (const body of [
      { type: 'license_keys', description: 'A license key', properties: { ...properties, limit_usage: null } },
      { type: 'meter_credit', description: 'Calls for free', properties: { units: 1000, rollover: true, meter_id } },
    ])
      expect(await world.client.call('benefits.create', { body })).toMatchObject(body)
  },
  'benefits.get': async (world) => {
    const benefit = await createBenefit(world)
    expect(await world.client.call('benefits.get', { path: { id: benefit.id } })).toEqual(benefit)
  },
  'benefits.list': async (world) => {
    const benefit = await createBenefit(world)
    const query = { type: 'custom', query: 'ANSWERS', limit: 1, sorting: ['-created_at'] }
    expect((await world.client.call('benefits.list', { query })).items).toEqual([benefit])
  },
  'benefits.update': async (world) => {
    const path = { id: (await createBenefit(world)).id }
    const body = { type: 'custom', description: 'Answers within an hour' }
    expect(await world.client.call('benefits.update', { path, body })).toMatchObject({ ...aBenefit, ...body })
  },
  'benefits.delete': async (world) => {
    const path = { id: (await createBenefit(world)).id }
    await world.client.call('benefits.delete', { path })
    await expect(world.client.call('benefits.get', { path })).rejects.toThrow()
  },
  'checkoutLinks.create': async (world) => {
    const link = await createLink(world)
    expect(link).toMatchObject({ ...aLink, products: [{ name: 'Template Library', prices: [{ price_amount: 4200 }] }] })
    expect(link.url).toContain(link.client_secret)
  },
  'checkoutLinks.get': async (world) => {
    const link = await createLink(world)
    expect(await world.client.call('checkoutLinks.get', { path: { id: link.id } })).toEqual(link)
  },
  'checkoutLinks.list': async (world) => {
    const link = await createLink(world)
    const query = { product_id: link.products[0].id, sorting: ['-created_at'], limit: 5 }
    expect(await world.client.call('checkoutLinks.list', { query })).toMatchObject(page([link], 1))
  },
  'checkoutLinks.update': async (world) => {
    const path = { id: (await createLink(world)).id }
    const body = { label: 'June', allow_discount_codes: false }
    const modified = { ...aLink, ...body, modified_at: expect.any(String) }
    expect(await world.client.call('checkoutLinks.update', { path, body })).toMatchObject(modified)
  },
  'checkoutLinks.delete': async (world) => {
    const path = { id: (await createLink(world)).id }
    await world.client.call('checkoutLinks.delete', { path })
    await expect(world.client.call('checkoutLinks.get', { path })).rejects.toThrow()
  },
  'meters.create': async (world) => {
    expect(await createMeter(world)).toMatchObject({ ...aMeter, organization_id: world.merchant.organizationId })
  },
  'meters.get': async (world) => {
    const meter = await createMeter(world)
    expect(await world.client.call('meters.get', { path: { id: meter.id } })).toEqual(meter)
  },
  'meters.list': async (world) => {
    const meter = await createMeter(world)
    const query = { query: 'TOKENS', limit: 1, sorting: ['-created_at'] }
    expect((await world.client.call('meters.list', { query })).items).toEqual([meter])
  },
  'meters.update': async (world) => {
    const path = { id: (await createMeter(world)).id }
    const body = { name: 'Calls', aggregation: { func: 'count' } }
    expect(await world.client.call('meters.update', { path, body })).toMatchObject({ ...aMeter, ...body, modified_at: expect.any(String) })
  },
  'checkouts.create': async (world) => {
    expect(await createCheckout(world)).toMatchObject({
      ...aCheckout,
      metadata: { source: 'matrix' },
      product: { name: 'Template Library' },
    })
  },
  'checkouts.get': async (world) => {
    const checkout = await createCheckout(world)
    expect(await world.client.call('checkouts.get', { path: { id: checkout.id } })).toEqual(checkout)
  },
  'checkouts.list': async (world) => {
    const checkout = await createCheckout(world)
    const query = { product_id: checkout.product_id, status: ['open'] }
    expect(await world.client.call('checkouts.list', { query })).toMatchObject(page([checkout], 1))
  },
  'checkouts.update': async (world) => {
    const path = { id: (await createCheckout(world)).id }
    const body = { metadata: { source: 'changed' }, customer_email: EMAIL, require_billing_address: true }
    expect(await world.client.call('checkouts.update', { path, body })).toMatchObject({ ...aCheckout, ...body })
  },
  'checkouts.clientGet': async (world) => {
    const { client_secret } = await createCheckout(world)
    const found = await world.client.as('').call('checkouts.clientGet', { path: { client_secret } })
    expect(found).toMatchObject({ ...aCheckout, organization: { slug: world.merchant.slug } })
    expect(found).not.toHaveProperty('metadata')
  },
  'checkouts.clientUpdate': async (world) => {
    const { client_secret } = await createCheckout(world)
    const body = { customer_email: EMAIL, customer_name: 'Sanne Visser' }
    expect(await world.client.as('').call('checkouts.clientUpdate', { path: { client_secret }, body })).toMatchObject({
      ...aCheckout,
      ...body,
    })
  },
  'checkouts.clientConfirm': async (world) => {
    const { confirmed } = await confirm(world)
    expect(confirmed).toMatchObject({ ...aCheckout, status: 'confirmed', customer_session_token: expect.stringMatching(/^gh_cst_/) })
  },
  'orders.list': async (world) => void (await findOrder(world)),
  'orders.get': async (world) => {
    const order = await findOrder(world)
    expect(await world.client.call('orders.get', { path: { id: order.id } })).toEqual(order)
  },
  'orders.update': async (world) => {
    const order = await findOrder(world)
    const body = { billing_name: 'Visser Bouw BV', billing_address: { line1: 'Dam 1', city: 'Amsterdam', country: 'NL' } }
    expect(await world.client.call('orders.update', { path: { id: order.id }, body })).toMatchObject({ ...anOrder, ...body })
    expect(await world.client.call('orders.get', { path: { id: order.id } })).toMatchObject(body)
  },
  'refunds.create': async (world) => {
    const order = await findOrder(world)
    const body = { order_id: order.id, reason: 'customer_request', amount: 1200, comment: 'One seat less', metadata: { ticket: 7 } }
    const created = world.client.call('refunds.create', { body })
    if (world.client.version === ONLY_201) await expect(created).rejects.toThrow('Status 200')
    else expect(await created).toMatchObject({ ...aRefund, order_id: order.id })
    const refunded = { status: 'partially_refunded', refunded_amount: 1200, paid: true }
    expect(await world.client.call('orders.get', { path: { id: order.id } })).toMatchObject(refunded)
    await expect(world.client.call('refunds.create', { body: { ...body, amount: 3001 } })).rejects.toThrow()
    expect(await world.client.call('orders.get', { path: { id: order.id } })).toMatchObject(refunded)
  },
  'refunds.list': async (world) => {
    const order = await findOrder(world)
    const body = { order_id: order.id, reason: 'customer_request', amount: 1200, metadata: { ticket: 7 } }
    const { json } = await world.merchant.request('POST', '/v1/refunds/', { body })
    const query = { order_id: order.id, succeeded: true }
    expect(await world.client.call('refunds.list', { query })).toMatchObject(page([{ ...aRefund, id: json.id }], 1))
  },
  'payments.list': async (world) => {
    const order = await findOrder(world)
    const query = { checkout_id: order.checkout_id, status: 'succeeded' }
    expect(await world.client.call('payments.list', { query })).toMatchObject(page([{ ...aPayment, order_id: order.id }], 1))
  },
  'payments.get': async (world) => {
    const order = await findOrder(world)
    const [payment] = (await world.client.call('payments.list', { query: { order_id: order.id } })).items
    expect(await world.client.call('payments.get', { path: { id: payment.id } })).toEqual(payment)
  },
  'orders.export': async (world) => {
    await findOrder(world)
    expect(await world.client.call('orders.export', { query: {} })).toMatch(/^id,created_at,.*\r?\n.*Sanne Visser/)
  },
  'customers.list': async (world) => {
    await confirm(world)
    const customers = await world.client.call('customers.list', { query: { email: EMAIL.toUpperCase() } })
    expect(customers).toMatchObject(page([{ ...aCustomer, organization_id: world.merchant.organizationId }], 1))
  },
  'customers.get': async (world) => {
    const { customer } = await findOrder(world)
    expect(await world.client.call('customers.get', { path: { id: customer.id } })).toEqual(customer)
  },
  'customers.export': async (world) => {
    await confirm(world)
    expect(await world.client.call('customers.export', { query: {} })).toContain(EMAIL)
  },
  'customerSessions.create': async (world) => {
    const { customer } = await findOrder(world)
    const session = await world.client.call('customerSessions.create', { body: { customer_id: customer.id } })
    expect(session).toMatchObject({ customer_id: customer.id, customer, token: expect.stringMatching(/^gh_cst_/) })
    expect(session.customer_portal_url).toContain(`/portal/${world.merchant.slug}?customer_session_token=${session.token}`)
  },
  'webhooks.createWebhookEndpoint': async (world) => {
    const endpoint = { url: world.receiver.url, format: 'raw', events: ['product.created'] }
    expect(await createEndpoint(world)).toMatchObject({ ...endpoint, organization_id: world.merchant.organizationId })
  },
  'webhooks.getWebhookEndpoint': async (world) => {
    await unchangedBy(world, 'webhooks.getWebhookEndpoint', await createEndpoint(world))
  },
  'webhooks.listWebhookEndpoints': async (world) => {
    const { id } = await createEndpoint(world)
    const { items } = await world.client.call('webhooks.listWebhookEndpoints', { query: { limit: 1 } })
    expect(items).toMatchObject([{ id, format: 'raw' }])
  },
  'webhooks.updateWebhookEndpoint': async (world) => {
    const { id } = await createEndpoint(world)
    const body = { events: ['product.created', 'order.paid'] }
    expect(await world.client.call('webhooks.updateWebhookEndpoint', { path: { id }, body })).toMatchObject({ id, ...body })
  },
  'webhooks.resetWebhookEndpointSecret': async (world) => {
    const { id } = await createEndpoint(world)
    const reset = await world.client.call('webhooks.resetWebhookEndpointSecret', { path: { id } })
    expect(reset).toMatchObject({ id, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) })
  },
  'webhooks.deleteWebhookEndpoint': async (world) => {
    const { id } = await createEndpoint(world)
    await world.client.call('webhooks.deleteWebhookEndpoint', { path: { id } })
    const { items } = await world.client.call('webhooks.listWebhookEndpoints', { query: {} })
    expect(items.map((endpoint: Json) => endpoint.id)).not.toContain(id)
  },
  'webhooks.listWebhookDeliveries': async (world) => void (await findDelivery(world)),
  'webhooks.redeliverWebhookEvent': async (world) => {
    const { webhook_event } = await findDelivery(world)
    const before = world.receiver.received.length
    await world.client.call('webhooks.redeliverWebhookEvent', { path: { id: webhook_event.id } })
    await world.drain()
    expect(world.receiver.received.length).toBe(before + 1)
  },
}
