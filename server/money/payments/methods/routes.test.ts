import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { aPaymentMethod } from '#test/support/payments/a-payment-method.ts'
import { sharedServer } from '#test/support/server.ts'
import { chargePayment } from '../actions/charge-payment.ts'
import { createPayment, type PaymentDraft } from '../actions/create-payment.ts'
import { savePaymentMethod } from '../actions/record-payment-method.ts'
import { removeAtProcessors } from '../actions/remove-at-processor.ts'
import { isActionRequired, isHardDecline } from '../model.ts'
import type { PaymentSource } from '../processor.ts'
import { METHODS_MAXIMUM } from './model.ts'
import { findDefaultMethods, findPaymentMethod } from './store.ts'

const server = await sharedServer()
const { platform } = server
const { db, transaction } = platform.database

async function aCustomer(merchant: TestMerchant) {
  const { id: customerId } = (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })).json
  const customer = { organizationId: merchant.organizationId, customerId: customerId as string }
  const path = `/v1/customers/${customerId}/payment-methods`
  return {
    ...customer,
    path,
    save: (card?: string) => aPaymentMethod(server, { ...customer, ...(card && { card }) }),
    list: async () => (await merchant.request('GET', path)).json.items,
  }
}

const keyOf = ({ organizationId, customerId }: { organizationId: string; customerId: string }) => ({ organizationId, customerId })

/** Records an attempt and sends it to the sandbox. */
async function pay(organizationId: string, amount: number, source: PaymentSource) {
  const now = platform.clock.now({ organizationId })
  const id = newId(now)
  const draft: PaymentDraft = {
    organizationId,
    purpose: 'checkout',
    purposeId: id,
    amount,
    currency: 'usd',
    processor: 'sandbox',
    idempotencyKey: id,
    customerEmail: null,
    now,
  }
  const payment = await transaction((tx) => createPayment(tx, draft))
  if (!payment) throw new Error('The attempt was not recorded.')
  const outcome = await chargePayment(platform, { payment, source, isResumed: false })
  expect(await chargePayment(platform, { payment, source, isResumed: true })).toEqual(outcome)
  return { payment, outcome }
}

const merchant = await aMerchant(server)

test('GET /v1/customers/{id}/payment-methods lists what a customer has saved: the newest is the default', async () => {
  const customer = await aCustomer(merchant)
  expect(await customer.list()).toEqual([])
  await customer.save()
  server.clock.advance(1)
  const second = await customer.save('4000000000100067')
  expect(await customer.list()).toEqual([
    {
      id: second.id,
      organization_id: customer.organizationId,
      customer_id: customer.customerId,
      created_at: expect.any(String),
      brand: 'visa',
      last4: '0067',
      exp_month: null,
      exp_year: null,
      is_default: true,
      type: 'card',
      processor: 'stripe',
      modified_at: null,
      method_metadata: { brand: 'visa', last4: '0067', exp_month: null, exp_year: null, wallet: null },
    },
    expect.objectContaining({ last4: '4242', is_default: false }),
  ])
  const stranger = await aMerchant(server)
  expect((await stranger.request('GET', customer.path)).status).toBe(404)
})

test('a payment method is saved once for its reference', async () => {
  const customer = await aCustomer(merchant)
  const saved = await customer.save()
  const now = platform.clock.now(customer)
  const again = { ...saved, last4: '0000', now }
  expect(await transaction((tx) => savePaymentMethod(tx, platform, again))).toEqual(saved)
  expect(await customer.list()).toHaveLength(1)
})

test('methods that are saved at once are all kept, and one is the default', async () => {
  const customer = await aCustomer(merchant)
  await Promise.all([customer.save(), customer.save(), customer.save()])
  expect((await customer.list()).filter((method: { is_default: boolean }) => method.is_default)).toHaveLength(1)
})

test('a customer has at most twenty payment methods: the oldest one makes room', async () => {
  const customer = await aCustomer(merchant)
  const first = await customer.save()
  for (let count = 1; count <= METHODS_MAXIMUM; count += 1) {
    server.clock.advance(1)
    await customer.save()
  }
  const items = await customer.list()
  expect([items.length, items.some(({ id }: { id: string }) => id === first.id)]).toEqual([METHODS_MAXIMUM, false])
})

test('DELETE /v1/customers/{id}/payment-methods/{method_id} removes it, also at the processor; the newest of the others is the default', async () => {
  const customer = await aCustomer(merchant)
  const first = await customer.save()
  server.clock.advance(1)
  const second = await customer.save()
  expect((await merchant.request('DELETE', `/v1/customers/${customer.customerId}/payment-methods/${second.id}`)).status).toBe(204)
  expect(await customer.list()).toMatchObject([{ id: first.id, is_default: true }])
  expect((await merchant.request('DELETE', `/v1/customers/${customer.customerId}/payment-methods/${second.id}`)).status).toBe(404)
  const source = { kind: 'saved', method: second.method, isOffSession: true } as const
  expect((await pay(customer.organizationId, 100, source)).outcome).toMatchObject({ kind: 'declined', code: 'invalid_method' })
  const entries = await sql<{ customer: string }>`select target ->> 'id' as customer from audit_entries
    where organization_id = ${customer.organizationId} and action = 'customer.payment_method_removed'`.execute(db)
  expect(entries.rows).toContainEqual({ customer: customer.customerId })
})

test('the payment methods of a deleted customer are removed at the processor, also one that is saved later', async () => {
  const customer = await aCustomer(merchant)
  const saved = await customer.save()
  await merchant.request('DELETE', `/v1/customers/${customer.customerId}`)
  expect((await customer.save()).removedAt).not.toBeNull()
  await server.drain()
  // Another server on this database may have run the periodic job for this minute.
  await removeAtProcessors(platform)
  expect((await merchant.request('GET', customer.path)).status).toBe(404)
  expect(await findPaymentMethod(db, { ...keyOf(customer), id: saved.id })).toBeUndefined()
  const { rows } = await sql<{ ours: number; theirs: number }>`select
    (select count(*)::int from payment_methods where customer_id = ${customer.customerId} and detached_at is not null) as ours,
    (select count(*)::int from sandbox_methods where customer_id = ${customer.customerId} and removed_at is not null) as theirs`.execute(db)
  expect(rows).toEqual([{ ours: 2, theirs: 2 }])
})

test('the named method of a customer is found, else the default; of several customers the defaults', async () => {
  const [customer, other, none] = [await aCustomer(merchant), await aCustomer(merchant), await aCustomer(merchant)]
  const first = await customer.save()
  server.clock.advance(1)
  const second = await customer.save()
  const foreign = await other.save()
  const found = (id?: string) => findPaymentMethod(db, { ...keyOf(customer), id })
  expect([(await found())?.id, (await found(first.id))?.id, (await found(foreign.id))?.id]).toEqual([second.id, first.id, second.id])
  expect(await findPaymentMethod(db, keyOf(none))).toBeUndefined()
  const ids = [customer.customerId, other.customerId, none.customerId]
  const defaults = await findDefaultMethods(db, customer.organizationId, ids)
  expect(ids.map((id) => defaults.get(id)?.id)).toEqual([second.id, foreign.id, undefined])
})

test('an attempt without an amount saves the card alone, and is no payment in the list', async () => {
  const customer = await aCustomer(merchant)
  const source = { kind: 'token', token: 'sandbox_4242424242424242', saveForCustomerId: customer.customerId } as const
  const { payment, outcome } = await pay(customer.organizationId, 0, source)
  expect(outcome).toMatchObject({ kind: 'succeeded', feeAmount: 0, method: expect.stringMatching(/^sandbox_pm_/) })
  expect((await merchant.request('GET', `/v1/payments/${payment.id}`)).status).toBe(404)
  const { items } = (await merchant.request('GET', '/v1/payments/?limit=100')).json
  expect(items.filter(({ id }: { id: string }) => id === payment.id)).toEqual([])
})

test('a paid card is saved with its charge where a customer is named', async () => {
  const customer = await aCustomer(merchant)
  const source = { kind: 'token', token: 'sandbox_4242424242424242', saveForCustomerId: customer.customerId } as const
  expect((await pay(customer.organizationId, 100, source)).outcome).toMatchObject({ kind: 'succeeded', method: expect.any(String) })
})

test.for([
  ['4242424242424242', 'succeeded', null, false, false],
  ['4000000000000341', 'declined', 'card_declined', false, false],
  ['4000000000100059', 'declined', 'insufficient_funds', false, false],
  ['4000000000100067', 'declined', 'expired_card', true, false],
] as const)('the saved card %s is charged off session: %s %s', async ([card, kind, code, isHard, isAction]) => {
  const { organizationId, save } = await aCustomer(merchant)
  const { method } = await save(card)
  const { outcome } = await pay(organizationId, 100, { kind: 'saved', method, isOffSession: true })
  expect(outcome).toMatchObject({ kind, ...(kind === 'succeeded' ? { method } : { code }) })
  expect([isHardDecline(code ?? ''), isActionRequired(code ?? '')]).toEqual([isHard, isAction])
})
