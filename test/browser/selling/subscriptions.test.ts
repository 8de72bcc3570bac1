// Subscriptions in the dashboard: the list, the page of one, its dialogs, and where other pages lead to it.
import { inject } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { BUYER } from '#test/support/a-sale.ts'
import { expectAccessible, expectNoOverflow, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 150_000 }

interface Bought {
  readonly at: string
  readonly id: string
  readonly customerId: string
  readonly productId: string
}

const aPlan = (merchant: TestMerchant, name: string, amount: number) =>
  aProduct(merchant, {
    name,
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: amount, price_currency: 'usd' }],
  })

/** A signed-in merchant of whom Sanne Visser has bought Library access for $19.00 a month; there is Library plus for $29.00 as well. */
const test = plain.extend('bought', async ({ context }): Promise<Bought> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  const { id: productId } = await aPlan(merchant, 'Library access', 1900)
  await aPlan(merchant, 'Library plus', 2900)
  const { json } = await merchant.request('POST', '/v1/checkouts/', { body: { products: [productId] } })
  await merchant.request('POST', `/v1/checkouts/client/${json.client_secret}/confirm`, { body: BUYER })
  const [subscription] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
  await signInAs(context, merchant)
  return { at: `/dashboard/${merchant.slug}`, id: subscription.id, customerId: subscription.customer_id, productId }
})

test('a merchant finds a subscription in the list by the saved filters', SLOW, async ({ page, bought: { at, id } }) => {
  await page.goto(`${at}/subscriptions`)
  await page.getByText('$19.00 / month').waitFor()
  await page.getByText('1 subscription', { exact: true }).waitFor()
  await expectAccessible(page)
  await picture(page, 'subscriptions')
  const tabs = page.getByRole('navigation', { name: 'Saved filters' })
  await tabs.getByRole('link', { name: 'Past due' }).click()
  await page.getByText('No subscriptions match these filters.').waitFor()
  await tabs.getByRole('link', { name: 'Active' }).click()
  await page.getByRole('link', { name: /Sanne Visser/ }).click()
  await page.waitForURL(new RegExp(`/subscriptions/${id}`))
})

test('the page of a subscription says what happens next, and what the next renewal bills', SLOW, async ({ page, bought: { at, id } }) => {
  await page.goto(`${at}/subscriptions/${id}`)
  await page.getByText(/^It renews on .+ for \$19\.00 \/ month, before discounts and tax\.$/).waitFor()
  await page.getByRole('heading', { name: /^Next renewal on / }).waitFor()
  await page.getByText('Subscription started').waitFor()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await picture(page, 'subscription')
})

test('the dialog of a change of product shows the bill before it happens', SLOW, async ({ page, bought: { at, id } }) => {
  await page.goto(`${at}/subscriptions/${id}`)
  await page.getByRole('button', { name: 'Change product…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change product' })
  await dialog.getByRole('combobox').fill('plus')
  await page.getByRole('option', { name: /Library plus/ }).click()
  const preview = dialog.getByRole('region', { name: 'What will happen' })
  await preview.getByText('$10.00 is charged now to the saved payment method.').waitFor()
  await expectAccessible(page)
  await picture(page, 'change-product-dialog')
  await dialog.getByText('At the end of the period').click()
  await preview.getByText(/^The product changes on /).waitFor()
  await dialog.getByText('Now, charge the difference now').click()
  await preview.getByText('$10.00 is charged now to the saved payment method.').waitFor()
  await dialog.getByRole('button', { name: 'Change product' }).click()
  await page.getByText('Changed to Library plus').waitFor()
  await page.getByText('$29.00 / month').first().waitFor()
})

test(
  'a subscription is canceled for the end of its period with a reason, resumed, and revoked',
  SLOW,
  async ({ page, bought: { at, id } }) => {
    await page.goto(`${at}/subscriptions/${id}`)
    const menu = (name: string) =>
      page
        .getByRole('button', { name: 'More' })
        .first()
        .click()
        .then(() => page.getByRole('menuitem', { name }).click())
    await menu('Cancel subscription…')
    const dialog = page.getByRole('dialog', { name: 'Cancel subscription' })
    await dialog.getByLabel('Cancellation reason').selectOption('Too expensive')
    await expectAccessible(page)
    await picture(page, 'cancel-subscription-dialog')
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByText(/^It ends on .+ and isn’t renewed\.$/).waitFor()
    await page.getByText('Too expensive').first().waitFor()
    await page.getByRole('button', { name: 'Resume subscription…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resume subscription' }).click()
    await page.getByText(/^It renews on /).waitFor()
    await menu('Cancel subscription…')
    await dialog.getByText('Now', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Revoke now' }).click()
    await page.getByText(/^It ended on /).waitFor()
  },
)

test('product, customer and overview lead to the subscriptions that belong to them', SLOW, async ({ page, bought }) => {
  const { at, customerId, productId } = bought
  await page.goto(`${at}/products/${productId}`)
  await page.getByRole('definition').getByRole('link', { name: '1', exact: true }).click()
  await page.getByText('1 subscription', { exact: true }).waitFor()
  await page.goto(`${at}/customers/${customerId}`)
  await page.getByRole('table', { name: 'Subscriptions' }).getByRole('link', { name: 'Library access' }).waitFor()
  await expectNoOverflow(page)
  await page.goto(at)
  await page.getByRole('heading', { name: 'Upcoming renewals' }).waitFor()
  await page.getByRole('link', { name: 'All subscriptions' }).click()
  await page.getByText('1 subscription', { exact: true }).waitFor()
})
