// The frame of the detail pages: what it offers for every resource, and its states.
import { expect, inject } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { BUYER } from '#test/support/a-sale.ts'
import { expectAccessible, expectNoOverflow, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 120_000 }

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

test(
  'a resource is shown as the API answers it, under its own URL, and its request is copied',
  SLOW,
  async ({ page, context, merchant }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { id } = await aProduct(merchant, { name: 'Relay Solo', metadata: { seat_count: 3 } })
    await page.goto(`/dashboard/${merchant.slug}/products/${id}`)
    await page.getByText('by ', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'View as JSON' }).click()
    await page.waitForURL(/\?view=json$/)
    const drawer = page.getByRole('dialog', { name: 'JSON' })
    await drawer.getByText('"is_archived"').waitFor()
    await drawer.getByText('"seat_count"').waitFor()
    await expectAccessible(page)
    await picture(page, 'product-json')
    await page.reload()
    await drawer.getByText(`/v1/products/${id}`).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/products\/[^?]+$/)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy API request' }).click()
    await page.getByText('API request copied').waitFor()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    expect(copied).toBe(`curl ${inject('baseUrl')}/v1/products/${id} \\\n  -H "Authorization: Bearer $TOKEN"`)
  },
)

test('the webhook events of a resource are listed, each linked to its delivery', SLOW, async ({ page, merchant }) => {
  const { id } = await aProduct(merchant, { name: 'Relay Solo' })
  const at = `/dashboard/${merchant.slug}/products/${id}`
  await page.goto(at)
  await page.getByText('this organization has no webhooks').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Create webhook' }).getAttribute('href')).toMatch(/\/developers\/webhooks\/new$/)
  const receiver = await aReceiver()
  try {
    const body = { url: receiver.url, format: 'raw', secret: 'a secret of some length', events: ['product.updated'] }
    await merchant.request('POST', '/v1/webhooks/endpoints', { body })
    await page.reload()
    await page.getByText('None of your webhooks was subscribed').waitFor()
    await merchant.request('PATCH', `/v1/products/${id}`, { body: { description: 'Another' } })
    await page.reload()
    const table = page.getByRole('table', { name: 'Events and webhooks sent' })
    await table.getByText('204').or(table.getByText('200')).waitFor({ timeout: 20_000 })
    await page.getByText('Product changed').waitFor()
    await page.getByText('by an API token').first().waitFor()
    await expectAccessible(page)
    await picture(page, 'product-events')
    await table.getByRole('link', { name: 'product.updated' }).click()
    await page.getByRole('dialog', { name: 'product.updated' }).getByText('Attempts').waitFor()
  } finally {
    await receiver.close()
  }
})

test('ids in the details lead to what they identify', async ({ page, merchant }) => {
  const { id: productId } = await aProduct(merchant)
  const checkout = (await merchant.request('POST', '/v1/checkouts/', { body: { products: [productId] } })).json
  await merchant.request('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, { body: BUYER })
  const { id: orderId, customer_id: customerId } = (await merchant.request('GET', `/v1/orders/?product_id=${productId}`)).json.items[0]
  await page.goto(`/dashboard/${merchant.slug}/orders/${orderId}`)
  await page.getByRole('heading', { name: 'Details' }).waitFor()
  for (const path of [`customers/${customerId}`, `checkouts/${checkout.id}`, `products/${productId}`])
    await expect.poll(() => page.locator(`aside a[href$="${path}"]`).count(), { message: path }).toBeGreaterThan(0)
  await expectNoOverflow(page)
})

test('a detail page that the role does not permit is forbidden, and one that fails can be tried again', async ({
  page,
  merchant,
  pageErrors,
}) => {
  pageErrors.allow(/403|500/)
  const { id } = await aProduct(merchant, { name: 'Relay Solo' })
  const at = `/dashboard/${merchant.slug}/products/${id}`
  const answer = (status: number) =>
    page.route('**/v1/products/**', (route) => route.fulfill({ status, json: { error: 'Fault', detail: '' } }))
  await answer(403)
  await page.goto(at)
  await page.getByText('You don’t have access to this page').waitFor()
  await page.unroute('**/v1/products/**')
  await answer(500)
  await page.goto(at)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/v1/products/**')
  await again.click()
  await page.getByRole('heading', { name: 'Relay Solo', level: 1 }).waitFor()
})
