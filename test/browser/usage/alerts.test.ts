// Alerts about usage, as the merchant manages them on the page of a meter.
import { expect, inject } from 'vitest'
import { LANGUAGE_COOKIE } from '#kernel/language/languages.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, expectNoOverflow, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 120_000 }

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

test('an alert is created, triggers, is edited, disabled and deleted', SLOW, async ({ page, merchant }) => {
  const filter = { conjunction: 'and', clauses: [] }
  const meter = { name: 'Tokens', filter, aggregation: { func: 'sum', property: 'tokens' } }
  const { json } = await merchant.request('POST', '/v1/meters/', { body: meter })
  const iris = { name: 'Iris Visser', email: 'iris@example.com', external_id: 'user-1' }
  const { json: customer } = await merchant.request('POST', '/v1/customers/', { body: iris })
  const at = `/dashboard/${merchant.slug}`

  await page.goto(`${at}/usage/meters/${json.id}`)
  await page.getByText('No alerts yet.').waitFor()
  await expectAccessible(page)
  await picture(page, 'usage-alerts-empty')
  await page.getByRole('button', { name: 'New alert' }).click()
  await page.getByRole('button', { name: 'Create alert' }).click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByText('Enter a number above 0, such as 1,000.5.').waitFor()
  await page.getByLabel('Name').fill('Heavy use')
  await page.getByLabel('Threshold').fill('1,000.5')
  await page.getByLabel('Notify the customer').check()
  await expectAccessible(page)
  await picture(page, 'usage-alert-new')
  await page.getByRole('button', { name: 'Create alert' }).click()
  await page.getByText('“Heavy use” created').waitFor()
  const alerts = page.getByRole('list', { name: 'Alerts' })
  await alerts.getByText('At 1,000.5').waitFor()
  await alerts.getByText('Each customer').waitFor()

  await page.getByRole('button', { name: 'New alert' }).click()
  await page.getByLabel('Name').fill('Iris alone, by a name that is much longer than a row of the card is wide on a narrow screen')
  await page.getByLabel('Threshold').fill('5000000')
  await page.getByRole('combobox', { name: 'Customer' }).fill('Iris')
  await page.getByRole('option', { name: 'Iris Visser' }).click()
  await page.getByRole('button', { name: 'Create alert' }).click()
  await alerts.getByRole('link', { name: 'Iris Visser' }).waitFor()

  const events = [{ name: 'ai.tokens', customer_id: customer.id, metadata: { tokens: 1234.5 } }]
  await merchant.request('POST', '/v1/events/ingest', { body: { events } })
  const { items } = (await merchant.request('GET', '/v1/usage-alerts/?query=heavy')).json
  const triggers = `/v1/usage-alerts/${items[0].id}/triggers`
  await expect.poll(async () => (await merchant.request('GET', triggers)).json.pagination.total_count).toBe(1)
  await page.getByRole('button', { name: 'Actions for “Heavy use”' }).click()
  await page.getByRole('menuitem', { name: 'View triggers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Triggers of “Heavy use”' })
  await dialog.getByRole('link', { name: 'Iris Visser' }).waitFor()
  await dialog.getByText('1,234.5').waitFor()
  await expectAccessible(page)
  await picture(page, 'usage-alert-triggers')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Actions for “Heavy use”' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Threshold').fill('2000')
  await page.getByRole('button', { name: 'Save' }).click()
  await alerts.getByText('At 2,000').waitFor()
  await page.getByRole('button', { name: 'Actions for “Heavy use”' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await alerts.getByText('Disabled').waitFor()
  await expectAccessible(page)
  await picture(page, 'usage-alerts')

  await page.goto(`${at}/customers/${customer.id}`)
  await page.getByRole('heading', { name: 'Usage alerts' }).waitFor()
  await page.getByRole('list', { name: 'Usage alerts' }).getByRole('link', { name: 'Tokens' }).first().click()
  await page.waitForURL(`**/usage/meters/${json.id}`)

  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: inject('baseUrl') }])
  await page.reload()
  await page.getByRole('heading', { name: 'Warnungen' }).waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Aktionen für „Heavy use“' }).click()
  await page.getByRole('menuitem', { name: 'Löschen …' }).click()
  await page.getByRole('button', { name: 'Löschen', exact: true }).click()
  await page.getByText('„Heavy use“ gelöscht').waitFor()
  await expect.poll(() => page.getByText('Ab 2.000').count()).toBe(0)
})
