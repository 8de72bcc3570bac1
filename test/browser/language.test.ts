// The language of a person: of an account, wherever it signs in, and of a browser without one.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { languages, offeredLanguages } from '#kernel/language/languages.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const origin = () => ({ origin: inject('baseUrl') })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function signUp(page: Page): Promise<string> {
  const data = { name: 'Elin Sandberg', email: uniqueEmail(), password: PASSWORD }
  expect((await page.request.post('/api/auth/sign-up/email', { data, headers: origin() })).status()).toBe(200)
  return data.email
}

const language = (page: Page) => page.evaluate<string>('document.documentElement.lang')
const select = (page: Page, label: string) => page.getByRole('combobox', { name: label, exact: true })

test('the language of an account is chosen in its profile, reached from the palette, and holds on a new device', async ({ page }) => {
  const email = await signUp(page)
  await page.goto('/account/security')
  await heading(page, 'Security').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Change language…' }).click()
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('SELECT')
  await expect.poll(() => select(page, 'Language').inputValue()).toBe('')
  await select(page, 'Language').selectOption({ label: 'Deutsch' })
  await expectAccessible(page)
  await picture(page, 'account-language')
  await page.getByRole('button', { name: /Save/ }).click()
  await heading(page, 'Profil').waitFor()
  await expect.poll(async () => [await language(page), await select(page, 'Sprache').inputValue()]).toEqual(['de', 'de'])
  expect(new URL(page.url()).pathname).toBe('/account/profile')
  await page.request.post('/api/auth/sign-out', { headers: origin() })
  await page.goto('/sign-in')
  await expect.poll(() => language(page)).toBe('de')
  await page.context().clearCookies()
  await page.goto('/sign-in?next=/account/profile')
  await expect.poll(() => language(page)).toBe('en')
  await page.getByLabel('E-mail or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await heading(page, 'Profil').waitFor()
  await select(page, 'Sprache').selectOption({ label: 'Wie im Browser eingestellt' })
  await page.getByRole('button', { name: /speichern/i }).click()
  await heading(page, 'Profile').waitFor()
  await expect.poll(() => language(page)).toBe('en')
})

test('the switch of the sign-in page keeps the URL and what was typed, apart from the password', async ({ page, pageErrors }) => {
  // The invitation does not exist.
  pageErrors.allow(/status of 400/)
  await page.goto('/sign-in?next=/account/security')
  await page.getByLabel('E-mail or username').fill('elin_s')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox').uncheck()
  const english = page.getByRole('navigation', { name: 'Language' }).getByRole('button', { name: 'English' })
  await expect.poll(() => english.getAttribute('aria-current')).toBe('true')
  await picture(page, 'sign-in-language')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor()
  await expect.poll(() => language(page)).toBe('de')
  expect(page.url()).toContain('/sign-in?next=/account/security')
  await expect.poll(() => page.getByLabel('E-Mail oder Benutzername').inputValue()).toBe('elin_s')
  await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(false)
  await expect.poll(() => page.getByLabel('Passwort', { exact: true }).inputValue()).toBe('')
  await expectAccessible(page)
  await expect.poll(() => page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(PASSWORD)
  for (const path of ['/sign-up', '/forgot-password', '/reset-password', '/invitations/x?secret=y']) {
    await page.goto(path)
    await expect.poll(() => language(page)).toBe('de')
    await page.getByRole('navigation', { name: 'Sprache' }).waitFor()
  }
})

test('the switch of the checkout keeps the form apart from the card, and the buyer gets a German confirmation', async ({ page }) => {
  const server = runningServer(inject('baseUrl'))
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await page.goto(`/checkout/${checkout.secret}`)
  await page.getByLabel('E-mail').fill('sanne@visserbouw.example')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('Name on card').fill('Sanne Visser')
  await page.getByLabel('Country').selectOption('Netherlands')
  await picture(page, 'checkout-language')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByLabel('Kartennummer').waitFor()
  await expect.poll(() => page.getByLabel('Land').inputValue()).toBe('NL')
  await expect.poll(() => page.getByLabel('E-Mail').inputValue()).toBe('sanne@visserbouw.example')
  await expect.poll(() => page.getByLabel('Kartennummer').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Ausfüllen' }).click()
  await page.getByRole('button', { name: /bezahlen/i }).click()
  await page.waitForURL('**/confirmation')
  await page.getByRole('navigation', { name: 'Sprache' }).waitFor()
  await expectAccessible(page)
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  expect(order.locale).toBe('de')
})

test('a buyer has eight languages, and a user the two of the whole product', async ({ page }) => {
  const server = runningServer(inject('baseUrl'))
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await page.goto(`/checkout/${checkout.secret}`)
  const offered = page.getByRole('navigation', { name: 'Language' }).getByRole('button')
  await offered.first().waitFor()
  await expect.poll(() => offered.allInnerTexts()).toEqual(Object.values(languages).map(({ name }) => name))
  await page.getByRole('button', { name: 'Polski' }).click()
  // "E-mail" is a label of the English page too: what is filled in there would be lost as the page loads again.
  await page.getByRole('button', { name: 'Wypełnij' }).waitFor()
  await expect.poll(() => language(page)).toBe('pl')
  await page.getByLabel('E-mail').fill('sanne@visserbouw.example')
  await page.getByRole('button', { name: 'Wypełnij' }).click()
  await page.getByLabel('Imię i nazwisko na karcie').fill('Sanne Visser')
  await page.getByLabel('Kraj').selectOption('NL')
  await picture(page, 'checkout-polish')
  await page.getByRole('button', { name: /^Zapłać/ }).click()
  await page.waitForURL('**/confirmation')
  await page.getByRole('heading', { name: /jest Twoje/ }).waitFor()
  await expectAccessible(page)
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  expect(order.locale).toBe('pl')
  await page.goto(`/portal/${merchant.slug}`)
  await page.getByLabel('E-mail').waitFor()
  await expect.poll(() => language(page)).toBe('pl')
  await page.goto('/sign-in')
  await expect.poll(() => language(page)).toBe('en')
  await offered.first().waitFor()
  await expect.poll(() => offered.allInnerTexts()).toEqual(offeredLanguages.map((code) => languages[code].name))
})
