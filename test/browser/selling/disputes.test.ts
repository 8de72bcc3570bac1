// A disputed payment: the order leads to its dispute, which is answered once.
import { expect, inject } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { BUYER } from '#test/support/a-sale.ts'
import { expectAccessible, expectNoOverflow, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 120_000 }
const POLL_MS = 200

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

/** An order whose payment is disputed, once the dispute is recorded. */
async function aDisputedOrder(merchant: TestMerchant): Promise<string> {
  const { id } = await aProduct(merchant)
  const { json } = await merchant.request('POST', '/v1/checkouts/', { body: { products: [id] } })
  const body = { ...BUYER, confirmation_token_id: 'sandbox_4000000000000259' }
  await merchant.request('POST', `/v1/checkouts/client/${json.client_secret}/confirm`, { body })
  for (;;) {
    const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${json.id}`)).json.items
    if (order?.pending_dispute_amount > 0) return order.id
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

test('a dispute is found from its order, answered with evidence, and lost or won', SLOW, async ({ page, merchant }) => {
  const order = await aDisputedOrder(merchant)
  await page.goto(`/dashboard/${merchant.slug}/orders/${order}`)
  await page.getByText('The payment is disputed:').waitFor()
  await expectAccessible(page)
  await picture(page, 'order-disputed')
  await page.getByRole('link', { name: 'View dispute' }).click()
  await page.getByText('Respond by').first().waitFor()
  await page.getByText('The cardholder says they didn’t pay').first().waitFor()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await picture(page, 'dispute')
  await page.getByRole('button', { name: 'Send evidence…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send evidence' })
  await dialog.getByRole('button', { name: 'Send evidence' }).click()
  await dialog.getByText('Write why the payment is justified.').waitFor()
  await expectAccessible(page)
  await picture(page, 'dispute-evidence')
  await dialog.getByLabel('Why the payment is justified').fill('wins')
  await dialog.getByRole('button', { name: 'Send evidence' }).click()
  await page.getByText('Dispute won').first().waitFor()
  await page.getByText('The amount came back to you').waitFor()
})

test('the list shows disputes by their status, and one is accepted', SLOW, async ({ page, merchant }) => {
  await page.goto(`/dashboard/${merchant.slug}/disputes`)
  await page.getByText('No disputes').first().waitFor()
  const order = await aDisputedOrder(merchant)
  await page.reload()
  await page.getByText('Needs a response').waitFor()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await picture(page, 'disputes')
  // The day of the answer is that of the billing zone, in two zones in which it is never the same day.
  const due = page
    .getByRole('row', { name: /Sanne Visser/ })
    .locator('time')
    .first()
  for (const billing_timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { billing_timezone } })
    await page.reload()
    const at = new Date((await due.getAttribute('datetime')) ?? '')
    const day = new Intl.DateTimeFormat('en', { day: 'numeric', timeZone: billing_timezone }).format(at)
    await expect.poll(async () => Number.parseInt((await due.textContent()) ?? '', 10)).toBe(Number(day))
  }
  await page.getByRole('link', { name: /Sanne Visser/ }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Accept dispute…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept this dispute?' })
  await expectAccessible(page)
  await picture(page, 'dispute-accept')
  await dialog.getByRole('button', { name: 'Accept dispute' }).click()
  await page.getByText('The bank’s decision is final.', { exact: false }).waitFor()
  await page.goto(`/dashboard/${merchant.slug}/orders/${order}`)
  await page.getByText('Lost to a dispute:').waitFor()
})
