// The settings of taxes, and a business that buys without tax.
import { expect } from 'vitest'
import { newSlug } from '#test/support/a-user.ts'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import { withOwnServer } from '../own-server.ts'

test('an owner switches taxes on, and a business buys with reverse charge', ({ page, pageErrors }) =>
  withOwnServer(page, {}, async ({ url }) => {
    const call = async (path: string, data: object) => (await page.request.post(`${url}${path}`, { data, headers: { origin: url } })).json()
    pageErrors.allow(/status of 422/)
    const slug = newSlug()
    const { id } = await call('/api/auth/organization/create', { name: 'Northwind Tools', slug })
    const save = () => page.getByRole('button', { name: /^Save/ }).click()

    await page.goto(`${url}/dashboard/${slug}/settings/taxes`)
    await page.getByLabel('Collect taxes').check()
    await save()
    await page.getByText('Choose the country of your business.').waitFor()
    await page.getByLabel('Country of your business').selectOption('DE')
    await page.getByLabel('Your prices').selectOption('inclusive')
    await page.getByRole('button', { name: 'Add a place' }).click()
    await page.getByLabel('Place 1', { exact: true }).selectOption('DE')
    await page.getByLabel('Tax ID of place 1').fill('DE136695975')
    await page.getByRole('button', { name: 'Add a place' }).click()
    await page.getByLabel('Place 2', { exact: true }).selectOption('EU-OSS')
    await save()
    await page.getByText('This isn’t a tax ID of that place.').waitFor()
    await page.getByLabel('Tax ID of place 1').fill('DE136695976')
    await save()
    await page.getByText('Taxes saved').waitFor()
    await page.getByLabel('A buyer in').selectOption('PT')
    await page.getByText('A buyer in Portugal pays $10.00, of which $1.87 is tax, for a price of $10.00.').waitFor()
    await expectAccessible(page)
    await picture(page, 'tax-settings')

    const prices = [{ amount_type: 'fixed', price_amount: 1230, price_currency: 'eur' }]
    const product = await call('/v1/products/', { name: 'Handbook', prices, organization_id: id })
    const checkout = await call('/v1/checkouts/', { products: [product.id] })
    await page.goto(checkout.url)
    const bill = page.getByRole('table', { name: 'Bill' }).first()
    await page.getByLabel('Country').selectOption('PT')
    await bill.getByRole('row', { name: /Including tax.*2\.30/ }).waitFor()
    await picture(page, 'checkout-tax-included')
    await page.getByLabel('E-mail').fill('louise@example.com')
    await page.getByRole('button', { name: 'Fill in' }).click()
    await page.getByLabel('Name on card').fill('Louise Weiss')
    await page.getByLabel('I’m buying as a business').check()
    await page.getByLabel('Business name').fill('Weiss SARL')
    await page.getByLabel('Country').selectOption('FR')
    await page.getByLabel('Tax ID').fill('FR00000000000')
    await page.getByLabel('Business name').focus()
    await page.getByText('This isn’t a tax ID of that country.').waitFor()
    await page.getByLabel('Tax ID').fill('FR 40 303 265 045')
    await page.getByLabel('Business name').focus()
    await bill.getByRole('row', { name: /reverse charge.*0\.00/ }).waitFor()
    await expectAccessible(page)
    await picture(page, 'checkout-reverse-charge')
    await page.getByLabel('Address', { exact: true }).fill('1 Rue de Rivoli')
    await page.getByLabel('Postal code').fill('75001')
    await page.getByLabel('City').fill('Paris')
    await page.getByRole('button', { name: 'Pay €12.30' }).click()
    await page.waitForURL('**/confirmation')
    await page.getByText('€12.30 paid.').waitFor()
    await picture(page, 'confirmation-reverse-charge')
    const { items } = await (await page.request.get(`${url}/v1/orders/?organization_id=${id}`)).json()
    expect(items).toMatchObject([
      { net_amount: 1230, tax_amount: 0, taxability_reason: 'reverse_charge', customer_tax_id: ['FR40303265045', 'eu_vat'] },
    ])
  }))
