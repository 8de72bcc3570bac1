import { cards } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { describeProcessor } from '#test/support/contracts/processor.ts'
import { testServer } from '#test/support/server.ts'
import { processorNamed } from './processors.ts'

describeProcessor('the sandbox', async () => {
  const server = await testServer()
  const merchant = await aMerchant(server)
  const { organizationId } = merchant
  return {
    processor: processorNamed(server.platform, 'sandbox'),
    organizationId,
    tokens: {
      good: cards.good,
      declined: cards.declined,
      asksOnce: cards.requiresAction,
      asksAlways: 'sandbox_4000002760003184',
      disputed: 'sandbox_4000000000000259',
      refundsLate: 'sandbox_4000000000007726',
      refundFails: 'sandbox_4000000000005126',
      unreadable: 'tok_of_another_processor',
    },
    answerAction: async (actionSecret, isApproved) => {
      await server.request('POST', `/v1/sandbox/actions/${actionSecret}`, { body: { approve: isApproved } })
    },
    refundAtProcessor: async (chargeKey, amount) => {
      const { items } = (await merchant.request('GET', '/v1/sandbox/charges/?limit=100')).json
      const charge = items.find(({ key }: { key: string }) => key === chargeKey)
      await merchant.request('POST', '/v1/sandbox/refunds/', { body: { charge_id: charge.id, amount } })
    },
    settleRefunds: async () => {
      server.clock.advance(60)
      await server.drain()
    },
    eventsOf: async (chargeKey) => {
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
