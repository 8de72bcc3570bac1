// The operator sells for the organizations: they note an account and record a payout, which the organization then sees.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAdministrator } from '#identity/passwords/index.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { PASSWORD } from '#test/support/a-user.ts'
import { expectAccessible, expectNoOverflow, picture, signInAs, test } from '#test/support/browser.ts'
import { withOwnServer } from '../own-server.ts'

const SLOW = { timeout: 120_000 }
const settings = { MERCHANT_OF_RECORD: 'platform', PLATFORM_FEE_BASIS_POINTS: '400', PLATFORM_FEE_FIXED: '40' }

/** The days of the month that the list of payouts shows. */
const shownDays = async (page: Page) =>
  (await page.getByRole('list', { name: 'Payouts' }).locator('time').allInnerTexts()).map((text) => Number.parseInt(text, 10))

/** The day of the month of the only payout in a zone. */
async function dayOf(page: Page, timeZone: string): Promise<number> {
  const at = await page.getByRole('list', { name: 'Payouts' }).locator('time').getAttribute('datetime')
  return Number(new Intl.DateTimeFormat('en', { day: 'numeric', timeZone }).format(new Date(at ?? '')))
}

test('an administrator records a payout in a dialog that shows it first, and the organization sees it', SLOW, async ({ page, context }) => {
  await withOwnServer(page, settings, async ({ server, url, email }) => {
    const merchant = await aMerchant(server)
    await aSale(server, merchant)
    await createAdministrator(server.platform, { email, name: 'Elin Sandberg', password: null, now: server.clock.now() })
    await page.request.post(`${url}/api/auth/sign-in/email`, { data: { email, password: PASSWORD }, headers: { origin: url } })
    await page.goto(`${url}/admin/payouts`)
    await page.getByText('No payout account').waitFor()
    await page.getByRole('button', { name: 'Edit terms…' }).click()
    await page.getByLabel('Payout account').fill('IBAN NL00')
    await page.getByLabel('Fee, in percent of the total').fill('140')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a number from 0 to 100 with at most two decimals.').waitFor()
    await page.getByLabel('Fee, in percent of the total').fill('')
    await page.keyboard.press('Enter')
    await page.getByText('Terms saved').waitFor()
    await page.getByRole('button', { name: 'Record payout…' }).click()
    await page.getByLabel('Reference').fill('2026-11')
    await page.getByRole('dialog').getByText('IBAN NL00').waitFor()
    await expectAccessible(page)
    await picture(page, 'payout-dialog')
    await page.getByRole('button', { name: /^Record \$/ }).click()
    await page.getByText(/^Payout of \$.* recorded$/).waitFor()
    await page.getByText('2026-11').waitFor()
    await expectNoOverflow(page)
    // Two zones in which it is never the same day.
    for (const billing_timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { billing_timezone } })
      await page.reload()
      await expect.poll(() => shownDays(page)).toEqual([await dayOf(page, billing_timezone)])
    }
    await signInAs(context, merchant.owner, url)
    await page.goto(`${url}/dashboard/${merchant.slug}/settings/payments`)
    await page.getByText('2026-11').waitFor()
    await page.getByText('Platform fee').waitFor()
    await expectAccessible(page)
    await picture(page, 'payment-settings')
  })
})
