// The settings of an organization as a seller, for its owner and for a member; the colour that buyers then see.
import { expect } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { newSlug, PASSWORD } from '#test/support/a-user.ts'
import { expectAccessible, forgetCookies, picture, test } from '#test/support/browser.ts'
import { withOwnServer } from './own-server.ts'

test('an owner sets up the business and the look of the checkout, which buyers see', ({ page }) =>
  withOwnServer(page, {}, async ({ server, url }) => {
    const call = async (path: string, data: object) => (await page.request.post(`${url}${path}`, { data, headers: { origin: url } })).json()
    const slug = newSlug()
    const { id } = await call('/api/auth/organization/create', { name: 'Northwind Tools', slug })
    const at = (name: string) => `${url}/dashboard/${slug}/settings/${name}`

    await page.goto(at('business'))
    await page.getByLabel('Support e-mail').fill('help@northwind.example')
    await page.getByRole('button', { name: 'Add link' }).click()
    await page.getByLabel('URL of link 1').fill('northwind')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText('Enter a full URL, such as https://example.com.').waitFor()
    await page.getByLabel('URL of link 1').fill('https://github.com/northwind')
    await page.getByLabel('Network of link 1').selectOption('github')
    await page.getByLabel('Default currency').selectOption('eur')
    await page.getByLabel('Billing time zone').selectOption('Europe/Berlin')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText('Settings saved').waitFor()
    await expectAccessible(page)
    await picture(page, 'merchant-settings-business')

    await page.goto(at('billing-rules'))
    await page.getByLabel('Prefix').fill('nw')
    await page.getByText('The first number is NW-0001.').waitFor()
    await page.getByLabel('Benefits stay for').selectOption('14 days')
    await page.getByLabel('A cheaper plan starts').selectOption('With the next period')
    await page.getByText('The subscription stays, unpaid').click()
    await page.getByLabel('Before a renewal').check()
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText('Settings saved').waitFor()
    await picture(page, 'merchant-settings-billing-rules')

    await page.goto(at('checkout-look'))
    await page.getByLabel('Accent color').fill('#ffcc00')
    await page.getByText('Text on this color would be hard to read. Buyers see #8b7000.').waitFor()
    await page.getByLabel('Allowed sites').fill('https://shop.example/page')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText(/isn’t the URL of a site/).waitFor()
    await page.getByLabel('Allowed sites').fill('https://shop.example/')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText('Settings saved').waitFor()
    await expectAccessible(page)
    await picture(page, 'merchant-settings-checkout-look')

    const saved = await (await page.request.get(`${url}/v1/organizations/${id}`)).json()
    expect(saved).toMatchObject({
      email: 'help@northwind.example',
      socials: [{ platform: 'github', url: 'https://github.com/northwind' }],
      default_currency: 'eur',
      billing_timezone: 'Europe/Berlin',
      invoice_prefix: 'NW',
      subscription_settings: {
        proration_behavior: 'prorate',
        benefit_revocation_grace_period: 14,
        dunning_final: 'unpaid',
        apply_upgrades: 'now',
        apply_downgrades: 'period_end',
        emails: { renewal_upcoming: true, trial_ending: true, payment_failed: true, payment_recovered: true },
      },
      accent_color: '#ffcc00',
      allowed_embed_origins: ['https://shop.example'],
    })
    const price = { amount_type: 'fixed', price_amount: 2900, price_currency: 'eur' }
    const product = await call('/v1/products/', { organization_id: id, name: 'Handbook', prices: [price] })
    const { client_secret: secret } = await call('/v1/checkouts/', { organization_id: id, products: [product.id] })
    await page.goto(`${url}/checkout/${secret}`)
    const pay = page.getByRole('button', { name: 'Pay €29.00' })
    await pay.waitFor()
    const color = await pay.evaluate((button) => getComputedStyle(button).backgroundColor)
    expect(['rgb(139, 112, 0)', 'rgb(255, 204, 0)']).toContain(color)
    await expectAccessible(page)

    const member = await aMember(server, id, 'member')
    await forgetCookies(page.context())
    await page.request.post(`${url}/api/auth/sign-in/email`, {
      data: { email: member.email, password: PASSWORD },
      headers: { origin: url },
    })
    await page.goto(at('general'))
    await page.getByRole('link', { name: 'Members' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Checkout look' }).count()).toBe(0)
  }))
