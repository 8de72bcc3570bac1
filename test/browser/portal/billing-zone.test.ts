// Days of money are those of the billing zone, wherever the page is read: the browser of these tests stands in Berlin.
import { expect } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { expectAccessible, expectNoOverflow, forgetCookies, picture, signInAs, test } from '#test/support/browser.ts'
import { withServer } from '../own-server.ts'
import { openPortal } from './a-customer.ts'

// The day of the purchase and of its renewal there, and that of the reader.
const ZONES = [
  { zone: 'Pacific/Auckland', time: '03-10T12:30', day: '11 March', renewal: '11 April', short: '11 Mar', read: '10 March' },
  { zone: 'America/Los_Angeles', time: '03-10T05:30', day: '9 March', renewal: '9 April', short: '9 Mar', read: '10 March' },
] as const

for (const { zone, time, day, renewal, short, read } of ZONES) {
  test(`what is billed in ${zone} is of its days there on the checkout, in the portal and in the dashboard`, { timeout: 240_000 }, async ({
    page,
    context,
  }) => {
    await withServer(page, {}, async (server, url) => {
      const merchant = await aMerchant(server)
      const year = server.clock.now().getUTCFullYear() + 1
      await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { billing_timezone: zone } })
      const clock = await merchant.request('POST', '/v1/test-clocks/', { body: { frozen_time: `${year}-${time}:00Z` } })
      expect(clock.status).toBe(201)
      await server.drain()
      const prices = [{ amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' }]
      const plan = await aProduct(merchant, { name: 'Library access', recurring_interval: 'month', prices })
      const checkout = await aCheckout(server, merchant, { products: [plan.id] })
      await page.goto(`${url}/checkout/${checkout.secret}`)
      await page.getByText(`$19.00 today, then $19.00 per month from ${renewal} ${year}.`).waitFor()
      await page.getByText(`Test clock: ${short} ${year}`).waitFor()
      expect((await checkout.confirm()).status).toBe(200)
      await server.drain()
      await page.reload()
      await page.getByText(`Your subscription renews on ${renewal} ${year} for $19.00 per month.`).waitFor()
      await page.getByText(`${short} ${year}`, { exact: true }).waitFor()

      const [subscription] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
      const shop = { merchant, customerId: subscription.customer_id }
      await openPortal(page, { url, shop })
      await page.getByText(`${renewal} ${year}`, { exact: true }).waitFor()
      await openPortal(page, { url, shop, path: `/subscriptions/${subscription.id}` })
      await page.getByText(`Renews on ${renewal} ${year} for $19.00 per month, before discounts and tax.`).waitFor()
      await page.getByText(`${day} ${year}`, { exact: true }).waitFor()
      await expectAccessible(page)
      await expectNoOverflow(page)
      await picture(page, `portal-in-${zone.split('/')[1]?.toLowerCase()}`)
      await page.getByRole('button', { name: 'Cancel subscription' }).click()
      await page
        .getByRole('dialog')
        .getByText(new RegExp(`${renewal} ${year}`))
        .waitFor()
      await expect.poll(() => page.getByText(read).count()).toBe(0)

      await forgetCookies(context)
      await signInAs(context, merchant, url)
      await page.goto(`${url}/dashboard/${merchant.slug}/subscriptions/${subscription.id}`)
      await page.getByText(`${short} ${year}`, { exact: true }).first().waitFor()
      const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
      await page.goto(`${url}/dashboard/${merchant.slug}/orders/${order.id}`)
      await page.getByText(`${short} ${year}`, { exact: true }).first().waitFor()
    })
  })
}
