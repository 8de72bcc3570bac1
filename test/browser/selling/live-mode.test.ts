// Going live: the checks of the settings, and what a merchant can do about them.
import { expect } from 'vitest'
import { LANGUAGE_COOKIE } from '#kernel/language/languages.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { expectAccessible, expectNoOverflow, picture, signInAs, test } from '#test/support/browser.ts'
import { startFakeStripe } from '#test/support/stripe/fake-stripe.ts'
import { serveStripeJs } from '#test/support/stripe/stripe-js.ts'
import { sendWebhooks } from '#test/support/stripe/webhooks.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'
import { servePublicly, withOwnServer } from '../own-server.ts'

const SLOW = { timeout: 120_000 }
/** Only a server with such an address takes real money. */
const PUBLIC_URL = 'https://shop.example'

test('the settings say what is left before going live, and lead to where it is done', SLOW, async ({ page, context }) => {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    await signInAs(context, merchant, url)
    const at = `${url}/dashboard/${merchant.slug}/settings`
    await page.goto(`${at}/live-mode`)
    await page.getByRole('heading', { name: 'Before you go live' }).waitFor()
    await expect.poll(() => page.getByText('Open', { exact: true }).count()).toBe(5)
    await expect.poll(() => page.getByRole('button', { name: 'Go live' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await picture(page, 'live-mode')

    await page.getByRole('link', { name: 'Business' }).last().click()
    await page.getByLabel('Name on card statements').fill('NW')
    await page.getByLabel('Support e-mail').fill('help@northwind.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Enter 5 to 22 characters/).waitFor()
    await page.getByLabel('Name on card statements').fill('NORTHWIND TOOLS')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').waitFor()
    await page.goto(`${at}/live-mode`)
    await expect.poll(() => page.getByText('Done', { exact: true }).count()).toBe(2)

    await context.addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url }])
    await page.setViewportSize({ width: 360, height: 800 })
    await page.reload()
    await page.getByRole('heading', { name: 'Vor dem Livebetrieb' }).waitFor()
    await expectNoOverflow(page)
    await picture(page, 'live-mode-narrow')
  })
})

test(
  'an owner types the name of the organization, goes live, and sells for real money beside a test organization',
  SLOW,
  async ({ page, context }) => {
    const fake = await startFakeStripe()
    try {
      await serveStripeJs(page, fake)
      await withOwnServer(page, { ...fake.settings, BASE_URL: PUBLIC_URL }, async ({ server, url }) => {
        await servePublicly(page, PUBLIC_URL, url)
        const merchant = await aMerchant(server)
        await aSale(server, merchant)
        const address = { line1: 'Torstraße 140', postal_code: '10119', city: 'Berlin', country: 'DE' }
        const business_details = { legal_name: 'Byron und Töchter GmbH', address }
        const body = { email: 'help@byron.example', statement_name: 'BYRON', business_details }
        await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body })
        await collectTaxes(merchant)
        const staging = await aMerchant(server)
        await signInAs(context, merchant, PUBLIC_URL)

        await page.goto(`${PUBLIC_URL}/dashboard/${merchant.slug}/orders`)
        const banner = page.getByText('Test mode', { exact: true })
        await banner.waitFor()
        await page.goto(`${PUBLIC_URL}/dashboard/${merchant.slug}/settings/live-mode`)
        await expect.poll(() => page.getByText('Done', { exact: true }).count()).toBe(6)
        await page.getByRole('button', { name: 'Go live' }).click()
        const dialog = page.getByRole('dialog')
        const confirm = dialog.getByRole('button', { name: 'Go live' })
        await expect.poll(() => confirm.isDisabled()).toBe(true)
        await dialog.getByRole('textbox').fill('Byron and Daughters')
        await expectAccessible(page)
        await picture(page, 'going-live')
        await confirm.click()
        await page.getByText('Your organization is live').waitFor()
        await expect.poll(() => banner.count()).toBe(0)
        await picture(page, 'live')

        expect((await merchant.request('GET', '/v1/orders/')).json.items).toEqual([])
        const { secret } = await aCheckout(server, merchant)
        await page.goto(`${PUBLIC_URL}/checkout/${secret}`)
        await page.getByLabel('Card number', { exact: true }).fill('4242424242424242')
        await page.getByLabel('E-mail').fill('louise@example.com')
        await page.getByLabel('Name on card').fill('Louise Weiss')
        await page.getByLabel('Country').selectOption('PT')
        await page.getByRole('button', { name: 'Pay $42.00' }).click()
        await page.getByRole('heading', { name: /is yours$/ }).waitFor()
        expect(fake.charged()).toMatchObject([{ amount: 4200 }])
        await sendWebhooks(server, fake)
        await server.drain()
        await page.goto(`${PUBLIC_URL}/dashboard/${merchant.slug}/orders`)
        await page.getByText('Louise Weiss').filter({ visible: true }).first().waitFor()
        const sale = await aSale(server, staging)
        expect((await staging.request('GET', `/v1/orders/${sale.orderId}`)).json).toMatchObject({ is_test: true, status: 'paid' })
        expect((await merchant.request('GET', '/v1/orders/')).json.items).toMatchObject([{ is_test: false, total_amount: 4200 }])
        expect((await staging.request('GET', `/v1/organizations/${staging.organizationId}`)).json.mode).toBe('test')
      })
    } finally {
      await fake.close()
    }
  },
)
