// A live organization whose server has got the test keys of Stripe: nothing is sold for money that does not exist.
import { expect, test } from 'vitest'
import { liveKeyFault } from '#server/live-keys.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aLiveMerchant } from '#test/support/stripe/a-live-merchant.ts'
import { aStripeServer } from '#test/support/stripe/a-stripe-server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const CARD = '4242424242424242'
const ASKS = '4000002500003155'

const { fake, server, report } = await aStripeServer()
const merchant = await aLiveMerchant(server)
const itemsOf = async (path: string) => (await merchant.request('GET', path)).json.items

test('a test key sells nothing of a live organization: a purchase and a trial are refused', async () => {
  fake.state.isLive = false
  const before = fake.charged().length
  const checkout = await aCheckout(server, merchant)
  const trial = { trial_interval: 'day', trial_interval_count: 14 }
  const ofTrial = await aCheckout(server, merchant, { products: [await aPlan(merchant, 900, trial)] })
  for (const each of [checkout, ofTrial]) {
    const refused = await each.confirm(fake.token(CARD))
    expect([refused.status, refused.json.error]).toEqual([400, 'PaymentError'])
  }
  await report()
  expect([await itemsOf('/v1/orders/'), await itemsOf('/v1/subscriptions/')]).toEqual([[], []])
  expect(fake.charged().length).toBe(before)
  fake.state.isLive = true
  expect((await checkout.confirm(fake.token(CARD))).status).toBe(200)
})

test('a payment that was begun with live keys is not taken from the test mode, and neither are its events', async () => {
  const checkout = await aCheckout(server, merchant)
  const confirmed = await checkout.confirm(fake.token(ASKS))
  const { intent_client_secret: secret } = confirmed.json.payment_processor_metadata
  fake.state.isLive = false
  fake.answer(secret, true)
  await report()
  expect((await checkout.view()).json.status).toBe('confirmed')
  // The page comes back from the bank: the intent is looked at.
  await server.request('POST', '/v1/stripe/returns', { body: { intent_client_secret: secret } })
  await server.drain()
  expect((await checkout.view()).json.status).toBe('open')
  expect(await itemsOf(`/v1/orders/?checkout_id=${checkout.id}`)).toEqual([])
  fake.state.isLive = true
})

test('the server does not start with a test key once an organization is live', async () => {
  const { database, settings } = server.platform
  const withKey = (key: string | undefined) => liveKeyFault({ database, settings: { ...settings, STRIPE_SECRET_KEY: key } })
  expect(await withKey('sk_test_51Habc')).toMatch(/^STRIPE_SECRET_KEY is a test key/)
  expect(await withKey('rk_test_51Habc')).toMatch(/^STRIPE_SECRET_KEY is a test key/)
  expect([await withKey('sk_live_51Habc'), await withKey(undefined)]).toEqual([null, null])
  await database.db.updateTable('merchants').set({ mode: 'test' }).execute()
  await aMerchant(server)
  expect(await withKey('sk_test_51Habc')).toBeNull()
})
