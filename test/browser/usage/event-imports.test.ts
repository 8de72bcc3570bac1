// Importing events from a CSV file: the dialog on the page of events, its progress, and the report of refused lines.
import { expect, inject } from 'vitest'
import { LANGUAGE_COOKIE } from '#kernel/language/languages.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, expectNoOverflow, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 120_000 }
const PHONE = { width: 360, height: 780 }

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test(
  'a merchant imports a file, sees its progress, and downloads the refused lines',
  SLOW,
  async ({ page, context, merchant, pageErrors }) => {
    await page.goto(`/dashboard/${merchant.slug}/usage/events`)
    await page.getByRole('button', { name: 'Import' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Import events' })
    await dialog.getByText('Columns').waitFor()
    await expectAccessible(page)
    const sample = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download a sample' }).click()
    expect((await sample).suggestedFilename()).toBe('events.csv')

    pageErrors.allow(/status of 422/)
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles(csv('wrong.csv', 'Name,customer_id\na,b\n'))
    await dialog.getByText('The column “Name” isn’t known').waitFor()
    await dialog.getByText('The column “name” is missing.').waitFor()
    await picture(page, 'event-import-header')

    const rows = Array.from({ length: 1500 }, (_, at) => `ai.tokens;user-1;${at === 700 ? 'x'.repeat(501) : at}`)
    await file.setInputFiles(csv('usage.csv', `\uFEFFname;external_customer_id;metadata.tokens\r\n${rows.join('\r\n')}\r\n`))
    const row = dialog.getByRole('listitem').filter({ hasText: 'usage.csv' })
    await row.getByText('Completed').waitFor()
    await row.getByText('1,499 events imported').waitFor()
    await row.getByText('1 line refused').waitFor()
    const report = page.waitForEvent('download')
    await row.getByRole('link', { name: 'Download refused lines' }).click()
    expect((await report).suggestedFilename()).toBe('refused-lines.csv')
    await expectAccessible(page)
    await picture(page, 'event-import')

    await page.setViewportSize(PHONE)
    await expectNoOverflow(page)
    await context.addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: inject('baseUrl') }])
    await page.reload()
    await page.getByRole('dialog', { name: 'Ereignisse importieren' }).getByText('1 Zeile abgelehnt').waitFor()
    await expectNoOverflow(page)
    await picture(page, 'event-import-german')

    await page.keyboard.press('Escape')
    await page.getByRole('row').filter({ hasText: 'ai.tokens' }).first().waitFor()
  },
)
