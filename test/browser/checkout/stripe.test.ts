// The payment form of Stripe on the pages of a live organization; a stand-in takes the place of Stripe.js.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import { aLiveMerchant } from '#test/support/stripe/a-live-merchant.ts'
import { startFakeStripe } from '#test/support/stripe/fake-stripe.ts'
import { serveStripeJs } from '#test/support/stripe/stripe-js.ts'
import { withOwnServer } from '../own-server.ts'
import { aShop } from './a-shop.ts'

const SLOW = { timeout: 90_000 }
const CARD = '4242424242424242'
const DECLINED = '4000000000000002'
const ASKS = '4000002500003155'

/** Approves the payment at the bank, and waits for the request of the page that makes a job ask Stripe about it. */
async function approve(page: Page, confirm: Locator): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept())
  await Promise.all([page.waitForResponse(/\/stripe\/returns$/), confirm.click()])
}

test('a live checkout is paid through Stripe: after a decline, and with the approval of the bank', SLOW, async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 400/)
  const fake = await startFakeStripe()
  try {
    await serveStripeJs(page, fake)
    await withOwnServer(page, fake.settings, async ({ server, url }) => {
      const merchant = await aLiveMerchant(server)
      const { secret } = await aCheckout(server, merchant)
      await page.goto(`${url}/checkout/${secret}`)
      const card = page.getByLabel('Card number', { exact: true })
      await card.waitFor()
      await expect.poll(() => page.getByText('Card number (payment, usd 4200)').count()).toBe(1)
      await expectAccessible(page)
      await picture(page, 'checkout-stripe')
      await page.getByLabel('E-mail').fill('blaise@example.com')
      await page.getByLabel('Name on card').fill('Blaise Pascal')
      await page.getByLabel('Country').selectOption('FR')
      const pay = page.getByRole('button', { name: 'Pay $42.00' })
      await pay.click()
      await page.getByText('Your card number is incomplete.').waitFor()
      await card.fill(DECLINED)
      await pay.click()
      await page.getByText('Your card was declined.').waitFor()
      await card.fill(ASKS)
      await pay.click()
      await page.getByText('Your bank asks you to confirm the payment of $42.00', { exact: false }).waitFor()
      await picture(page, 'checkout-stripe-bank')
      await approve(page, page.getByRole('button', { name: 'Confirm payment' }))
      expect(fake.charged().length).toBe(1)
      await server.drain()
      await page.getByRole('heading', { name: /is yours$/ }).waitFor()
    })
  } finally {
    await fake.close()
  }
})

test.for([
  ['kwd', 12_345, 'Card number (payment, kwd 12340)', 12_340],
  ['mga', 1_234_567, 'Card number (payment, mga 12345)', 12_345],
] as const)(
  'a price in %s is given to the form and charged in the steps of Stripe',
  SLOW,
  async ([currency, amount, label, charged], { page }) => {
    const fake = await startFakeStripe()
    try {
      await serveStripeJs(page, fake)
      await withOwnServer(page, fake.settings, async ({ server, url }) => {
        const merchant = await aLiveMerchant(server)
        const prices = [{ amount_type: 'fixed', price_amount: amount, price_currency: currency }]
        const { secret } = await aCheckout(server, merchant, { products: [(await aProduct(merchant, { prices })).id] })
        await page.goto(`${url}/checkout/${secret}`)
        await page.getByText(label).waitFor()
        await page.getByLabel('E-mail').fill('blaise@example.com')
        await page.getByLabel('Name on card').fill('Blaise Pascal')
        await page.getByLabel('Country').selectOption('FR')
        await page.getByLabel('Card number', { exact: true }).fill(CARD)
        await page.getByRole('button', { name: /^Pay / }).click()
        await page.getByRole('heading', { name: /is yours$/ }).waitFor()
        expect(fake.charged().map((each) => each.amount)).toEqual([charged])
      })
    } finally {
      await fake.close()
    }
  },
)

test('a checkout of a test organization loads nothing from Stripe', SLOW, async ({ page }) => {
  const fake = await startFakeStripe()
  const requested: string[] = []
  page.on('request', (request) => void requested.push(request.url()))
  try {
    await withOwnServer(page, fake.settings, async ({ server, url }) => {
      const { secret } = await aCheckout(server, await aMerchant(server))
      await page.goto(`${url}/checkout/${secret}`)
      await page.getByRole('button', { name: 'Pay $42.00' }).waitFor()
      expect(requested.filter((address) => address.includes('stripe'))).toEqual([])
    })
  } finally {
    await fake.close()
  }
})

test('where Stripe.js cannot be loaded the page says so, and tries again', SLOW, async ({ page, pageErrors }) => {
  pageErrors.allow(/ERR_FAILED|Failed to load resource/)
  const fake = await startFakeStripe()
  try {
    await page.route('https://js.stripe.com/**', (route) => route.abort())
    await withOwnServer(page, fake.settings, async ({ server, url }) => {
      const { secret } = await aCheckout(server, await aLiveMerchant(server))
      await page.goto(`${url}/checkout/${secret}`)
      await page.getByText('The payment form couldn’t be loaded.').waitFor()
      await picture(page, 'checkout-stripe-missing')
      await page.unroute('https://js.stripe.com/**')
      await serveStripeJs(page, fake)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByLabel('Card number', { exact: true }).fill(CARD)
    })
  } finally {
    await fake.close()
  }
})

test('a live checkout in the frame of a shop is paid through Stripe, with the approval of the bank', SLOW, async ({ page }) => {
  const fake = await startFakeStripe()
  try {
    await serveStripeJs(page, fake)
    await withOwnServer(page, fake.settings, async ({ server, url }) => {
      const merchant = await aLiveMerchant(server)
      let link = ''
      const shop = await aShop(
        url,
        () => `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${url}/embed.js"></script>
          <main aria-label="Shop"><a data-guildhall-checkout href="${link}">Buy it</a></main></html>`,
      )
      try {
        link = (await aCheckout(server, merchant, { embed_origin: shop.url })).created.url
        await page.goto(shop.url)
        await page.getByRole('link', { name: 'Buy it' }).click()
        const frame = page.frameLocator('dialog iframe')
        await frame.getByLabel('Card number', { exact: true }).fill(ASKS)
        await frame.getByLabel('E-mail').fill('blaise@example.com')
        await frame.getByLabel('Name on card').fill('Blaise Pascal')
        await frame.getByLabel('Country').selectOption('FR')
        await frame.getByRole('button', { name: 'Pay $42.00' }).click()
        await frame.getByText('Your bank asks you to confirm the payment of $42.00', { exact: false }).waitFor()
        await picture(page, 'checkout-stripe-embedded')
        await approve(page, frame.getByRole('button', { name: 'Confirm payment' }))
        expect(fake.charged().length).toBe(1)
        await server.drain()
        await frame.getByRole('heading', { name: /is yours$/ }).waitFor()
      } finally {
        await shop.close()
      }
    })
  } finally {
    await fake.close()
  }
})
