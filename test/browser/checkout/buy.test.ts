// The page of a checkout link, which opens a checkout for each buyer.
import { expect, inject } from 'vitest'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

async function aLink() {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  const { id } = await aProduct(merchant)
  const link = await merchant.request('POST', '/v1/checkout-links/', { body: { payment_processor: 'stripe', products: [id] } })
  return { merchant, link: link.json }
}

test('a link leads to the hosted page of a checkout of its own, in the theme of its query', async ({ page }) => {
  const { link } = await aLink()
  await page.goto(`${link.url}?theme=dark&utm_source=newsletter`)
  await page.waitForURL(/\/checkout\/co_cs_\w+\?theme=dark$/)
  await page.getByRole('button', { name: 'Pay $42.00' }).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
})

test('a deleted link shows that there is none', async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  const { merchant, link } = await aLink()
  await merchant.request('DELETE', `/v1/checkout-links/${link.id}`)
  await page.goto(link.url)
  await page.getByRole('heading', { name: 'This checkout doesn’t exist' }).waitFor()
})

test('a link that a network opened too often says so, and opens later', async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 429/)
  const { link } = await aLink()
  const opening = '**/v1/checkout-links/open/*'
  await page.route(opening, (route) => route.fulfill({ status: 429, json: { error: 'TooManyRequests', detail: 'Too many requests.' } }))
  await page.goto(link.url)
  await page.getByRole('heading', { name: 'Too many checkouts were opened' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'buy-busy')
  await page.unroute(opening)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(/\/checkout\/co_cs_/)
})
