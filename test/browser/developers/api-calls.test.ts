// The log of API calls in the dashboard: what it lists, how it is filtered, and what is recorded of a call.
import { expect, inject } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, expectNoOverflow, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 150_000 }
const PATH = '/developers/log'

/** A signed-in merchant. */
const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

/** Waits until the call is in the log, which is written a second later. */
async function recorded(merchant: TestMerchant, text: string): Promise<void> {
  const list = `/v1/api-calls/?query=${encodeURIComponent(text)}&organization_id=${merchant.organizationId}`
  await expect.poll(async () => (await merchant.owner.request('GET', list)).json.items.length, { timeout: 20_000 }).toBeGreaterThan(0)
}

test('a merchant finds a refused call, and reads what was sent once bodies are recorded', SLOW, async ({ page, merchant }) => {
  await page.goto(`/dashboard/${merchant.slug}${PATH}`)
  await page.getByRole('heading', { name: 'API log', exact: true }).waitFor()
  await page.getByText('Queries and bodies aren’t recorded.').waitFor()
  await aProduct(merchant)
  await merchant.request('POST', '/v1/customers/', { body: { email: 'not an email' } })
  await recorded(merchant, 'customers')
  await page.reload()
  await page.getByRole('link', { name: 'POST /v1/customers/' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('RequestValidationError').waitFor()
  await drawer.getByText(/^body\.email: /).waitFor()
  await drawer.getByText('What was sent and answered wasn’t recorded.').waitFor()
  await expectAccessible(page)
  await picture(page, 'api-log-call')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Record bodies…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record what is sent and answered?' })
  await expectAccessible(page)
  await picture(page, 'api-log-record')
  await dialog.getByRole('button', { name: 'Record bodies' }).click()
  await page.getByText('Bodies are recorded', { exact: true }).waitFor()
  await merchant.request('POST', '/v1/discounts/', { body: { name: 'Spring', metadata: { password: 'hunter2' } } })
  await recorded(merchant, 'discounts')
  await page.reload()
  await page.getByRole('link', { name: 'POST /v1/discounts/' }).click()
  await drawer.getByText('"Spring"').waitFor()
  await expect.poll(() => drawer.getByText('hunter2').count()).toBe(0)
  await expectAccessible(page)
  await picture(page, 'api-log-bodies')
  await page.keyboard.press('Escape')
  await page.goto(`/dashboard/${merchant.slug}${PATH}?status=2xx`)
  await page.getByRole('link', { name: 'POST /v1/products/' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'POST /v1/customers/' }).count()).toBe(0)
  await expectNoOverflow(page)
  await picture(page, 'api-log')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/dashboard/${merchant.slug}${PATH}`)
  await page.getByText('/v1/customers/').first().waitFor()
  await expectNoOverflow(page)
  await picture(page, 'api-log-narrow')
})
