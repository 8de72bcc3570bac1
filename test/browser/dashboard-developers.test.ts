// Webhooks and API tokens in the dashboard, against a running server and a real receiver.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { verify } from '#operations/webhooks/signature.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import { expectAccessible, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

/** The time that a slow receiver takes to answer. */
const ANSWER_MS = 3000
const SLOW = { timeout: 15_000 }

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

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('row', { name })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
const nameOf = (receiver: Receiver) => receiver.url.replace('http://', '')

/**
 * Creates an endpoint for product events at the receiver, from the list; returns its secret. The page of the endpoint is open afterwards.
 */
async function createEndpoint(page: Page, merchant: TestMerchant, receiver: Receiver): Promise<string> {
  await page.goto(`/dashboard/${merchant.slug}/developers/webhooks`)
  await heading(page, 'No webhooks yet').waitFor()
  await page.keyboard.press('c')
  await page.waitForURL('**/webhooks/new')
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByLabel('All events').uncheck()
  await page.getByLabel('All of product').check()
  await page.getByLabel('URL').press('Enter')
  const secretDialog = dialog(page, 'Copy your signing secret')
  const secret = (await secretDialog.locator('code').textContent()) ?? ''
  await secretDialog.getByRole('button', { name: 'Done' }).click()
  await heading(page, nameOf(receiver)).waitFor()
  return secret
}

test('a webhook is created, and a delivery arrives, verifies, is inspected and redelivered', async ({ page, merchant, receiver }) => {
  await page.goto(`/dashboard/${merchant.slug}/developers/webhooks`)
  await heading(page, 'No webhooks yet').waitFor()
  await expectAccessible(page)
  await picture(page, 'webhooks-empty')
  const secret = await createEndpoint(page, merchant, receiver)
  await heading(page, 'No deliveries yet').waitFor()
  const product = await aProduct(merchant)
  await row(page, 'product.created').waitFor(SLOW)
  await page.getByText('100% 1 of 1').waitFor()
  const [delivery] = receiver.received
  const headers = (delivery?.headers ?? {}) as Record<string, string>
  expect(verify(secret, { headers, body: delivery?.body ?? '' }, Date.now() / 1000)).toBe('ok')
  await expectAccessible(page)
  await picture(page, 'webhook')

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?event=/)
  const drawer = dialog(page, 'product.created')
  await drawer.getByText(product.id).first().waitFor()
  await expectAccessible(page)
  await picture(page, 'webhook-attempt')
  await drawer.getByText('Headers').click()
  await drawer.getByText(headers['webhook-signature']?.split(' ')[0] ?? 'none').waitFor()
  receiver.answer((response) => void setTimeout(() => response.writeHead(204).end(), ANSWER_MS))
  await drawer.getByRole('button', { name: 'Redeliver' }).click()
  await drawer.getByText('Queued', { exact: true }).waitFor()
  await toast(page, 'Queued for delivery')
  const [note, foot] = await Promise.all([
    page.getByText('Queued for delivery', { exact: true }).boundingBox(),
    drawer.getByRole('button', { name: 'Redeliver' }).boundingBox(),
  ])
  expect((note?.x ?? 0) + (note?.width ?? 0)).toBeLessThan(foot?.x ?? 0)
  await drawer.getByText('redelivered manually').waitFor(SLOW)
  expect(receiver.received.map((one) => one.headers['webhook-id'])).toEqual([headers['webhook-id'], headers['webhook-id']])
  const url = page.url()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/webhooks\/[^?]+$/)
  await page.goto(url)
  await drawer.getByText('redelivered manually').waitFor()
})

test('a failed delivery shows its response and the planned attempts; filters persist in the URL', async ({ page, merchant, receiver }) => {
  receiver.answer((response) => response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"restarting"}'))
  await createEndpoint(page, merchant, receiver)
  await aProduct(merchant)
  const failed = row(page, 'product.created')
  await failed.getByText('Retrying').waitFor(SLOW)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'Result' }).click()
  await dialog(page, 'Result').getByText('Delivered', { exact: true }).click()
  await page.waitForURL(/result=delivered/)
  await page.getByText('No deliveries match these filters.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Remove filter Result' }).click()
  await failed.click()
  const drawer = dialog(page, 'product.created')
  await drawer.getByText('"restarting"').waitFor()
  await drawer.getByText(/^\d+ of 10$/).waitFor()
  receiver.answer(204)
  await drawer.getByRole('button', { name: 'Send now' }).click()
  await drawer.getByText('Delivered', { exact: true }).waitFor(SLOW)
})

test('a webhook that accepts some calls is failing, with true numbers', async ({ page, merchant, receiver }) => {
  await createEndpoint(page, merchant, receiver)
  await aProduct(merchant)
  await row(page, 'product.created').getByText('204', { exact: true }).waitFor(SLOW)
  receiver.answer(503)
  for (const _ of [1, 2, 3]) await aProduct(merchant)
  await page.getByText(/^1 of the last \d calls were accepted\. The last success was /).waitFor(SLOW)
  await page.getByText('Failing', { exact: true }).waitFor()
})

test('a webhook is updated, its secret rotated, disabled, enabled, and deleted', async ({ page, merchant, receiver, pageErrors }) => {
  pageErrors.allow(/status of 422/)
  const secret = await createEndpoint(page, merchant, receiver)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('URL').fill('http://10.0.0.1/hook')
  await page.keyboard.press('Control+s')
  await page.locator('[aria-invalid="true"]').waitFor()
  await expectAccessible(page)
  await picture(page, 'webhook-settings')
  await page.getByLabel('URL').fill(`${receiver.url}/billing`)
  await page.getByRole('button', { name: 'Save' }).click()
  await heading(page, `${nameOf(receiver)}/billing`).waitFor()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Rotate secret…' }).click()
  await dialog(page, 'Rotate the secret?').getByRole('button', { name: 'Rotate secret' }).click()
  const rotated = dialog(page, 'Copy your signing secret')
  const next = (await rotated.locator('code').textContent()) ?? ''
  expect(next).toMatch(/^whsec_/)
  expect(next).not.toBe(secret)
  await expectAccessible(page)
  await picture(page, 'webhook-secret')
  await page.keyboard.press('Escape')
  await rotated.getByText('You haven’t copied the secret.').waitFor()
  await page.keyboard.press('Escape')
  await rotated.waitFor({ state: 'detached' })
  await page.getByText('Old secret valid until').waitFor()

  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Disable…')
  await dialog(page, 'Disable this webhook?').getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Disabled manually.').waitFor()
  await page.getByRole('button', { name: 'Enable' }).click()
  await toast(page, 'Webhook enabled')

  await choose('Delete…')
  const confirmation = dialog(page, 'Delete this webhook?')
  await expect.poll(() => confirmation.getByRole('button', { name: 'Delete webhook' }).isDisabled()).toBe(true)
  await confirmation.getByRole('textbox').fill(`${nameOf(receiver)}/billing`)
  await page.keyboard.press('Enter')
  await heading(page, 'No webhooks yet').waitFor()
})

test('the webhook form shows missing fields, and an unknown webhook is not found', async ({ page, merchant, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  await page.goto(`/dashboard/${merchant.slug}/developers/webhooks/new`)
  await page.getByLabel('All events').uncheck()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByText('Enter a URL that starts with https:// or http://.').waitFor()
  await page.getByText('Choose at least one event.').waitFor()
  await expectAccessible(page)
  await picture(page, 'webhook-new')
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/webhooks$/)
  await page.goto(`/dashboard/${merchant.slug}/developers/webhooks/019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22`)
  await heading(page, 'Page not found').waitFor()
})

test('a token is created, works within its scopes, is updated, and stops working after deletion', async ({ page, merchant }) => {
  const server = runningServer(inject('baseUrl'))
  await page.goto(`/dashboard/${merchant.slug}/developers/tokens`)
  await row(page, 'For tests').waitFor()
  await page.keyboard.press('c')
  await page.waitForURL('**/tokens/new')
  await page.getByLabel('Name').fill('Nightly export')
  await page.getByText('Nothing', { exact: true }).click()
  await page.getByLabel('Products: Read').check()
  await expectAccessible(page)
  await picture(page, 'token-new')
  await page.getByLabel('Name').press('Enter')
  const secretDialog = dialog(page, 'Copy your token')
  const token = (await secretDialog.locator('code').first().textContent()) ?? ''
  expect(token).toMatch(/^gh_oat_/)
  await expectAccessible(page)
  await picture(page, 'token-secret')
  const get = (path: string) => server.request('GET', path, { headers: { authorization: `Bearer ${token}` } })
  expect((await get('/v1/products/')).status).toBe(200)
  expect((await get('/v1/orders/')).status).toBe(403)
  await secretDialog.getByRole('button', { name: 'Done' }).click()
  await page.waitForURL(/\/tokens$/)
  expect(await page.content()).not.toContain(token)

  const created = row(page, 'Nightly export')
  await created.getByText('products:read').waitFor()
  await expectAccessible(page)
  await picture(page, 'tokens')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?edit=/)
  await page.getByLabel('Orders: Read').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Token saved')
  expect((await get('/v1/orders/')).status).toBe(200)
  await created.getByRole('button', { name: '2 scopes' }).click()
  await page.getByText('orders:read', { exact: true }).waitFor()
  await page.keyboard.press('Escape')

  await created.getByRole('button', { name: 'Actions for Nightly export' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await dialog(page, 'Delete “Nightly export”?').getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize({ width: 360, height: 800 })
  await created.click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await dialog(page, 'Delete “Nightly export”?').getByRole('button', { name: 'Delete token' }).click()
  await toast(page, 'Token deleted')
  await created.waitFor({ state: 'detached' })
  expect((await get('/v1/products/')).status).toBe(401)
})
