import { expect, test } from 'vitest'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { settleUnsettledPayments } from './query-processor.ts'

test('an attempt that cannot be settled does not block the others, and the processor is queried again a minute later', async () => {
  const database = await ownDatabase()
  let failing = 0
  const server = await testServer({
    database: {
      ...database,
      transaction: (run) => {
        failing -= 1
        return failing === 0 ? Promise.reject(new Error('This attempt cannot be settled.')) : database.transaction(run)
      },
    },
  })
  const merchant = await aMerchant(server)
  const checkouts = [await aCheckout(server, merchant), await aCheckout(server, merchant)]
  for (const checkout of checkouts) {
    await checkout.confirm(cards.lost)
    server.clock.advance(1)
  }
  // Several attempts are queried concurrently: it is not determined which of them fails.
  const statuses = async () => (await Promise.all(checkouts.map(async (checkout) => (await checkout.view()).json.status))).sort()

  server.clock.advance(60)
  failing = 1
  await settleUnsettledPayments(server.platform)
  expect(await statuses()).toEqual(['confirmed', 'succeeded'])
  server.clock.advance(60)
  await settleUnsettledPayments(server.platform)
  expect(await statuses()).toEqual(['succeeded', 'succeeded'])
  await server.close()
})
