// Currencies with no, with two and with three decimals, as the merchant types amounts and the buyer and then the merchant see them.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { signInAs, test } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 150_000 }
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

test('a price in huf keeps its two decimals from the form to the checkout, the receipt and the refund', SLOW, async ({ page, context }) => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { default_currency: 'huf' } })
  await signInAs(context, merchant)
  await page.goto(`/dashboard/${merchant.slug}/products/new`)
  await page.getByLabel('Name').fill('Site licence')
  await page.getByLabel('Amount').fill('20000')
  await page.getByText(`HUF\u00a020,000.00`).first().waitFor()
  await page.getByLabel('Amount').fill('12345.5')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Site licence', level: 1 }).waitFor()
  await page.getByText('HUF\u00a012,345.50').first().waitFor()
  const [product] = (await merchant.request('GET', `/v1/products/?organization_id=${merchant.organizationId}`)).json.items
  expect(product.prices).toMatchObject([{ price_amount: 1_234_550, price_currency: 'huf' }])

  const checkout = await aCheckout(runningServer(inject('baseUrl')), merchant, { products: [product.id] })
  const email = `${merchant.slug}@visserbouw.example`
  await page.goto(`/checkout/${checkout.secret}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Name on card').fill('Sanne Visser')
  await page.getByLabel('Country').selectOption('Netherlands')
  await page.getByRole('button', { name: 'Pay HUF\u00a012,345.50' }).click()
  await page.getByText('HUF\u00a012,345.50 paid.').waitFor()

  await expect.poll(() => mailTo(page, email)).toContain('HUF 12,345.50')
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  await page.goto(`/dashboard/${merchant.slug}/orders/${order.id}`)
  await page.getByRole('button', { name: 'Refund…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund order' })
  await expect.poll(() => dialog.getByLabel('Amount before tax').inputValue()).toBe('12,345.50')
  await dialog.getByLabel('Amount before tax').fill('2345.5')
  await dialog.getByRole('button', { name: 'Refund HUF\u00a02,345.50' }).click()
  await page.getByText('HUF\u00a02,345.50 refunded').first().waitFor()
  expect((await merchant.request('GET', '/v1/orders/')).json.items).toMatchObject([{ refunded_amount: 234_550 }])
})

/** The text of all emails to an address, with plain spaces. */
async function mailTo(page: Page, email: string): Promise<string> {
  const { items } = await (await page.request.get('/dev/mail/messages')).json()
  const sent = items.filter((each: { to: unknown }) => JSON.stringify(each.to).includes(email))
  const texts = sent.map(async ({ id }: { id: string }) => (await (await page.request.get(`/dev/mail/messages/${id}`)).json()).text)
  return (await Promise.all(texts)).join('\n').replaceAll('\u00a0', ' ')
}
