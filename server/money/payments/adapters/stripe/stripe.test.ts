import { afterAll } from 'vitest'
import { aMerchant } from '#test/support/a-merchant.ts'
import { describeProcessor } from '#test/support/contracts/processor.ts'
import { testServer } from '#test/support/server.ts'
import { startFakeStripe } from '#test/support/stripe/fake-stripe.ts'
import { evidence } from '#test/support/stripe/money-back.ts'
import { sendWebhooks } from '#test/support/stripe/webhooks.ts'
import { processorNamed } from '../processors.ts'

const fake = await startFakeStripe()
afterAll(() => fake.close())

describeProcessor('Stripe', async () => {
  const server = await testServer({ settings: fake.settings })
  const { organizationId } = await aMerchant(server)
  const intentOf = async (key: string) => {
    const attempts = server.platform.database.db
      .selectFrom('stripe_attempts')
      .select('intent')
      .where('organization_id', '=', organizationId)
    return (await attempts.where('key', '=', key).executeTakeFirst())?.intent ?? ''
  }
  return {
    processor: processorNamed(server.platform, 'stripe'),
    organizationId,
    evidence,
    // A token is valid for one request.
    tokens: {
      get good() {
        return fake.token('4242424242424242')
      },
      get declined() {
        return fake.token('4000000000000002')
      },
      get asksOnce() {
        return fake.token('4000002500003155')
      },
      get asksAlways() {
        return fake.token('4000002760003184')
      },
      get disputed() {
        return fake.token('4000000000000259')
      },
      get refundsLate() {
        return fake.token('4000000000007726')
      },
      get refundFails() {
        return fake.token('4000000000005126')
      },
      unreadable: 'ctoken_of_another_account',
    },
    answerAction: async (actionSecret, isApproved) => fake.answer(actionSecret, isApproved),
    refundAtProcessor: async (chargeKey, amount) => fake.refundAtStripe(await intentOf(chargeKey), amount),
    settleRefunds: async () => fake.settleRefunds(),
    eventsOf: async (chargeKey) => {
      await sendWebhooks(server, fake)
      const events = await server.platform.database.db
        .selectFrom('payment_events')
        .select(['type', 'payload'])
        .where('organization_id', '=', organizationId)
        .orderBy('id')
        .execute()
      return events.filter(({ payload }) => payload.key === chargeKey).map(({ type }) => type)
    },
  }
})
