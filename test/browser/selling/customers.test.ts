// Customers whom the merchant creates, edits and deletes in the dashboard.
import { expect, inject } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, expectNoOverflow, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 120_000 }

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

test('a customer is created by the form, which names the field of each problem', SLOW, async ({ page, pageErrors, merchant }) => {
  pageErrors.allow(/status of 422/)
  await page.goto(`/dashboard/${merchant.slug}/customers`)
  await page.getByRole('heading', { name: 'No customers yet' }).waitFor()
  await page.keyboard.press('c')
  await page.waitForURL('**/customers/new')
  await page.getByLabel('Name', { exact: true }).fill('Iris Visser')
  await page.keyboard.press('Control+s')
  await page.getByText('Enter an e-mail address.', { exact: true }).waitFor()
  await page.getByLabel('E-mail', { exact: true }).fill('iris@visserbouw.example')
  await page.getByLabel('Country').selectOption('NL')
  await page.getByLabel('Tax ID').fill('NL4495446B01')
  await page.keyboard.press('Control+s')
  await page.getByText('This isn’t a tax ID of that country.').waitFor()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await picture(page, 'customer-new')
  await page.getByLabel('Tax ID').fill('NL4495445B01')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Iris Visser', level: 1 }).waitFor()
  await page.getByText('NL004495445B01').waitFor()
})

test('a customer is edited, and deleted with its personal data', SLOW, async ({ page, pageErrors, merchant }) => {
  // The page reads the deleted customer once more before it leaves.
  pageErrors.allow(/status of 404/)
  const body = { email: 'iris@visserbouw.example', name: 'Iris Visser', external_id: 'user-17' }
  const { json } = await merchant.request('POST', '/v1/customers/', { body })
  await page.goto(`/dashboard/${merchant.slug}/customers/${json.id}/edit`)
  await expect.poll(() => page.getByLabel('External ID').isDisabled()).toBe(true)
  await page.getByLabel('E-mail', { exact: true }).fill('iris@devisser.example')
  await page.getByText('The new e-mail address counts as not confirmed.').waitFor()
  await page.getByLabel('Exempt from tax').check()
  await page.keyboard.press('Control+s')
  await page.getByText('iris@devisser.example').first().waitFor()
  await page
    .getByRole('definition')
    .filter({ hasText: /^Exempt$/ })
    .waitFor()
  expect((await merchant.request('GET', `/v1/customers/${json.id}`)).json.is_tax_exempt).toBe(true)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Erase their personal data, too').check()
  await expectAccessible(page)
  await picture(page, 'customer-delete')
  await dialog.getByRole('button', { name: 'Delete and erase' }).click()
  await page.getByRole('heading', { name: 'No customers yet' }).waitFor()
  expect((await merchant.request('GET', `/v1/customers/${json.id}`)).status).toBe(404)
})
