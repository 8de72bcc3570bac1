// The lists of the dashboard in all their states, and what a role sees of them.
import type { BrowserContext, Locator } from 'playwright-core'
import { expect, inject } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import type { TestUser } from '#test/support/a-user.ts'
import { forgetCookies, test as plain } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'
import { withOwnServer } from './own-server.ts'

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signIn(context, merchant)
  return merchant
})

async function signIn(context: BrowserContext, { cookie }: Pick<TestUser, 'cookie'>, url = inject('baseUrl')): Promise<void> {
  const pairs = cookie.split('; ').map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }))
  await context.addCookies(pairs.map((pair) => ({ ...pair, url })))
}

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

test('a member is offered nothing that the role does not permit, on any page of the dashboard', { timeout: 90_000 }, async ({
  page,
  context,
}) => {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    const { productId, checkoutId, orderId, customerId, endpointId } = await aSale(server, merchant)
    await forgetCookies(context)
    await signIn(context, await aMember(server, merchant.organizationId, 'member'), url)
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
      '/customers',
      `/customers/${customerId}`,
      '/orders',
      `/orders/${orderId}`,
      '/developers/webhooks',
      `/developers/webhooks/${endpointId}?tab=settings`,
    ]) {
      await open(path)
      expect(await offersOf(content.getByRole('button').or(content.getByRole('link'))), path).toEqual([])
      for (const menu of await content.getByRole('button', { name: /^(More|Actions for)/ }).all()) {
        await menu.click()
        expect(await offersOf(page.getByRole('menuitem')), path).toEqual([])
        await page.keyboard.press('Escape')
      }
      await page.keyboard.press('c')
      expect(await page.getByRole('dialog').count(), path).toBe(0)
      expect(new URL(page.url()).pathname, path).toBe(new URL(at + path).pathname)
    }
    expect(await page.getByRole('link', { name: 'API tokens' }).count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Orders' }).waitFor()
    expect(await page.getByRole('option', { name: /^(New (product|checkout|webhook|API token)|API tokens)/ }).count()).toBe(0)
    for (const path of ['/products/new', `/products/${productId}/edit`, '/developers/webhooks/new', '/developers/tokens']) {
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
