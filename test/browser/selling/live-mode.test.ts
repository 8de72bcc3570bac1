// Going live: the checks of the settings, and what a merchant can do about them.
import { expect } from 'vitest'
import { LANGUAGE_COOKIE } from '#kernel/language/languages.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, expectNoOverflow, picture, signInAs, test } from '#test/support/browser.ts'
import { withOwnServer } from '../own-server.ts'

const SLOW = { timeout: 120_000 }

test('the settings say what is left before going live, and lead to where it is done', SLOW, async ({ page, context }) => {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    await signInAs(context, merchant, url)
    const at = `${url}/dashboard/${merchant.slug}/settings`
    await page.goto(`${at}/live-mode`)
    await page.getByRole('heading', { name: 'Before you go live' }).waitFor()
    await expect.poll(() => page.getByText('Open', { exact: true }).count()).toBe(5)
    expect(await page.getByRole('button', { name: 'Go live' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await picture(page, 'live-mode')

    await page.getByRole('link', { name: 'Business' }).last().click()
    await page.getByLabel('Name on card statements').fill('NW')
    await page.getByLabel('Support e-mail').fill('help@northwind.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Enter 5 to 22 characters/).waitFor()
    await page.getByLabel('Name on card statements').fill('NORTHWIND TOOLS')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').waitFor()
    await page.goto(`${at}/live-mode`)
    await expect.poll(() => page.getByText('Done', { exact: true }).count()).toBe(2)

    await context.addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url }])
    await page.setViewportSize({ width: 360, height: 800 })
    await page.reload()
    await page.getByRole('heading', { name: 'Vor dem Livebetrieb' }).waitFor()
    await expectNoOverflow(page)
    await picture(page, 'live-mode-narrow')
  })
})
