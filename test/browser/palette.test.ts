// The command palette: what it finds, what is selected, and what Enter opens.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { BUYER } from '#test/support/a-sale.ts'
import { expectAccessible, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

/** Sells a product to Sanne Visser; returns the number of the order. */
async function sell(merchant: TestMerchant): Promise<string> {
  const server = runningServer(inject('baseUrl'))
  const product = await aProduct(merchant, { name: 'Relay Team' })
  const { json: checkout } = await merchant.request('POST', '/v1/checkouts/', { body: { products: [product.id] } })
  await server.request('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, { body: BUYER })
  for (;;) {
    const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
    if (order !== undefined) return order.number
  }
}

async function openPalette(page: Page, merchant: TestMerchant): Promise<void> {
  await page.goto(`/dashboard/${merchant.slug}/customers`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
}

const selected = (page: Page) => page.getByRole('option', { selected: true })

test('a customer that is found is selected above the pages, with the orders and what can be done with the customer', async ({
  page,
  merchant,
}) => {
  const number = await sell(merchant)
  await openPalette(page, merchant)
  await page.keyboard.type('sanne')
  await selected(page).getByText('sanne@visserbouw.example').waitFor()
  await page.getByRole('option', { name: `${number} Sanne Visser` }).waitFor()
  await expect.poll(() => page.getByRole('option', { name: 'General' }).count()).toBe(0)
  await expect
    .poll(() =>
      page
        .getByRole('option', { name: /Sanne Visser sanne/ })
        .locator('.underline')
        .allTextContents(),
    )
    .toEqual(['Sanne', 'sanne'])
  await expectAccessible(page)
  await picture(page, 'palette-customer')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/customers\/[0-9a-f-]{36}$/)
})

test('Enter before the search has an answer opens what the search finds best', async ({ page, merchant }) => {
  await sell(merchant)
  await page.route('**/v1/products/?*query=*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await openPalette(page, merchant)
  await page.keyboard.type('relay')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/products\/[0-9a-f-]{36}$/)
})

test('an order is found by its number, and an action on it runs from the palette', async ({ page, merchant }) => {
  const number = await sell(merchant)
  await openPalette(page, merchant)
  await page.keyboard.type(number.toLowerCase())
  await selected(page).getByText('Relay Team').waitFor()
  await page.getByRole('option', { name: 'Go to customer' }).click()
  await page.waitForURL(/\/customers\/[0-9a-f-]{36}$/)
})

test('a page is found by the beginnings of its words only, and a moved selection stays when results arrive', async ({ page, merchant }) => {
  await openPalette(page, merchant)
  await page.keyboard.type('set gen')
  await selected(page).getByText('General').waitFor()
  await page.getByRole('combobox').fill('eneral')
  await page.getByText('No results for “eneral”.').waitFor()
  await page.getByRole('combobox').fill('o')
  await page.keyboard.press('ArrowDown')
  const moved = await selected(page).textContent()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => selected(page).textContent()).toBe(moved)
  const titles = () => page.locator('[cmdk-group-heading]').allTextContents()
  await expect.poll(async () => new Set(await titles()).size).toBeGreaterThan(0)
  await expect.poll(async () => (await titles()).length - new Set(await titles()).size).toBe(0)
})

test('the palette goes on to the whole list with what was typed', async ({ page, merchant }) => {
  await sell(merchant)
  await openPalette(page, merchant)
  await page.keyboard.type('visser')
  await page.getByRole('option', { name: 'Search all orders for “visser”' }).click()
  await page.waitForURL(/\/orders\?query=visser$/)
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await page.getByRole('row', { name: 'Sanne Visser' }).waitFor()
})

test('the help menu leads to the shortcuts and to the reference of the API', async ({ page, merchant }) => {
  await page.goto(`/dashboard/${merchant.slug}/customers`)
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'API reference' }).waitFor()
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'API reference' }).click()
  await (await opened).waitForURL('**/reference')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})
