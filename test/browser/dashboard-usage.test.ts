import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

const SLOW = { timeout: 120_000 }

/** Saves the form, and waits for the page of what it created. */
async function save(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

test(
  'a merchant without products creates one of each kind of price, and the meter that one is charged by',
  SLOW,
  async ({ page, merchant, pageErrors }) => {
    // The server refuses a maximum below the minimum.
    pageErrors.allow(/422/)
    const at = `/dashboard/${merchant.slug}`
    await page.goto(`${at}/products/new`)
    await page.getByLabel('Name').fill('Sticker sheet')
    await page.getByRole('radio', { name: 'Free' }).check()
    await page.getByText('A buyer pays nothing.').waitFor()
    await save(page, 'Sticker sheet')

    await page.goto(`${at}/products/new`)
    await page.getByLabel('Name').fill('Support the project')
    await page.getByRole('radio', { name: 'Pay what you want' }).check()
    await page.getByLabel('Minimum').fill('5')
    await page.getByLabel('Maximum').fill('4')
    await page.keyboard.press('Control+s')
    await page.getByText('The minimum is $5.00.').waitFor()
    await page.getByLabel('Maximum').fill('900')
    await page.getByText('A buyer chooses what to pay, at least $5.00. The checkout suggests $10.00.').waitFor()
    await save(page, 'Support the project')

    await page.goto(`${at}/products/new`)
    await expect.poll(() => page.getByRole('link', { name: 'Meters' }).count()).toBe(0)
    await page.getByText('Monthly', { exact: true }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Create meter' }).click()
    const tab = await opened
    await tab.getByLabel('Name').fill('Tokens used')
    await tab.getByLabel('Value 1', { exact: true }).fill('ai.tokens')
    await tab.getByRole('button', { name: 'Add group' }).click()
    await tab.getByLabel('Property 2.1', { exact: true }).and(tab.locator(':focus')).waitFor()
    await tab.keyboard.type('tokens')
    await tab.getByLabel('Type of value 2.1').selectOption('number')
    await tab.getByLabel('Operator 2.1').selectOption('gte')
    await tab.getByLabel('Value 2.1', { exact: true }).fill('100')
    await tab.getByLabel('Method').selectOption('sum')
    await tab.getByRole('textbox', { name: 'Property', exact: true }).fill('tokens')
    await tab.getByText('Sum of tokens where name is “ai.tokens” and tokens is at least 100').waitFor()
    await expect.poll(() => tab.getByText('Counts', { exact: true }).count()).toBe(1)
    await tab.getByText('1,500', { exact: true }).waitFor()
    await expectAccessible(tab)
    await picture(tab, 'meter-new')
    await save(tab, 'Tokens used')
    await tab.getByRole('link', { name: 'Meters' }).first().waitFor()
    await expectAccessible(tab)
    await picture(tab, 'meter')
    await tab.close()

    // The form kept what it held, and knows the new meter.
    await page.bringToFront()
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
    await page.getByLabel('Name').fill('Assistant')
    await page.getByLabel('Amount').fill('29')
    await page.getByRole('button', { name: 'Add usage price' }).click()
    await page.keyboard.press('Control+s')
    await page.getByText('Choose a meter.').waitFor()
    await page.getByLabel('Meter', { exact: true }).selectOption({ label: 'Tokens used' })
    await page.getByLabel('Price per unit').fill('0.0005')
    await page.getByText('A buyer pays $29.00 every month. 1,000 units of Tokens used cost $0.50.').waitFor()
    await expectAccessible(page)
    await picture(page, 'product-new-recurring')
    await save(page, 'Assistant')
    await page.getByRole('cell', { name: '$0.0005 per unit' }).waitFor()
    await page.getByRole('button', { name: 'Create checkout', disabled: false }).waitFor()

    await page.goto(`${at}/products`)
    for (const price of ['Free', 'From $5.00', '$29.00 / month + usage']) await page.getByRole('cell', { name: price }).waitFor()
  },
)

test('a meter is edited and archived, and its name changes in the prices that name it', SLOW, async ({ page, merchant }) => {
  const filter = { conjunction: 'and', clauses: [] }
  const { json: meter } = await merchant.request('POST', '/v1/meters/', { body: { name: 'Calls', filter, aggregation: { func: 'count' } } })
  const prices = [{ amount_type: 'metered_unit', meter_id: meter.id, unit_amount: 2 }]
  const product = { name: 'API access', recurring_interval: 'year', prices }
  const { json: created } = await merchant.request('POST', '/v1/products/', { body: product })
  const at = `/dashboard/${merchant.slug}`

  await page.goto(`${at}/usage/meters`)
  await page.getByRole('link', { name: 'Calls' }).click()
  await page.getByText('Number of events, over all events').waitFor()
  await page.getByRole('link', { name: 'Edit' }).first().click()
  await page.getByLabel('Name').fill('API calls')
  await save(page, 'API calls')
  await page.goto(`${at}/products/${created.id}`)
  await page.getByText('Usage: API calls').waitFor()

  await page.goto(`${at}/usage/meters/${meter.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive…' }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByText('This meter is archived: no new price can charge by it.').waitFor()
})
