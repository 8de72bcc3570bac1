// The texts for a buyer of a subscription: before the purchase, after it, and where the buyer has one already.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 150_000 }
const EMAIL = 'sanne@visserbouw.example'
const plan = {
  name: 'Studio plan',
  recurring_interval: 'month',
  prices: [{ amount_type: 'fixed', price_amount: 1200, price_currency: 'eur' }],
}

async function createCheckout(merchant: TestMerchant, product: object, body: object = {}): Promise<string> {
  const { id } = await aProduct(merchant, { ...plan, ...product })
  return (await aCheckout(runningServer(inject('baseUrl')), merchant, { ...body, products: [id] })).secret
}

async function openCheckout(page: Page, merchant: TestMerchant, product: object): Promise<void> {
  await page.goto(`/checkout/${await createCheckout(merchant, product)}`)
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('Country').selectOption('Netherlands')
}

test(
  'a subscription says its price, what follows and that the card is saved; a second one is refused in words to a buyer whom the server states',
  SLOW,
  async ({ page, pageErrors }) => {
    pageErrors.allow(/status of 403/)
    const merchant = await aMerchant(runningServer(inject('baseUrl')))
    const stated = { customer_email: EMAIL }
    const first = await createCheckout(merchant, {}, stated)
    // The create call refuses a subscriber; this checkout is older than the subscription.
    const second = await createCheckout(merchant, { name: 'Other plan' }, stated)
    await page.goto(`/checkout/${first}`)
    await page.getByText(/^€12\.00 today, then €12\.00 per month from \d+ \w+ 20\d\d\.$/).waitFor()
    await page.getByText('€12.00 / month').waitFor()
    await page.getByText(/^Your card is saved and charged automatically for each renewal\./).waitFor()
    await fillIn(page)
    await expectAccessible(page)
    await picture(page, 'checkout-subscription')
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByRole('heading', { name: 'You’re subscribed to Studio plan' }).waitFor()
    await page.getByText(/Your subscription renews on \d+ \w+ 20\d\d for €12\.00 per month\./).waitFor()
    await picture(page, 'checkout-subscribed')
    await page.goto(`/checkout/${second}`)
    await fillIn(page)
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByText('This e-mail address already has a subscription here.', { exact: false }).waitFor()
  },
)

test('a trial costs nothing today, and the page names the time of a test clock', SLOW, async ({ page }) => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  const clock = await merchant.request('POST', '/v1/test-clocks/', { body: {} })
  expect(clock.status).toBe(201)
  await openCheckout(page, merchant, { trial_interval: 'day', trial_interval_count: 14 })
  await page.getByText('14 days free.').waitFor()
  await page.getByText(/^€0\.00 today, then €12\.00 per month from/).waitFor()
  await page.getByText(/^Test clock: \d/).waitFor()
  await fillIn(page)
  await expectAccessible(page)
  await picture(page, 'checkout-trial')
  await page.getByRole('button', { name: 'Start trial' }).click()
  await page.getByRole('heading', { name: 'Your trial of Studio plan has started' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'checkout-trial-started')
})

test('a trial with a discount of everything, once: the page names the free renewal and the one that follows', SLOW, async ({ page }) => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  const { id } = await aProduct(merchant, { ...plan, trial_interval: 'day', trial_interval_count: 14 })
  const discount = await aDiscount(merchant, { basis_points: 10_000 })
  const { secret } = await aCheckout(runningServer(inject('baseUrl')), merchant, { products: [id], discount_id: discount.id })
  await page.goto(`/checkout/${secret}`)
  await page.getByText(/^€0\.00 today, €0\.00 on \d+ \w+ 20\d\d, then €12\.00 per month from \d+ \w+ 20\d\d\.$/).waitFor()
  await page.getByText('100% off the first payment.').waitFor()
  await fillIn(page)
  await expectAccessible(page)
  await picture(page, 'checkout-trial-discount')
  await page.getByRole('button', { name: 'Start trial' }).click()
  await page.getByText(/then you pay €0\.00, then €12\.00 per month from \d+ \w+ 20\d\d\./).waitFor()
})

test('a trial that was used before is replaced by what is due today, and the buyer decides', SLOW, async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 422/)
  const server = runningServer(inject('baseUrl'))
  const merchant = await aMerchant(server)
  const { id } = await aProduct(merchant, { ...plan, trial_interval: 'day', trial_interval_count: 14 })
  const open = async () => page.goto(`/checkout/${(await aCheckout(server, merchant, { products: [id] })).secret}`)
  await open()
  await fillIn(page)
  await page.getByRole('button', { name: 'Start trial' }).click()
  await page.getByRole('heading', { name: 'Your trial of Studio plan has started' }).waitFor()
  await open()
  await fillIn(page)
  await page.getByLabel('E-mail').fill('other@visserbouw.example')
  await page.getByRole('button', { name: 'Start trial' }).click()
  await page.getByRole('alert').getByText('There was a trial with this e-mail address or card before.', { exact: false }).waitFor()
  await page.getByText(/^€12\.00 today, then €12\.00 per month from/).waitFor()
  await expectAccessible(page)
  await picture(page, 'checkout-trial-used')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('heading', { name: 'You’re subscribed to Studio plan' }).waitFor()
})
