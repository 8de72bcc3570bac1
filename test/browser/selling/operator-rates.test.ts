// The rates of taxes of a server whose operator has entered some, in the settings of an organization.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { LANGUAGE_COOKIE } from '#kernel/language/languages.ts'
import { newSlug } from '#test/support/a-user.ts'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import { withOwnServer } from '../own-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-rates-'))
const path = join(folder, 'rates.csv')
writeFileSync(
  path,
  `place,name,rate_percent,valid_from,source
PT,VAT,25.5,2099-01-01,Diário da República
US-NY,Sales tax,8.875,2020-01-01,New York State
`,
)
afterAll(() => rmSync(folder, { recursive: true }))

test('an owner reads the rates of the server, and registers where the operator has entered one', ({ page }) =>
  withOwnServer(page, { TAX_RATES_FILE: path }, async ({ url }) => {
    const slug = newSlug()
    const data = { name: 'Northwind Tools', slug }
    await page.request.post(`${url}/api/auth/organization/create`, { data, headers: { origin: url } })
    await page.goto(`${url}/dashboard/${slug}/settings/taxes`)
    await page.getByText('Shipped rates of 26 November 2026 and rates of the operator of this server, for 45 places.').waitFor()
    await page.getByText('Rates of this server', { exact: true }).click()
    const row = (name: RegExp) => page.getByRole('table', { name: 'Rates of this server' }).getByRole('row', { name })
    await row(/Portugal.*23% VAT.*1 Jan 2011.*European Commission/).waitFor()
    await row(/Portugal.*25\.5% VAT.*1 Jan 2099.*Diário da República/).waitFor()
    await row(/New York, United States.*8\.875% Sales tax.*1 Jan 2020.*New York State/).waitFor()
    await expectAccessible(page)
    await picture(page, 'standard-rates')
    await page.getByLabel('Collect taxes').check()
    await page.getByLabel('Country of your business').selectOption('US')
    await page.getByRole('button', { name: 'Add a place' }).click()
    await page.getByLabel('Place 1', { exact: true }).selectOption('US-NY')
    await page.getByRole('button', { name: 'Add a rate' }).click()
    await page.getByLabel('First day of rate 1').waitFor()
    await page.getByRole('button', { name: 'Remove rate 1' }).click()
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText('Taxes saved').waitFor()
    await page.getByLabel('A buyer in').selectOption('US-NY')
    await page.getByText('of which $0.89 is tax').waitFor()
    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url }])
    await page.reload()
    await page.getByText('Sätze dieses Servers', { exact: true }).click()
    await page.getByRole('row', { name: /New York, Vereinigte Staaten.*8,875\s%/ }).waitFor()
    await picture(page, 'standard-rates-german')
  }))
