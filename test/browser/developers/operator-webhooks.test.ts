// The operator's webhooks in the administration: the screens of merchants' webhooks, with events about accounts.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAdministrator } from '#identity/passwords/index.ts'
import { verify } from '#operations/webhooks/signature.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { expectAccessible, expectNoOverflow, picture, test } from '#test/support/browser.ts'
import { type OwnServer, withOwnServer } from '../own-server.ts'

const SLOW = { timeout: 20_000 }
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Makes the signed-in user an administrator, and signs them in again. */
async function becomeAdministrator(page: Page, { server, url, email }: OwnServer): Promise<void> {
  await createAdministrator(server.platform, { email, name: 'Elin Sandberg', password: null, now: server.clock.now() })
  const data = { email, password: PASSWORD }
  expect((await page.request.post(`${url}/api/auth/sign-in/email`, { data, headers: { origin: url } })).status()).toBe(200)
}

async function signUp({ server, url }: OwnServer): Promise<void> {
  const body = { name: 'Lena Okafor', email: uniqueEmail(), password: PASSWORD }
  expect((await server.request('POST', '/api/auth/sign-up/email', { body, headers: { origin: url } })).status).toBe(200)
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an administrator makes a webhook, sees what it received, and sends it again', async ({ page }) => {
  const receiver = await aReceiver()
  await withOwnServer(page, {}, async (own) => {
    const { server, url } = own
    await becomeAdministrator(page, own)
    // The events so far are not sent.
    await server.drain()
    server.clock.advance(1)
    await page.goto(`${url}/admin/webhooks`)
    await page.getByText('No webhooks yet').waitFor()
    await expectAccessible(page)
    await picture(page, 'operator-webhooks-empty')
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const form = dialog(page, 'New webhook')
    await form.getByLabel('URL').fill(receiver.url)
    await form.getByLabel('All of user').check()
    await expect.poll(() => form.getByText('product', { exact: true }).count()).toBe(0)
    await expectAccessible(page)
    await picture(page, 'operator-webhooks-new')
    await form.getByLabel('URL').press('Enter')
    const secretDialog = dialog(page, 'Copy your signing secret')
    const secret = (await secretDialog.getByText(/^whsec_/).textContent()) ?? ''
    await secretDialog.getByRole('button', { name: 'Done' }).click()
    await page.waitForURL(/\/admin\/webhooks\/[0-9a-f-]{36}$/)

    await signUp(own)
    await server.drain()
    const row = page.getByRole('row', { name: /user\.created/ })
    await row.waitFor(SLOW)
    const [received] = receiver.received
    const request = { headers: received?.headers as Record<string, string>, body: received?.body ?? '' }
    expect(verify(secret, request, server.clock.now().getTime() / 1000)).toBe('ok')
    await expectAccessible(page)
    await picture(page, 'operator-webhook')
    await row.click()
    const drawer = dialog(page, 'user.created')
    await drawer.getByText('Lena Okafor').first().waitFor()
    await drawer.getByRole('button', { name: 'Redeliver' }).click()
    await server.drain()
    await drawer.getByText('redelivered manually').first().waitFor(SLOW)
    await expectAccessible(page)
    await picture(page, 'operator-webhook-attempt')
    expect(receiver.types()).toEqual(['user.created', 'user.created'])
  })
  await receiver.close()
})

test('an administrator tries a webhook by a test event, changes its events and reads how to verify it', async ({ page }) => {
  const receiver = await aReceiver()
  await withOwnServer(page, {}, async (own) => {
    const { server, url } = own
    await becomeAdministrator(page, own)
    const data = { url: receiver.url, events: ['user.created'] }
    const headers = { origin: url }
    const created = await page.request.post(`${url}/api/auth/admin/webhooks/create-endpoint`, { data, headers })
    await page.goto(`${url}/admin/webhooks/${(await created.json()).id}`)
    await choose(page, 'Send test event…')
    const sample = dialog(page, 'Send a test event')
    await sample.getByLabel('Event').selectOption('member.added')
    await sample.getByRole('button', { name: 'Send test event' }).click()
    await sample.waitFor({ state: 'detached' })
    await server.drain()
    await page.getByRole('row', { name: /member\.added · Test event/ }).waitFor(SLOW)

    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('All of organization').check()
    await picture(page, 'operator-webhook-settings')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Webhook saved').waitFor()
    await page.getByRole('tab', { name: 'Verify' }).click()
    await page.getByText("if (event.type === 'user.created')").first().waitFor()
    await expectNoOverflow(page)
    await page.goto(`${url}/admin/webhooks`)
    await page.getByRole('row', { name: new URL(receiver.url).host }).waitFor()
    await picture(page, 'operator-webhooks')
  })
  await receiver.close()
})
