// Sales, discounts and refunds in currencies with no, two and three decimals, by the organization itself and by the operator for it.
import { afterAll, describe, expect, test } from 'vitest'
import { uncontrolled } from '#platform/work-control.ts'
import { managePayouts } from '#server/cli/payouts.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { emailsTo } from '#test/support/emails.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { formatMoney } from '../../web/ui/text/money.ts'

const servers = {
  organization: await testServer(),
  platform: await testServer({
    settings: { MERCHANT_OF_RECORD: 'platform', PLATFORM_FEE_BASIS_POINTS: '400', PLATFORM_FEE_FIXED: '40' },
  }),
} as const
checkBooksAfterEach(servers.organization)
afterAll(async () => {
  for (const server of Object.values(servers)) await server.close()
})

/** A price, the amounts that follow from it with a tenth off, and how the total and a refund of a quarter are written. */
interface Row {
  readonly currency: string
  readonly price: number
  readonly discount: number
  readonly total: number
  readonly refund: number
  /** In CSV, in units of the currency. */
  readonly csv: string
  readonly written: Readonly<
    Record<'en' | 'de', { readonly price: string; readonly discount: string; readonly total: string; readonly refund: string }>
  >
  readonly minimum: number
}

const ROWS: readonly Row[] = [
  {
    currency: 'usd',
    price: 890_045,
    discount: 89_005,
    total: 801_040,
    refund: 200_260,
    csv: '8010.4',
    written: {
      en: { price: '$8,900.45', discount: '-$890.05', total: '$8,010.40', refund: '$2,002.60' },
      de: { price: '8.900,45 $', discount: '-890,05 $', total: '8.010,40 $', refund: '2.002,60 $' },
    },
    minimum: 50,
  },
  {
    currency: 'jpy',
    price: 8905,
    discount: 891,
    total: 8014,
    refund: 2004,
    csv: '8014',
    written: {
      en: { price: 'JP¥8,905', discount: '-JP¥891', total: 'JP¥8,014', refund: 'JP¥2,004' },
      de: { price: '8.905 ¥', discount: '-891 ¥', total: '8.014 ¥', refund: '2.004 ¥' },
    },
    minimum: 50,
  },
  {
    currency: 'kwd',
    price: 8_900_455,
    discount: 890_046,
    total: 8_010_409,
    refund: 2_002_602,
    csv: '8010.409',
    written: {
      en: { price: 'KWD 8,900.455', discount: '-KWD 890.046', total: 'KWD 8,010.409', refund: 'KWD 2,002.602' },
      de: { price: '8.900,455 KWD', discount: '-890,046 KWD', total: '8.010,409 KWD', refund: '2.002,602 KWD' },
    },
    minimum: 500,
  },
]

const cases = ROWS.flatMap((row) =>
  (['organization', 'platform'] as const).flatMap((seller) =>
    (['en', 'de'] as const).map((language) => ({ ...row, name: row.currency, seller, language })),
  ),
)

// Amounts and currencies are kept together by spaces that do not break.
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe.each(cases)('$name sold by the $seller to a buyer who reads $language', (row) => {
  const { currency, price, discount, total, refund, language } = row
  const server: TestServer = servers[row.seller]
  const written = row.written[language]
  const net = total

  async function sell(merchant: TestMerchant) {
    const prices = [{ amount_type: 'fixed', price_amount: price, price_currency: currency }]
    const product = await aProduct(merchant, { prices })
    const { id } = await aDiscount(merchant)
    const checkout = await aCheckout(server, merchant, { products: [product.id], discount_id: id })
    const amounts = { currency, amount: price, discount_amount: discount, net_amount: net, total_amount: total }
    expect(checkout.created).toMatchObject(amounts)
    expect((await checkout.view()).json).toMatchObject(amounts)
    expect((await checkout.confirm(undefined, { body: { locale: language } })).status).toBe(200)
    const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
    return { order, email: checkout.email }
  }

  test('is charged, refunded and written with its decimals, in emails, tables and the page', async () => {
    const merchant = await aMerchant(server)
    const { order, email } = await sell(merchant)
    expect(order).toMatchObject({ currency, subtotal_amount: price, discount_amount: discount, net_amount: net, total_amount: total })
    const [receipt] = await emailsTo(server, email)
    for (const amount of [written.price, written.discount, written.total]) expect(plain(receipt?.text ?? '')).toContain(amount)

    const refunded = async (body: object) =>
      (await merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other', ...body } })).json
    expect(await refunded({ amount: refund })).toMatchObject({ status: 'succeeded', currency, amount: refund, tax_amount: 0 })
    const [notice] = await emailsTo(server, email)
    expect(plain(notice?.text ?? '')).toContain(written.refund)
    expect(await refunded({})).toMatchObject({ status: 'succeeded', amount: total - refund })
    expect((await merchant.request('GET', `/v1/orders/${order.id}`)).json).toMatchObject({ status: 'refunded', refunded_amount: total })

    for (const path of ['orders', 'refunds', 'ledger/entries']) {
      const { text } = await merchant.request('GET', `/v1/${path}/export`)
      expect(text).toContain(path === 'refunds' ? String(refund / (total / Number(row.csv))) : row.csv)
    }
    const tags = { en: 'en-GB', de: 'de' }
    expect(plain(formatMoney(tags[language], total, currency))).toBe(written.total)
  })

  test('has a price of at least the smallest chargeable amount', async () => {
    const merchant = await aMerchant(server)
    const create = (amount: number) =>
      merchant.request('POST', '/v1/products/', {
        body: {
          name: 'Small',
          recurring_interval: null,
          prices: [{ amount_type: 'fixed', price_amount: amount, price_currency: currency }],
        },
      })
    expect([(await create(row.minimum - 1)).status, (await create(row.minimum)).status]).toEqual([422, 201])
  })

  test.runIf(row.seller === 'platform')('leaves the operator a fee in its minor units, and pays the rest out', async () => {
    const merchant = await aMerchant(server)
    const { order } = await sell(merchant)
    const fee = Math.round((total * 400) / 10_000) + 40
    expect(order).toMatchObject({ platform_fee_amount: fee, platform_fee_currency: currency })
    const { slug } = (await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)).json
    const payouts = async (input: Readonly<Record<string, unknown>>) =>
      (
        await managePayouts(
          { database: server.platform.database, platform: async () => server.platform as never, control: uncontrolled },
          input,
        )
      ).json
    const owed = async () => ((await payouts({ action: 'list' })) as { slug: string }[]).filter((line) => line.slug === slug)
    expect(await owed()).toMatchObject([{ currency, held: net - fee, payable: 0 }])
    await payouts({ action: 'terms', slug, terms: { payoutAccount: 'A bank' } })
    expect(await payouts({ action: 'record', slug, payout: { currency, reference: `T-${currency}` } })).toMatchObject({ amount: net - fee })
    expect(await owed()).toMatchObject([{ held: 0, payable: 0 }])
  })
})
