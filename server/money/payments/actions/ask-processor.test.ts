import { expect, test } from 'vitest'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { settleUnsettled } from './ask-processor.ts'

test('an attempt that cannot be settled keeps no other from it, and is asked about again a minute later', async () => {
  const database = await ownDatabase()
  let failing = 0
  const house = await testServer({
    database: {
      ...database,
      transaction: (run) => {
        failing -= 1
        return failing === 0 ? Promise.reject(new Error('This one cannot be settled.')) : database.transaction(run)
      },
    },
  })
  const merchant = await aMerchant(house)
  const checkouts = [await aCheckout(house, merchant), await aCheckout(house, merchant)]
  for (const checkout of checkouts) {
    await checkout.confirm(cards.lost)
    house.clock.advance(1)
  }
  // Several are asked about at a time: which of them failed is not said.
  const statuses = async () => (await Promise.all(checkouts.map(async (checkout) => (await checkout.see()).json.status))).sort()

  house.clock.advance(60)
  failing = 1
  await settleUnsettled(house.platform, house.clock.now())
  expect(await statuses()).toEqual(['confirmed', 'succeeded'])
  house.clock.advance(60)
  await settleUnsettled(house.platform, house.clock.now())
  expect(await statuses()).toEqual(['succeeded', 'succeeded'])
  await house.close()
})
