import { beforeAll, expect, test } from 'vitest'
import { aCheckout, cards, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const DAY = 24 * 60 * 60 * 1000

let merchant: TestMerchant
let open: TestCheckout

const funnel = async (query = '', of = merchant) =>
  (await of.request('GET', `/v1/organizations/${of.organizationId}/checkout-funnel?${query}`)).json

beforeAll(async () => {
  merchant = await aMerchant(server)
  const [paid, declined] = [await aCheckout(server, merchant), await aCheckout(server, merchant)]
  open = await aCheckout(server, merchant)
  await paid.confirm(cards.declined)
  await paid.confirm()
  await declined.confirm(cards.declined)
})

test('GET /v1/organizations/{id}/checkout-funnel counts the checkouts by how far they came, with the shares', async () => {
  expect(await funnel()).toEqual({
    opened: 3,
    attempted: 2,
    succeeded: 1,
    failed: 0,
    expired: 0,
    open: 2,
    attempted_rate: 0.6667,
    paid_rate: 0.5,
    succeeded_rate: 0.3333,
    is_limited: false,
  })
})

test('it narrows by the time of creation and by product, and shows no other organization', async () => {
  const before = new Date(server.clock.now().getTime() - DAY).toISOString()
  expect(await funnel(`created_before=${before}`)).toMatchObject({ opened: 0, attempted_rate: null, paid_rate: null })
  expect(await funnel(`created_after=${before}`)).toMatchObject({ opened: 3 })
  expect(await funnel(`product_id=${open.created.product_id}`)).toMatchObject({ opened: 1, attempted: 0, paid_rate: null })
  expect(await funnel('', await aMerchant(server))).toMatchObject({ opened: 0 })
})

test('it refuses a time that is none, and another organization', async () => {
  const path = `/v1/organizations/${merchant.organizationId}/checkout-funnel`
  const { status, json } = await merchant.request('GET', `${path}?created_after=yesterday`)
  expect([status, json.detail[0].loc]).toEqual([422, ['query', 'created_after']])
  expect((await (await aMerchant(server)).request('GET', path)).status).toBe(404)
})
