import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'
import { type FakeStripe, signWebhook, startFakeStripe } from '#test/support/stripe/fake-stripe.ts'
import { waitForStripe } from '#test/support/stripe/wait-limit.ts'
import { sendWebhook, sendWebhooks } from '#test/support/stripe/webhooks.ts'
import { processorNamed } from './adapters/processors.ts'

let fake: FakeStripe
let server: TestServer
let organizationId: string

beforeAll(async () => {
  fake = await startFakeStripe()
  server = await testServer({ settings: fake.settings })
  waitForStripe(server, fake)
  organizationId = (await aMerchant(server)).organizationId
})
afterAll(async () => {
  await server.close()
  await fake.close()
})

const CARD = '4242424242424242'
const requestOf = (token: string, currency = 'usd') => ({
  organizationId,
  key: newId(START),
  amount: 4200,
  currency,
  source: { kind: 'token', token, saveForCustomerId: null } as const,
})
const processor = () => processorNamed(server.platform, 'stripe')
const chargesSince = (count: number) => fake.charged().slice(count)
const eventsOf = async (key: string) => {
  const events = server.platform.database.db.selectFrom('payment_events').select(['type', 'payload', 'event_id'])
  return (await events.where('organization_id', '=', organizationId).execute()).filter(({ payload }) => payload.key === key)
}

test('the publishable key is public, and there is none without an account', async () => {
  expect((await server.request('GET', '/v1/stripe/key')).json).toEqual({ publishable_key: 'pk_live_fakeStripe' })
  const without = await testServer()
  expect((await without.request('GET', '/v1/stripe/key')).status).toBe(404)
  expect((await sendWebhook(without, { body: '{}', signature: signWebhook('{}') })).status).toBe(404)
})

test.each(['lost', 'mute', 'cut'] as const)('a charge whose answer is %s is found by its key, and never made twice', async (failure) => {
  const before = fake.charged().length
  const request = requestOf(fake.token(CARD))
  fake.fail('POST /v1/payment_intents/:id/confirm', failure)
  const first = await processor().charge(request)
  expect(['unknown', 'succeeded']).toContain(first.kind)
  expect(await processor().find(request)).toMatchObject({ kind: 'succeeded', last4: '4242' })
  expect(await processor().charge({ ...request, source: { ...request.source, token: fake.token(CARD) } })).toMatchObject({
    kind: 'succeeded',
  })
  expect(chargesSince(before)).toHaveLength(1)
})

test.each(['POST /v1/payment_intents', 'POST /v1/payment_intents/:id/confirm'])(
  'a request that never arrives (%s) has charged nothing',
  async (operation) => {
    const before = fake.charged().length
    const request = requestOf(fake.token(CARD))
    fake.fail(operation, 'refused')
    expect(await processor().charge(request)).toMatchObject({ kind: 'unknown' })
    expect(await processor().find(request)).toEqual({ kind: 'absent' })
    expect(await processor().cancel(request)).toMatchObject({ kind: 'declined', code: 'canceled' })
    expect(await processor().charge(request)).toMatchObject({ kind: 'declined', code: 'canceled' })
    expect(chargesSince(before)).toEqual([])
  },
)

test('a limited request is repeated', async () => {
  fake.fail('POST /v1/payment_intents/:id/confirm', 'limited')
  expect(await processor().charge(requestOf(fake.token(CARD)))).toMatchObject({ kind: 'succeeded' })
})

test('a refund whose answer is lost is found among those of its charge', async () => {
  const request = requestOf(fake.token(CARD))
  await processor().charge(request)
  const refund = { organizationId, key: newId(START), chargeKey: request.key, amount: 1200 }
  fake.fail('POST /v1/refunds', 'lost')
  expect(await processor().refund(refund)).toMatchObject({ kind: 'unknown' })
  expect(await processor().findRefund(refund)).toMatchObject({ kind: 'succeeded' })
  expect(await processor().refund(refund)).toMatchObject({ kind: 'succeeded' })
  expect(await processor().listRefunds(request)).toMatchObject({ refunds: [{ key: refund.key, amount: 1200 }] })
})

test.each([
  ['4000000000000002', 'card_declined'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000009987', 'lost_card'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc'],
  ['4100000000000019', 'fraudulent'],
])('the card %s is declined with our code %s', async (number, code) => {
  const outcome = await processor().charge(requestOf(fake.token(number)))
  expect(outcome).toMatchObject({ kind: 'declined', code, card: { last4: number.slice(-4) } })
})

test('Icelandic crowns are sent in hundredths, and come back in whole ones', async () => {
  const request = requestOf(fake.token(CARD), 'isk')
  const outcome = await processor().charge(request)
  expect(fake.charged().at(-1)).toMatchObject({ amount: 420_000 })
  expect(outcome).toMatchObject({ kind: 'succeeded', feeAmount: 122 })
  await processor().refund({ organizationId, key: newId(START), chargeKey: request.key, amount: 200 })
  expect(await processor().listRefunds(request)).toMatchObject({ refunds: [{ amount: 200 }] })
})

test('an intent whose action has failed cannot be tried again by its secret', async () => {
  const request = requestOf(fake.token('4000002500003155'))
  const outcome = await processor().charge(request)
  if (outcome.kind !== 'requires_action') throw new Error(outcome.kind)
  fake.answer(outcome.actionSecret, false)
  expect(await processor().find(request)).toMatchObject({ kind: 'declined', code: 'authentication_failed' })
  expect(fake.state.intents.get(outcome.reference)?.status).toBe('canceled')
  expect(await processor().find(request)).toMatchObject({ kind: 'declined', code: 'authentication_failed' })
})

test('a customer who was removed at Stripe has no saved card any more, and a new one can be saved', async () => {
  const customerId = newId(START)
  const entered = () => ({
    ...requestOf(fake.token(CARD)),
    source: { kind: 'token', token: fake.token(CARD), saveForCustomerId: customerId } as const,
  })
  const first = await processor().charge(entered())
  const method = first.kind === 'succeeded' ? (first.method ?? '') : ''
  fake.state.customers.delete(method.split(':')[0] ?? '')
  fake.forgetKeys()
  const saved = { ...requestOf(''), source: { kind: 'saved', method, isOffSession: true } as const }
  expect(await processor().charge(saved)).toMatchObject({ kind: 'declined', code: 'invalid_method' })
  expect(await processor().find(saved)).toMatchObject({ kind: 'declined', code: 'invalid_method' })
  const again = await processor().charge(entered())
  expect(again).toMatchObject({ kind: 'succeeded', method: expect.stringMatching(/^cus_/) })

  fake.state.customers.delete(again.kind === 'succeeded' ? (again.method?.split(':')[0] ?? '') : '')
  fake.forgetKeys()
  const setUp = () => processor().setUp({ organizationId, key: newId(START), customerId, token: fake.token(CARD) })
  expect(await setUp()).toMatchObject({ kind: 'declined', code: 'invalid_token' })
  expect(await setUp()).toMatchObject({ kind: 'succeeded' })
})

test('webhooks are stored once, in any order, and those about other things are left', async () => {
  fake.takeWebhooks()
  const request = requestOf(fake.token('4000000000000259'))
  await processor().charge(request)
  expect(await sendWebhooks(server, fake, { isReversed: true, times: 2 })).toEqual([204, 204, 204, 204])
  expect((await eventsOf(request.key)).map(({ type }) => type).toSorted()).toEqual(['charge.succeeded', 'dispute.updated'])
  const foreign = JSON.stringify({
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: 'pi_1' } },
  })
  const at = Math.floor(server.clock.now().getTime() / 1000)
  expect((await sendWebhook(server, { body: foreign, signature: signWebhook(foreign, { at }) })).status).toBe(204)
})

test('an event that arrives before the answer finds its attempt by what the intent names', async () => {
  fake.takeWebhooks()
  const request = requestOf(fake.token(CARD))
  await processor().charge(request)
  const attempts = server.platform.database.db.updateTable('stripe_attempts').set({ intent: null })
  await attempts.where('organization_id', '=', organizationId).where('key', '=', request.key).execute()
  expect(await sendWebhooks(server, fake)).toEqual([204])
  expect((await eventsOf(request.key)).map(({ type }) => type)).toEqual(['charge.succeeded'])
})

const WRONG: readonly (readonly [string, (body: string, nowSeconds: number) => string])[] = [
  ['without a signature', () => ''],
  ['with the signature of another secret', (body) => signWebhook(body, { secret: 'whsec_other' })],
  ['with the signature of another body', () => signWebhook('{}')],
  ['with a signature of ten minutes ago', (body, nowSeconds) => signWebhook(body, { at: nowSeconds - 600 })],
]

test.each(WRONG)('a webhook %s is refused', async (_, sign) => {
  const body = JSON.stringify({ id: 'evt_2', type: 'payment_intent.succeeded', data: { object: { object: 'payment_intent', id: 'pi_2' } } })
  const answer = await sendWebhook(server, { body, signature: sign(body, Math.floor(server.clock.now().getTime() / 1000)) })
  expect(answer).toMatchObject({ status: 400, json: { error: 'InvalidSignature' } })
})

test('a body above the limit is refused before its signature is looked at', async () => {
  const body = `"${'x'.repeat(300 * 1024)}"`
  expect((await sendWebhook(server, { body, signature: signWebhook(body) })).status).toBe(413)
})
