// A checkout in currencies with no and with three decimals, as the buyer and then the merchant see its amounts.
import { expect, inject } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { test } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const ROWS = [
  ['jpy', 8905, 'JP¥8,905'],
  ['kwd', 8_900_455, 'KWD\u00a08,900.455'],
] as const

for (const [currency, price, written] of ROWS) {
  test(`a price in ${currency} is written with its decimals on the checkout and its confirmation`, async ({ page }) => {
    const merchant = await aMerchant(runningServer(inject('baseUrl')))
    const prices = [{ amount_type: 'fixed', price_amount: price, price_currency: currency }]
    const product = await aProduct(merchant, { prices })
    const checkout = await aCheckout(runningServer(inject('baseUrl')), merchant, { products: [product.id] })
    await page.goto(`/checkout/${checkout.secret}`)
    const pay = page.getByRole('button', { name: `Pay ${written}` })
    await pay.waitFor()
    await page.getByLabel('E-mail').fill('sanne@visserbouw.example')
    await page.getByRole('button', { name: 'Fill in' }).click()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Name on card').fill('Sanne Visser')
    await page.getByLabel('Country').selectOption('Netherlands')
    await pay.click()
    await page.getByText(`${written} paid.`).waitFor()
    expect((await merchant.request('GET', '/v1/orders/')).json.items).toMatchObject([{ currency, total_amount: price }])
  })
}
