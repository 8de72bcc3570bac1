// The lists of the dashboard in all their states, and what a role sees of them.
import { text } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { expectAccessible, expectNoOverflow, forgetCookies, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'
import { withOwnServer } from './own-server.ts'

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

test('a list that is opened without a connection says so, and loads when the connection is back', async ({
  page,
  context,
  merchant,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  await aProduct(merchant, { name: 'Relay Solo' })
  const at = `/dashboard/${merchant.slug}`
  // The code of the list is loaded before the connection is lost.
  await page.goto(`${at}/products`)
  await page.getByText('Relay Solo').waitFor()
  await page.goto(at)
  await page.getByRole('link', { name: 'Products', exact: true }).hover()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await context.setOffline(false)
  await page.getByText('Relay Solo').waitFor()
})

test('a member is offered nothing that the role does not permit, on any page of the dashboard', { timeout: 150_000 }, async ({
  page,
  context,
}) => {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    const { productId, checkoutId, orderId, customerId, endpointId } = await aSale(server, merchant)
    const discount = await aDiscount(merchant)
    const body = { payment_processor: 'stripe', products: [productId] }
    const link = (await merchant.request('POST', '/v1/checkout-links/', { body })).json
    await forgetCookies(context)
    await signInAs(context, await aMember(server, merchant.organizationId, 'member'), url)
    const forbidden: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) forbidden.push(`${response.request().method()} ${response.url()}`)
    })
    const at = `${url}/dashboard/${merchant.slug}`
    const content = page.locator('#content')
    const open = async (path: string) => {
      await page.goto(at + path)
      await content.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
    }
    const offersOf = async (locator: Locator) =>
      (await locator.allInnerTexts()).filter((name) => /^(New|Create|Edit|Archive|Enable|Disable|Rotate|Delete|Redeliver)\b/.test(name))
    for (const path of [
      '',
      '/products',
      `/products/${productId}`,
      `/products/${productId}?dialog=archive`,
      '/checkouts?dialog=new',
      `/checkouts/${checkoutId}`,
      '/checkout-links',
      `/checkout-links/${link.id}`,
      '/discounts',
      `/discounts/${discount.id}`,
      '/usage/meters',
      '/usage/events',
      '/benefits',
      '/customers',
      `/customers/${customerId}`,
      '/subscriptions',
      '/orders',
      '/payments',
      `/orders/${orderId}`,
      '/developers/webhooks',
      `/developers/webhooks/${endpointId}?tab=settings`,
    ]) {
      await open(path)
      await expect.poll(() => offersOf(content.getByRole('button').or(content.getByRole('link'))), { message: path }).toEqual([])
      for (const menu of await content.getByRole('button', { name: /^(More|Actions for)/ }).all()) {
        await menu.click()
        await expect.poll(() => offersOf(page.getByRole('menuitem')), { message: path }).toEqual([])
        await page.keyboard.press('Escape')
      }
      await page.keyboard.press('c')
      await expect.poll(() => page.getByRole('dialog').count(), { message: path }).toBe(0)
      expect(new URL(page.url()).pathname, path).toBe(new URL(at + path).pathname)
    }
    await expect.poll(() => page.getByRole('link', { name: 'API tokens' }).count()).toBe(0)
    await open('')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Orders' }).waitFor()
    await expect
      .poll(() => page.getByRole('option', { name: /^(New (product|checkout|discount|webhook|API token)|API tokens)/ }).count())
      .toBe(0)
    for (const path of [
      '/products/new',
      `/products/${productId}/edit`,
      '/checkout-links/new',
      `/checkout-links/${link.id}/edit`,
      '/discounts/new',
      `/discounts/${discount.id}/edit`,
      '/usage/meters/new',
      '/developers/webhooks/new',
      '/developers/tokens',
    ]) {
      await open(path)
      await page.getByRole('heading', { level: 1, name: 'You don’t have access to this page' }).waitFor()
    }
    expect(forbidden).toEqual([])
  })
})

test('a permission that was lost meanwhile is named where it is missing', async ({ page, merchant, pageErrors }) => {
  pageErrors.allow(/403/)
  await page.route('**/v1/products/', (route) =>
    route.fulfill({ status: 403, json: { error: 'NotPermitted', detail: 'Not permitted', scope: 'products:write' } }),
  )
  await page.goto(`/dashboard/${merchant.slug}/products/new`)
  await page.getByLabel('Name').fill('Relay Solo')
  await page.getByLabel('Amount').fill('29')
  await page.keyboard.press('Control+s')
  await page.getByText('Your role can’t create or change products. Ask an owner or admin.').waitFor()
})

/** Opens the editor of a filter that is not set yet. */
async function addFilter(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
  const editor = page.getByRole('dialog', { name })
  await editor.getByRole('button').first().waitFor()
  return editor
}

test('a list is filtered by amount and text, saved, exported, and shows fewer columns', { timeout: 60_000 }, async ({ page, merchant }) => {
  const price = (amount: number) => ({ prices: [{ amount_type: 'fixed', price_amount: amount, price_currency: 'usd' }] })
  await aProduct(merchant, { name: 'Relay Solo', ...price(2900) })
  await aProduct(merchant, { name: 'Relay Team', ...price(14_900) })
  const rows = page.locator('[data-row]')
  const at = `/dashboard/${merchant.slug}/products`
  await page.goto(at)
  await page.getByText('2 products', { exact: true }).waitFor()
  const editor = await addFilter(page, 'Price')
  await editor.getByLabel('Minimum').fill('100')
  await page.keyboard.press('Enter')
  await page.getByText('at least $100.00').waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await expectAccessible(page)
  const exported = async (format: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: format }).click()])
    return { name: saved.suggestedFilename(), text: await text(await saved.createReadStream()) }
  }
  const { name, text: file } = await exported('As CSV')
  expect(name).toBe('products.csv')
  expect(file).toContain('Relay Team')
  expect(file).not.toContain('Relay Solo')
  expect(JSON.parse((await exported('As JSON')).text)).toMatchObject([{ name: 'Relay Team' }])
  await page.route('**/v1/products/export**', () => {})
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expectAccessible(page)
  await picture(page, 'list-export-menu')
  await page.getByRole('menuitem', { name: 'As JSON' }).click()
  await page.getByText('Exporting …').waitFor()
  await picture(page, 'list-export-running')
  await page.getByRole('button', { name: 'Cancel export' }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor()

  await page.getByRole('button', { name: 'View', exact: true }).click()
  const options = page.getByRole('dialog', { name: 'View' })
  await options.getByLabel('Created').uncheck()
  await options.getByLabel('Name').fill('Large')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.goto(at)
  await expect.poll(() => rows.count()).toBe(2)
  await expect.poll(() => page.getByRole('columnheader', { name: 'Created' }).count()).toBe(0)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await options.getByRole('button', { name: 'Large', exact: true }).click()
  await expect.poll(() => rows.count()).toBe(1)
  expect(page.url()).toContain('price=10000')
})

test('a range of days is chosen with the keyboard, over two months', { timeout: 60_000 }, async ({ page, merchant }) => {
  await aProduct(merchant, { name: 'Relay Solo' })
  await page.goto(`/dashboard/${merchant.slug}/products`)
  const editor = await addFilter(page, 'Created')
  const today = editor.locator('[aria-current="date"]')
  await today.focus()
  await page.keyboard.press('Enter')
  const last = (await today.getAttribute('data-day')) ?? ''
  await page.waitForURL(`**created=${last}..`)
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  const first = (await editor.locator('[data-day]:focus').getAttribute('data-day')) ?? ''
  expect(first < last).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**created=${first}..${last}`)
  await editor.getByText('the time zone of this browser').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 740 })
  await expectNoOverflow(page)
  await page.keyboard.press('Escape')
  await page.getByText('Relay Solo').first().waitFor()
})

test('a page beyond the end of a list shows the last one, and all rows of all pages can be selected', { timeout: 60_000 }, async ({
  page,
  merchant,
}) => {
  for (let at = 1; at <= 21; at += 1) await aProduct(merchant, { name: `Product ${at}` })
  await page.goto(`/dashboard/${merchant.slug}/products?page=99`)
  await page.waitForURL(/page=2$/)
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.poll(() => page.locator('[data-row]').count()).toBe(20)
  await page.getByLabel('Select all on this page').check()
  await page.getByText('20 selected').waitFor()
  await page.getByRole('button', { name: 'Select all 21' }).click()
  await page.getByText('21 selected').waitFor()
})

test('on a narrow screen a row has two lines and its menu', async ({ page, merchant }) => {
  const { prices } = await aProduct(merchant, { name: 'Relay Solo' })
  await merchant.request('POST', '/v1/checkouts/', { body: { product_price_id: prices[0].id, customer_email: 'jonas@example.test' } })
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(`/dashboard/${merchant.slug}/checkouts`)
  const row = page.locator('[data-row]')
  await row.getByText('Relay Solo').filter({ visible: true }).waitFor()
  await row.getByRole('button', { name: 'Actions for jonas@example.test' }).click()
  await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor()
  await expectNoOverflow(page)
})
