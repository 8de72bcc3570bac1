// Attacks on a sale: foreign references, codes that ended, the instant of the expiry, guessed secrets.
import { afterAll, describe, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { expireCheckouts } from '#sales/checkouts/actions/expire-checkouts.ts'
import { aCheckout, cards, type TestCheckout } from '#test/support/a-checkout.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { START, testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase(), clock: movableClock(START) })
checkBooksAfterEach(server)
afterAll(() => server.close())

const ordersOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/orders/')).json.items
const chargesOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/sandbox/charges/')).json.items
const locsOf = ({ json }: { json: { detail: { loc: unknown[] }[] } }) => json.detail.map(({ loc }) => loc.join('.'))

describe("another organization's ids", () => {
  test('are refused in the body of a checkout like ids that do not exist', async () => {
    const [merchant, stranger] = [await aMerchant(server), await aMerchant(server)]
    const theirs = await aCheckout(server, stranger)
    await theirs.confirm()
    const { product_id, product_price_id, customer_id } = (await stranger.request('GET', `/v1/checkouts/${theirs.id}`)).json
    const { id: discount_id } = await aDiscount(stranger, { code: 'THEIRS' })
    const own = await aProduct(merchant)
    const body = { products: [own.id, product_id], customer_id, discount_id }
    const created = await merchant.request('POST', '/v1/checkouts/', { body })
    expect([created.status, locsOf(created).sort()]).toEqual([422, ['body.customer_id', 'body.discount_id', 'body.products.1']])
    const checkout = await aCheckout(server, merchant, { products: [own.id] })
    for (const changes of [{ product_id }, { product_price_id }, { discount_code: 'THEIRS' }]) {
      const answer = await checkout.update(changes)
      expect([answer.status, locsOf(answer)]).toEqual([422, [`body.${Object.keys(changes)[0]}`]])
    }
  })

  test('list nothing as filters', async () => {
    const [merchant, stranger] = [await aMerchant(server), await aMerchant(server)]
    const theirs = await aCheckout(server, stranger)
    await theirs.confirm()
    const { product_id, customer_id } = (await stranger.request('GET', `/v1/checkouts/${theirs.id}`)).json
    const filters = [`checkouts/?product_id=${product_id}`, `checkouts/?customer_id=${customer_id}`, `orders/?checkout_id=${theirs.id}`]
    for (const filter of [...filters, `orders/?customer_id=${customer_id}`, `payments/?checkout_id=${theirs.id}`])
      expect((await merchant.request('GET', `/v1/${filter}`)).json.items).toEqual([])
  })
})

describe('a discount', () => {
  test('that ends between its use in the form and the confirm is refused before the charge', async () => {
    const merchant = await aMerchant(server)
    const ends_at = new Date(server.clock.now().getTime() + 60_000).toISOString()
    const { id: discount_id } = await aDiscount(merchant, { ends_at })
    const checkout = await aCheckout(server, merchant, { discount_id })
    server.clock.advance(61)
    const answer = await checkout.confirm()
    expect([answer.status, locsOf(answer)]).toEqual([422, ['body.discount_code']])
    expect([await chargesOf(merchant), (await checkout.view()).json.status]).toEqual([[], 'open'])
  })

  test('of the whole price counts its redemption, and is not redeemed beyond its limit', async () => {
    const merchant = await aMerchant(server)
    const { id: discount_id } = await aDiscount(merchant, { basis_points: 10_000, max_redemptions: 1 })
    const products = [(await aProduct(merchant)).id]
    const [first, second] = [
      await aCheckout(server, merchant, { products, discount_id }),
      await aCheckout(server, merchant, { products, discount_id }),
    ]
    expect((await first.confirm()).status).toBe(200)
    expect((await second.confirm()).status).toBe(422)
    expect((await merchant.request('GET', `/v1/discounts/${discount_id}`)).json.redemptions_count).toBe(1)
    expect(await ordersOf(merchant)).toMatchObject([{ total_amount: 0, discount_amount: 4200, paid: true }])
  })
})

test('at the instant of its expiry a checkout is either paid or expired, also while the job runs', async () => {
  const merchant = await aMerchant(server)
  const products = [(await aProduct(merchant)).id]
  const checkouts = await Promise.all(Array.from({ length: 8 }, () => aCheckout(server, merchant, { products, expires_in: 1800 })))
  server.clock.advance(1799)
  const early = checkouts.slice(0, 4).map((checkout) => checkout.confirm())
  const [answers] = await Promise.all([Promise.all(early), expireCheckouts(server.platform)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  server.clock.advance(1)
  const late = checkouts.slice(4).map((checkout) => checkout.confirm())
  const [refused] = await Promise.all([Promise.all(late), expireCheckouts(server.platform)])
  expect(refused.map(({ status, json }) => [status, json.error])).toEqual(refused.map(() => [410, 'ExpiredCheckoutError']))
  expect([(await ordersOf(merchant)).length, (await chargesOf(merchant)).length]).toEqual([4, 4])
})

test('a client secret with one other character opens nothing, at every place and by every route', async () => {
  const checkout: TestCheckout = await aCheckout(server, await aMerchant(server))
  const { secret } = checkout
  const other = (character: string) => (character === 'a' ? 'b' : 'a')
  const guesses = [...secret].map((character, at) => `${secret.slice(0, at)}${other(character)}${secret.slice(at + 1)}`)
  const spelled = [secret.toUpperCase(), secret.toLowerCase(), `${secret} `.trim().slice(0, -1), `${secret}0`]
  for (const guess of [...guesses, ...spelled.filter((each) => each !== secret)]) {
    const path = `/v1/checkouts/client/${guess}`
    const answers = [await server.request('GET', path), await server.request('PATCH', path, { body: {} })]
    const confirm = { ...checkout.form, confirmation_token_id: cards.good }
    answers.push(await server.request('POST', `${path}/confirm`, { body: confirm }), await server.request('GET', `${path}/stream`))
    expect(answers.map(({ status, text }) => [status, text.includes(secret)])).toEqual(answers.map(() => [404, false]))
  }
  expect((await checkout.view()).json.status).toBe('open')
})
