// The settings of an organization that lets Stripe Tax work out its taxes.
import { expect } from 'vitest'
import { LANGUAGE_COOKIE } from '#kernel/language/languages.ts'
import { answersOf } from '#money/taxes/index.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { PASSWORD } from '#test/support/a-user.ts'
import { expectAccessible, expectNoOverflow, picture, signInAs, test } from '#test/support/browser.ts'
import { passDays } from '#test/support/server.ts'
import { aLiveMerchant } from '#test/support/stripe/a-live-merchant.ts'
import { startFakeStripe } from '#test/support/stripe/fake-stripe.ts'
import { serveStripeJs } from '#test/support/stripe/stripe-js.ts'
import { sendWebhooks } from '#test/support/stripe/webhooks.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'
import { withOwnServer } from '../own-server.ts'

const SLOW = { timeout: 120_000 }
const CARD = '4242424242424242'
const MONTH_DAYS = 32
const CALCULATION = 'POST /v1/tax/calculations'

test('an owner chooses Stripe Tax once it is set up, and asks it for examples', SLOW, async ({ page, context, pageErrors }) => {
  pageErrors.allow(/status of 422/)
  const fake = await startFakeStripe()
  try {
    await withOwnServer(page, fake.settings, async ({ server, url }) => {
      const merchant = await aLiveMerchant(server)
      await collectTaxes(merchant)
      await signInAs(context, merchant, url)
      await page.goto(`${url}/dashboard/${merchant.slug}/settings/taxes`)
      await page.getByLabel('Stripe Tax').check()
      await page.getByRole('heading', { name: 'What Stripe gets of each sale' }).waitFor()
      await page.getByText('Not used by Stripe Tax. Keep them for renewals', { exact: false }).waitFor()
      const save = () => page.getByRole('button', { name: /^Save/ }).click()
      fake.state.missingTaxFields = ['head_office']
      await save()
      await page
        .getByText('Stripe Tax isn’t set up in the Stripe account of this server. Missing: the head office of your business.')
        .waitFor()
      await expectAccessible(page)
      await picture(page, 'stripe-tax-refused')
      fake.state.missingTaxFields = []
      await save()
      await page.getByText('Taxes saved').waitFor()

      const calculations = () => fake.requests.filter(({ operation }) => operation === CALCULATION).length
      expect(calculations()).toBe(0)
      const place = page.getByLabel('A buyer in')
      await place.selectOption('PT')
      await page.getByText('A buyer in Portugal pays $10.00, of which $1.87 is tax, for a price of $10.00.').waitFor()
      await place.selectOption('US-NY')
      await page.getByLabel('Postal code of the buyer').fill('1000')
      expect(calculations()).toBe(1)
      await page.getByLabel('Postal code of the buyer').fill('10001')
      await page.getByText('A buyer in New York, United States pays $10.00, of which $0.82 is tax, for a price of $10.00.').waitFor()
      expect(calculations()).toBe(2)
      await expectAccessible(page)
      await picture(page, 'stripe-tax')
      fake.fail(CALCULATION, 'refused')
      await place.selectOption('FR')
      await page.getByText('Stripe Tax didn’t answer. Try again in a minute.').waitFor()

      await context.addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url }])
      await page.setViewportSize({ width: 360, height: 800 })
      await page.reload()
      await page.getByRole('heading', { name: 'Was Stripe von jedem Verkauf erhält' }).waitFor()
      await expectNoOverflow(page)
      await picture(page, 'stripe-tax-german')
    })
  } finally {
    await fake.close()
  }
})

test('the settings say that Stripe Tax is not set up, and which renewals the table of rates has taxed', SLOW, async ({ page }) => {
  const fake = await startFakeStripe()
  try {
    await withOwnServer(page, fake.settings, async ({ server, url }) => {
      const merchant = await aLiveMerchant(server)
      await collectTaxes(merchant, { engine: 'stripe' })
      const report = () => sendWebhooks(server, fake, { isReversed: false, times: 1 }).then(() => server.drain())
      const checkout = await aCheckout(server, merchant, { products: [await aPlan(merchant, 900)] })
      await checkout.confirm(fake.token(CARD), { body: { customer_billing_address: { country: 'PT' } } })
      await report()
      answersOf(server.platform).forget()
      fake.state.missingTaxFields = ['head_office']
      await passDays(server, MONTH_DAYS)
      await report()
      // The first session has ended.
      const data = { email: merchant.owner.email, password: PASSWORD }
      await page.request.post(`${url}/api/auth/sign-in/email`, { data, headers: { origin: url } })
      await page.goto(`${url}/dashboard/${merchant.slug}/settings/taxes`)
      await page.getByText('Checkouts can’t be paid, and renewals are taxed by the table of rates', { exact: false }).waitFor()
      await page
        .getByText('In the last 90 days, 1 order was taxed by the table of rates because Stripe Tax refused it', { exact: false })
        .waitFor()
      await expectAccessible(page)
      await picture(page, 'stripe-tax-inactive')
      await page.getByRole('link', { name: 'Show orders' }).click()
      await page
        .getByRole('link', { name: /-\d{4}/ })
        .first()
        .click()
      await page.getByText('Stripe Tax wasn’t set up, so the tax comes from the table of rates.').waitFor()
      await expectAccessible(page)
      await picture(page, 'order-tax-fallback')
    })
  } finally {
    await fake.close()
  }
})

test('a test organization reads why it cannot choose Stripe Tax', SLOW, async ({ page, context }) => {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    await signInAs(context, merchant, url)
    await page.goto(`${url}/dashboard/${merchant.slug}/settings/taxes`)
    await page.getByText('Only for live organizations: a test organization sells without a service.').waitFor()
    await expect.poll(() => page.getByLabel('Stripe Tax').isDisabled()).toBe(true)
  })
})

test('a buyer reads that the tax cannot be worked out now, and pays when it can', SLOW, async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 422/)
  const fake = await startFakeStripe()
  try {
    await serveStripeJs(page, fake)
    await withOwnServer(page, fake.settings, async ({ server, url }) => {
      const merchant = await aLiveMerchant(server)
      await collectTaxes(merchant, { engine: 'stripe' })
      const { secret } = await aCheckout(server, merchant)
      answersOf(server.platform).forget()
      await page.goto(`${url}/checkout/${secret}`)
      await page.getByLabel('Card number', { exact: true }).fill(CARD)
      await page.getByLabel('E-mail').fill('louise@example.com')
      await page.getByLabel('Name on card').fill('Louise Weiss')
      fake.fail(CALCULATION, 'refused')
      await page.getByLabel('Country').selectOption('PT')
      const pay = page.getByRole('button', { name: /^Pay/ })
      await pay.click()
      await page.getByText('The tax can’t be worked out right now. Nothing was charged. Try again in a minute.').waitFor()
      expect(fake.charged()).toEqual([])
      await expectAccessible(page)
      await picture(page, 'checkout-tax-unavailable')
      answersOf(server.platform).forget()
      await pay.click()
      await expect.poll(() => fake.charged().length).toBe(1)
    })
  } finally {
    await fake.close()
  }
})

test('a buyer in the United States sees the total with its tax before it is charged', SLOW, async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 422/)
  const fake = await startFakeStripe()
  try {
    await serveStripeJs(page, fake)
    await withOwnServer(page, fake.settings, async ({ server, url }) => {
      const merchant = await aLiveMerchant(server)
      await collectTaxes(merchant, { engine: 'stripe', behavior: 'location' })
      const { secret } = await aCheckout(server, merchant)
      answersOf(server.platform).forget()
      await page.goto(`${url}/checkout/${secret}`)
      await page.getByLabel('Card number', { exact: true }).fill(CARD)
      await page.getByLabel('E-mail').fill('ada@example.com')
      await page.getByLabel('Name on card').fill('Ada Byron')
      await page.getByLabel('Country').selectOption('US')
      await page.getByLabel('Address', { exact: true }).fill('1 Main Street')
      await page.getByLabel('City').fill('New York')
      await page.getByLabel('State').selectOption('US-NY')
      // The button takes the focus from the last field: the tax comes to the total as it is pressed.
      await page.getByLabel(/^(ZIP|Postal) code$/).fill('10001')
      await page.getByRole('button', { name: 'Pay $42.00' }).click()
      await page.getByText('The tax has changed the total. Check it, then pay. Nothing was charged yet.').waitFor()
      expect(fake.charged()).toEqual([])
      await picture(page, 'checkout-total-changed')
      await page.getByRole('button', { name: 'Pay $45.73' }).click()
      await expect.poll(() => fake.charged().map(({ amount }) => amount)).toEqual([4573])
    })
  } finally {
    await fake.close()
  }
})

test('an order says what Stripe Tax has recorded, and the settings which orders it lacks', SLOW, async ({ page, context }) => {
  const fake = await startFakeStripe()
  try {
    await withOwnServer(page, fake.settings, async ({ server, url }) => {
      const merchant = await aLiveMerchant(server)
      await collectTaxes(merchant, { engine: 'stripe' })
      const buy = async () => {
        const checkout = await aCheckout(server, merchant)
        await checkout.confirm(fake.token(CARD), { body: { customer_billing_address: { country: 'PT' } } })
        await sendWebhooks(server, fake, { isReversed: false, times: 1 })
        await server.drain()
        return (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items[0]
      }
      const order = await buy()
      await merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other', amount: 1000 } })
      server.clock.advance(31)
      await server.drain()
      const lacking = await buy()
      fake.state.taxCalculations.clear()
      fake.state.taxRates = { PT: '24.0' }
      server.clock.advance(31)
      await server.drain()
      fake.state.taxRates = {}
      const waiting = await buy()
      fake.fail('POST /v1/tax/transactions/create_from_calculation', 'forbidden')
      server.clock.advance(31)
      await server.drain()
      const records = server.platform.database.db.updateTable('tax_records').where('order_id', '=', waiting.id)
      await records.set({ created_at: new Date(Date.now() - 2 * 86_400_000) }).execute()

      await signInAs(context, merchant, url)
      await page.goto(`${url}/dashboard/${merchant.slug}/orders/${order.id}`)
      await page.getByRole('heading', { name: 'Stripe Tax' }).waitFor()
      await page.getByText('Given back').waitFor()
      await expect.poll(() => page.getByText('Recorded', { exact: true }).count()).toBe(2)
      await expectAccessible(page)
      await picture(page, 'order-tax-records')

      await page.goto(`${url}/dashboard/${merchant.slug}/settings/taxes`)
      await page.getByText('The reports of Stripe Tax lack 1 transaction. Add it where you file your taxes.').waitFor()
      await page.getByText('1 transaction has waited for Stripe Tax for more than a day.', { exact: false }).waitFor()
      await expectAccessible(page)
      await picture(page, 'stripe-tax-missing')
      await page.getByRole('link', { name: waiting.number }).click()
      await page.getByText('doesn’t let this server write tax transactions', { exact: false }).waitFor()
      await page.goBack()
      await page.getByRole('link', { name: lacking.number }).click()
      await page.getByText('Stripe Tax works out another tax now than this order has.').waitFor()
      await context.addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url }])
      await page.setViewportSize({ width: 360, height: 800 })
      await page.reload()
      await page.getByText('Stripe Tax berechnet jetzt eine andere Steuer', { exact: false }).waitFor()
      await expectNoOverflow(page)
      await picture(page, 'order-tax-records-german')
    })
  } finally {
    await fake.close()
  }
})
