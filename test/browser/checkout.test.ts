// The buyer's pages against a running server: every outcome of a checkout.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { aCheckout, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'
import { testCards } from '#web/parts/checkouts/page/card.ts'
import { withServer } from './own-server.ts'

const VALID = '4242 4242 4242 4242'
const DECLINED = '4000 0000 0000 0002'
const CONFIRMATION_REQUIRED = '4000 0025 0000 3155'
const EMAIL = 'sanne@visserbouw.example'
const LIFE_SECONDS = 86_400

const pay = (page: Page) => page.getByRole('button', { name: 'Pay $42.00' })
const yours = (page: Page) => page.getByRole('heading', { name: 'Template Library is yours' })
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent')

async function openCheckout(page: Page): Promise<{ checkout: TestCheckout; merchant: TestMerchant }> {
  const server = runningServer(inject('baseUrl'))
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await page.goto(`/checkout/${checkout.secret}`)
  await pay(page).waitFor()
  return { checkout, merchant }
}

async function fillIn(page: Page, card = VALID): Promise<void> {
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Name on card').fill('Sanne Visser')
  await page.getByLabel('Country').selectOption('Netherlands')
}

const ordersOf = async (merchant: TestMerchant, checkout: TestCheckout) =>
  (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items

test('in test mode the page lists the test cards by what they do, and fills in the chosen one', async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 400/)
  const { checkout } = await openCheckout(page)
  const choice = page.getByLabel('Test card')
  await choice.waitFor()
  await expect.poll(() => choice.locator('option').count()).toBe(1 + Object.keys(testCards).length)
  await choice.selectOption({ label: 'Blocked for fraud · 4100 0000 0000 0019' })
  await expect.poll(() => page.getByLabel('Card number').inputValue()).toBe('4100 0000 0000 0019')
  await expectAccessible(page)
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Country').selectOption('Netherlands')
  await pay(page).click()
  await expect.poll(async () => (await checkout.view()).json.status).toBe('failed')
})

test('a buyer pays with the mouse, and a double click pays once', async ({ page }) => {
  const { checkout, merchant } = await openCheckout(page)
  await expect.poll(() => page.title()).toBe('Template Library · Byron and Daughters')
  await expectAccessible(page)
  await picture(page, 'checkout')
  await fillIn(page)
  await pay(page).dblclick()
  await yours(page).waitFor()
  await page.waitForURL(`**/checkout/${checkout.secret}/confirmation`)
  await page.getByText(`$42.00 paid. We’re sending a receipt to ${EMAIL}.`).waitFor()
  await page.getByRole('button', { name: 'Print receipt' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'checkout-confirmation')
  await page.setViewportSize({ width: 1280, height: 800 })
  const cut = () => page.locator('dd').evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length)
  await expect.poll(async () => [await cut(), await page.locator('dd.truncate').count()]).toEqual([0, 0])
  expect(await ordersOf(merchant, checkout)).toMatchObject([{ status: 'paid', total_amount: 4200 }])
  await page.reload()
  await yours(page).waitFor()
})

test('a buyer pays by keyboard alone', async ({ page }) => {
  const { checkout, merchant } = await openCheckout(page)
  const { keyboard } = page
  await page.getByLabel('Test card').waitFor()
  await keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Add a discount code')
  await keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('E-mail')
  await keyboard.type(EMAIL)
  await keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Fill in')
  await keyboard.press('Enter')
  for (const label of ['Test card', 'Card number', 'Expires', 'Security code', 'Name on card']) {
    await keyboard.press('Tab')
    await expect.poll(() => focused(page)).toBe(label)
  }
  await keyboard.type('Sanne Visser')
  await keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('I’m buying as a business')
  await keyboard.press('Tab')
  await keyboard.type('Netherlands')
  await keyboard.press('Shift+Tab')
  await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')
  await yours(page).waitFor()
  await expect.poll(() => focused(page)).toBe('Template Library is yours')
  await page.getByText('Visa •••• 4242', { exact: true }).waitFor()
  expect(await ordersOf(merchant, checkout)).toHaveLength(1)
})

test('the test card is filled in with a name, and the fields of a business appear below the box that was ticked', async ({ page }) => {
  const { checkout, merchant } = await openCheckout(page)
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect.poll(() => page.getByLabel('Name on card').inputValue()).toBe('Ada Lovelace')
  await page.getByLabel('Country').selectOption('Germany')
  const box = page.getByLabel('I’m buying as a business')
  const before = await box.boundingBox()
  await box.check()
  await page.getByLabel('Address', { exact: true }).waitFor()
  await expect.poll(async () => (await box.boundingBox())?.y).toBe(before?.y)
  await expectAccessible(page)
  await picture(page, 'checkout-business')
  await box.uncheck()
  await page.getByLabel('Address', { exact: true }).waitFor({ state: 'hidden' })
  await pay(page).click()
  await yours(page).waitFor()
  expect(await ordersOf(merchant, checkout)).toMatchObject([{ customer: { name: 'Ada Lovelace' } }])
})

test('missing input shows at its field; correcting one field keeps the focus there', async ({ page }) => {
  await openCheckout(page)
  await pay(page).click()
  await expect.poll(() => focused(page)).toBe('E-mail')
  await page.getByText('Enter the full card number.').waitFor()
  await expectAccessible(page)
  await picture(page, 'checkout-faults')
  await page.getByLabel('Name on card').focus()
  await page.keyboard.type('Sanne')
  await expect.poll(() => focused(page)).toBe('Name on card')
  await expect.poll(() => page.getByLabel('Name on card').inputValue()).toBe('Sanne')
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Card number').fill('5555 5555 5555 4444')
  await page.keyboard.press('Enter')
  await page.getByText(`In test mode, only test cards work, such as ${VALID}.`).waitFor()
  await expect.poll(() => focused(page)).toBe('Card number')
})

test('a declined card shows an error and preserves the input, and another card pays', async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 400/)
  const { checkout, merchant } = await openCheckout(page)
  await fillIn(page, DECLINED)
  await pay(page).click()
  await page.getByRole('alert').getByText('Your card was declined. Nothing was charged.').waitFor()
  await expect.poll(() => focused(page)).toBe('Card number')
  await expect.poll(() => page.getByLabel('Name on card').inputValue()).toBe('Sanne Visser')
  await expectAccessible(page)
  await picture(page, 'checkout-declined')
  expect(await ordersOf(merchant, checkout)).toEqual([])
  await page.getByLabel('Card number').fill(VALID)
  await page.keyboard.press('Enter')
  await yours(page).waitFor()
  expect(await ordersOf(merchant, checkout)).toHaveLength(1)
})

test('a payment that requires confirmation succeeds after the buyer confirms', async ({ page }) => {
  const { checkout, merchant } = await openCheckout(page)
  await fillIn(page, CONFIRMATION_REQUIRED)
  await pay(page).click()
  await page.getByRole('heading', { name: 'Confirm the payment with your bank' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'checkout-action')
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await yours(page).waitFor({ timeout: 15_000 })
  expect(await ordersOf(merchant, checkout)).toMatchObject([{ status: 'paid' }])
})

test('a payment that the buyer refuses to confirm fails, and another card pays', async ({ page }) => {
  const { checkout, merchant } = await openCheckout(page)
  await fillIn(page, CONFIRMATION_REQUIRED)
  await pay(page).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alert').getByText('Your bank didn’t confirm the payment, so nothing was charged.').waitFor({ timeout: 15_000 })
  expect(await ordersOf(merchant, checkout)).toEqual([])
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(EMAIL)
  await fillIn(page)
  await pay(page).click()
  await yours(page).waitFor()
})

test('a buyer chooses another product of the checkout, and pays its price', async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 422/)
  const server = runningServer(inject('baseUrl'))
  const merchant = await aMerchant(server)
  const { id } = await aProduct(merchant)
  const others = [
    await aProduct(merchant, { name: 'Site Licence', prices: [{ amount_type: 'fixed', price_amount: 9900 }] }),
    await aProduct(merchant, { name: 'Old Handbook' }),
  ]
  const checkout = await aCheckout(server, merchant, { products: [id, ...others.map((other) => other.id)] })
  await page.goto(`/checkout/${checkout.secret}`)
  await page.getByRole('radio', { name: 'Old Handbook' }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: 'Template Library $42.00' }).isChecked()).toBe(true)
  await merchant.request('PATCH', `/v1/products/${others[1].id}`, { body: { is_archived: true } })
  await page.getByText('Old Handbook').click()
  await page.getByRole('alert').getByText('This product is no longer on sale.').waitFor()
  await expect.poll(() => page.getByRole('radio', { name: 'Template Library' }).isChecked()).toBe(true)
  await fillIn(page)
  await page.getByRole('radio', { name: 'Template Library' }).press('ArrowDown')
  await page.getByRole('button', { name: 'Pay $99.00' }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: 'Site Licence $99.00' }).isChecked()).toBe(true)
  await expect.poll(() => page.getByLabel('Name on card').inputValue()).toBe('Sanne Visser')
  await expectAccessible(page)
  await picture(page, 'checkout-products')
  await page.getByRole('button', { name: 'Pay $99.00' }).click()
  await page.getByRole('heading', { name: 'Site Licence is yours' }).waitFor()
  expect(await ordersOf(merchant, checkout)).toMatchObject([{ total_amount: 9900, product: { name: 'Site Licence' } }])
})

test('an unknown checkout secret shows a not-found page', async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  await page.goto('/checkout/co_cs_nothing')
  await page.getByRole('heading', { name: 'This checkout doesn’t exist' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'checkout-unknown')
})

test('a checkout page without a connection shows an error and loads after a retry', async ({ page, pageErrors }) => {
  pageErrors.allow(/ERR_/)
  const server = runningServer(inject('baseUrl'))
  const { secret } = await aCheckout(server, await aMerchant(server))
  await page.route('**/v1/checkouts/client/**', (route) => route.abort('internetdisconnected'))
  await page.goto(`/checkout/${secret}`)
  await page.getByRole('heading', { name: 'The checkout couldn’t be loaded' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'checkout-offline')
  await page.unroute('**/v1/checkouts/client/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await pay(page).waitFor()
})

test('a checkout that expires while open shows so and cannot be paid', async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 410/)
  await withServer(page, {}, async (server, url) => {
    const merchant = await aMerchant(server)
    const { secret } = await aCheckout(server, merchant, { products: [(await aProduct(merchant)).id] })
    await page.goto(`${url}/checkout/${secret}`)
    await fillIn(page)
    server.clock.advance(LIFE_SECONDS)
    await pay(page).click()
    await page.getByRole('heading', { name: 'This checkout has expired' }).waitFor()
    await expectAccessible(page)
    await picture(page, 'checkout-expired')
    await page.reload()
    await page.getByRole('heading', { name: 'This checkout has expired' }).waitFor()
  })
})
