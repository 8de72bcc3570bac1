// A recurring product with a trial, a fixed price and a price for usage, created and changed in the dashboard.
import { expect } from 'vitest'
import { newSlug } from '#test/support/a-user.ts'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import { withOwnServer } from '../own-server.ts'

test('a merchant creates a monthly product with a trial and a price for usage, and shortens the trial', ({ page }) =>
  withOwnServer(page, {}, async ({ url }) => {
    const call = async (path: string, data: object) => (await page.request.post(`${url}${path}`, { data, headers: { origin: url } })).json()
    const slug = newSlug()
    const { id: organization_id } = await call('/api/auth/organization/create', { name: 'Northwind Tools', slug })
    const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] }
    await call('/v1/meters/', { organization_id, name: 'API calls', filter, aggregation: { func: 'count' } })

    await page.goto(`${url}/dashboard/${slug}/products/new`)
    await page.getByLabel('Name').fill('Studio plan')
    await page.getByText('Monthly', { exact: true }).click()
    await page.getByLabel('Amount').fill('10')
    await page.getByRole('button', { name: 'Add usage price' }).click()
    await page.getByLabel('Meter', { exact: true }).selectOption('API calls')
    await page.getByLabel('Price per unit').fill('0.005')
    await page.getByLabel('Free trial').check()
    await page.getByLabel('Length', { exact: true }).fill('0')
    await page.getByRole('button', { name: /^Create/ }).click()
    await page.getByText('Enter a number from 1 to 1,000.').waitFor()
    await page.getByLabel('Length', { exact: true }).fill('14')
    await page.getByText('A buyer pays $10.00 every month. 1,000 units of API calls cost $5.00. It starts with 14 free days.').waitFor()
    await expectAccessible(page)
    await picture(page, 'product-form-trial')
    await page.getByRole('button', { name: /^Create/ }).click()
    await page.getByText('It starts with 14 free days.').waitFor()
    await picture(page, 'product-trial')

    await page.getByRole('link', { name: 'Edit' }).first().click()
    await page.getByLabel('Length', { exact: true }).fill('1')
    await page.getByLabel('Unit of the length').selectOption('week')
    await page.getByLabel('Ask for a payment method at the start').uncheck()
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText('It starts with 1 free week.').waitFor()
    const { items } = await (await page.request.get(`${url}/v1/products/?organization_id=${organization_id}`)).json()
    expect(items[0]).toMatchObject({
      recurring_interval: 'month',
      trial_interval: 'week',
      trial_interval_count: 1,
      is_trial_payment_required: false,
    })
  }))
