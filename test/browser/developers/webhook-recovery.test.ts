// A webhook that breaks, is seen to fail on every page, is mended, and gets what it missed; and a sample that tries it.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import { expectAccessible, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 20_000 }

const test = plain
  .extend('merchant', async ({ context }): Promise<TestMerchant> => {
    const merchant = await aMerchant(runningServer(inject('baseUrl')))
    await signInAs(context, merchant)
    return merchant
  })
  .extend('receiver', async ({ task: _ }, { onCleanup }): Promise<Receiver> => {
    const receiver = await aReceiver()
    onCleanup(() => receiver.close())
    return receiver
  })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const notice = (page: Page) => page.locator('[data-notice="webhooks"]')

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a webhook is made, breaks, is noticed on another page, is mended and gets what it missed', async ({ page, merchant, receiver }) => {
  await page.goto(`/dashboard/${merchant.slug}/developers/webhooks/new`)
  const form = dialog(page, 'New webhook')
  await form.getByText('Nothing is selected yet').waitFor()
  await expect.poll(() => form.locator('input[type="checkbox"]:checked').count()).toBe(0)
  await form.getByLabel('URL').fill(receiver.url)
  await form.getByLabel('All of product').check()
  await form.getByText('Selected: product.created, product.updated.').waitFor()
  await expectAccessible(page)
  await picture(page, 'webhook-chosen-events')
  await form.getByLabel('URL').press('Enter')
  await dialog(page, 'Copy your signing secret').getByRole('button', { name: 'Done' }).click()
  await page.waitForURL(/\/webhooks\/[0-9a-f-]{36}$/)
  await expect.poll(() => notice(page).count()).toBe(0)

  receiver.answer(503)
  for (const _ of [1, 2, 3]) await aProduct(merchant)
  await expect.poll(() => receiver.received.length, SLOW).toBeGreaterThanOrEqual(3)
  await page.goto(`/dashboard/${merchant.slug}/products`)
  await notice(page).getByText('is failing: your server misses events.').waitFor(SLOW)
  await expectAccessible(page)
  await picture(page, 'webhook-notice')

  await notice(page).getByRole('link').click()
  await page.waitForURL(/\/webhooks\/[0-9a-f-]{36}$/)
  receiver.answer(204)
  receiver.received.length = 0
  await choose(page, 'Redeliver events…')
  const replay = dialog(page, 'Redeliver events')
  await replay.getByText(/^[1-3] events? will be sent\.$/).waitFor()
  await expectAccessible(page)
  await picture(page, 'webhook-replay')
  await replay.getByRole('button', { name: 'Redeliver' }).click()
  await page.getByText('100% 3 of 3').waitFor(SLOW)
  await page.reload()
  await page.getByText('100% 3 of 3').waitFor(SLOW)
  await expect.poll(() => notice(page).count()).toBe(0)
})

test('a test event is sent, and two payloads are compared', async ({ page, merchant, receiver }) => {
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of the tests', events: ['product.updated'] }
  const { id } = (await merchant.request('POST', '/v1/webhooks/endpoints', { body })).json
  const product = await aProduct(merchant)
  for (const name of ['The handbook', 'The new handbook']) await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { name } })
  await page.goto(`/dashboard/${merchant.slug}/developers/webhooks/${id}`)
  await page.getByText('100% 2 of 2').waitFor(SLOW)
  await choose(page, 'Send test event…')
  const sample = dialog(page, 'Send a test event')
  await sample.getByLabel('Event').selectOption('order.paid')
  await expectAccessible(page)
  await picture(page, 'webhook-sample')
  await sample.getByRole('button', { name: 'Send test event' }).click()
  await page.getByRole('row', { name: /order\.paid · Test event/ }).waitFor(SLOW)
  expect(receiver.types()).toContain('order.paid')
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ is_sample: true })

  await page.getByRole('searchbox').fill(product.id)
  await page.waitForURL(/query=/)
  await expect.poll(() => page.getByRole('row', { name: /order\.paid/ }).count(), SLOW).toBe(0)
  await page
    .getByRole('row', { name: /product\.updated/ })
    .first()
    .click()
  const drawer = dialog(page, 'product.updated')
  await drawer.getByLabel('Compare with').selectOption({ index: 1 })
  await drawer.getByRole('rowheader', { name: 'data.name' }).waitFor()
  await drawer.getByText('"The new handbook"').first().waitFor()
  await drawer.getByRole('rowheader', { name: 'data.name' }).scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await picture(page, 'webhook-comparison')
})
