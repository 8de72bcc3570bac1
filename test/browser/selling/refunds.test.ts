// The refund of an order: the dialog shows what will happen, the order states what happened.
import { inject } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { BUYER } from '#test/support/a-sale.ts'
import { expectAccessible, expectNoOverflow, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 120_000 }

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

async function anOrder(merchant: TestMerchant, card: string): Promise<string> {
  const { id } = await aProduct(merchant)
  const { json } = await merchant.request('POST', '/v1/checkouts/', { body: { products: [id] } })
  const body = { ...BUYER, confirmation_token_id: card }
  await merchant.request('POST', `/v1/checkouts/client/${json.client_secret}/confirm`, { body })
  return (await merchant.request('GET', `/v1/orders/?checkout_id=${json.id}`)).json.items[0].id
}

test(
  'an order is refunded in a dialog that shows what will happen, and the list of refunds leads back to it',
  SLOW,
  async ({ page, merchant }) => {
    const id = await anOrder(merchant, 'sandbox_4242424242424242')
    await page.goto(`/dashboard/${merchant.slug}/orders/${id}`)
    await page.getByRole('button', { name: 'Refund…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund order' })
    await dialog.getByLabel('Amount before tax').fill('42.01')
    await page.keyboard.press('Enter')
    await dialog.getByText('At most $42.00 can be refunded.').waitFor()
    await dialog.getByLabel('Amount before tax').fill('12')
    await dialog.getByLabel('What will happen').getByText('$30.00').waitFor()
    await expectAccessible(page)
    await picture(page, 'refund-dialog')
    await dialog.getByRole('button', { name: 'Refund $12.00' }).click()
    await page.getByText('$12.00 refunded').first().waitFor()
    await page.getByText('Partially refunded').first().waitFor()
    await page.goto(`/dashboard/${merchant.slug}/refunds`)
    await page.getByText('Customer’s request').waitFor()
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.getByRole('link', { name: /Sanne Visser/ }).click()
    await page.waitForURL(new RegExp(`/orders/${id}`))
  },
)
