// An administrator blocks the payments of an organization: what they, its buyers and its members see.
import type { Page } from 'playwright-core'
import { createAdministrator } from '#identity/passwords/index.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { anAdministrator, PASSWORD } from '#test/support/a-user.ts'
import { expectAccessible, picture, signInAs, test } from '#test/support/browser.ts'
import type { TestServer } from '#test/support/server.ts'
import { withOwnServer } from '../own-server.ts'

const SLOW = { timeout: 240_000 }
const REASON = 'Complaints of buyers are being looked into'
const notice = (page: Page) => page.getByRole('heading', { name: 'This shop can’t take payments at the moment' })

async function block(server: TestServer, organizationId: string): Promise<void> {
  const administrator = await anAdministrator(server)
  await administrator.request('POST', '/api/auth/admin/block-organization', { body: { organizationId, reason: REASON } })
}

test('an administrator blocks the payments of an organization with a reason, and lifts the block', SLOW, async ({ page }) => {
  await withOwnServer(page, {}, async ({ server, url, email }) => {
    const merchant = await aMerchant(server)
    await createAdministrator(server.platform, { email, name: 'Elin Sandberg', password: null, now: server.clock.now() })
    await page.request.post(`${url}/api/auth/sign-in/email`, { data: { email, password: PASSWORD }, headers: { origin: url } })
    await page.goto(`${url}/admin/organizations/${merchant.organizationId}`)
    await page.getByText('Active', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Block payments…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block payments' }).click()
    await page.getByText('Enter a reason.').waitFor()
    await page.getByLabel('Reason').fill(REASON)
    await page.getByRole('dialog').getByRole('button', { name: 'Block payments' }).click()
    await page.getByText(`Reason: ${REASON}`).waitFor()
    await page.getByText('Blocked payments of an organization').waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-blocked')
    await page.goto(`${url}/admin/organizations`)
    await page.getByText('Blocked', { exact: true }).waitFor()
    await page.goto(`${url}/admin/organizations/${merchant.organizationId}`)
    await page.getByRole('button', { name: 'Unblock', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock payments' }).click()
    await page.getByText('Unblocked payments of an organization').waitFor()
  })
})

test('the page of a blocked shop says so to its buyers, also where it was open before', SLOW, async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 4(03|22)/)
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    const checkout = await aCheckout(server, merchant)
    const body = { payment_processor: 'stripe', products: [checkout.created.product_id] }
    const link = (await merchant.request('POST', '/v1/checkout-links/', { body })).json
    await page.goto(`${url}/checkout/${checkout.secret}`)
    await page.getByLabel('E-mail').fill('sanne@visserbouw.example')
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Expires').fill('12 / 40')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Name on card').fill('Sanne Visser')
    await page.getByLabel('Country').selectOption('NL')
    await block(server, merchant.organizationId)
    await page.getByRole('button', { name: 'Pay $42.00' }).click()
    await notice(page).waitFor()
    await expectAccessible(page)
    await picture(page, 'checkout-blocked')
    await page.reload()
    await notice(page).waitFor()
    await page.goto(`${url}/buy/${link.client_secret}`)
    await notice(page).waitFor()
  })
})

test('the dashboard of a blocked organization says so, and the audit log why', SLOW, async ({ page, context }) => {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    await block(server, merchant.organizationId)
    await signInAs(context, merchant.owner, url)
    await page.goto(`${url}/dashboard/${merchant.slug}/orders`)
    await page.getByText('Payments are blocked').waitFor()
    await expectAccessible(page)
    await picture(page, 'dashboard-blocked')
    await page.getByRole('link', { name: 'See why' }).click()
    await page.getByText(`Blocked the organization’s payments: ${REASON}`).waitFor()
  })
})
