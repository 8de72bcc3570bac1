// Account flows by email: password reset, email verification, and pages for invalid links.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { expectAccessible, forgetCookies, picture, test } from '#test/support/browser.ts'
import { emailTo, linkIn } from '#test/support/emails.ts'
import { withServer } from './own-server.ts'

const NEW_PASSWORD = 'a lighthouse in the fog'
const HOUR = 3600

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const focusedName = (page: Page) => page.evaluate<string | null>('document.activeElement.getAttribute("name")')

async function signUp(page: Page, email = uniqueEmail()): Promise<string> {
  const headers = { origin: inject('baseUrl') }
  const response = await page.request.post('/api/auth/sign-up/email', {
    data: { name: 'Elin Sandberg', email, password: PASSWORD },
    headers,
  })
  expect(response.status()).toBe(200)
  return email
}

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('E-mail or username').fill(name)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
}

test('a password reset link sets a new password and works once', async ({ page, context, pageErrors }) => {
  pageErrors.allow(/400|sandboxed/)
  const email = await signUp(page, `somebody.with.quite.a.long.address.${uniqueEmail()}`)
  await forgetCookies(context)
  await page.goto('/sign-in')
  await page.getByLabel('E-mail or username').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await heading(page, 'Forgot your password?').waitFor()
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(email)
  await expect.poll(() => focusedName(page)).toBe('email')
  await expectAccessible(page)
  await picture(page, 'forgot-password')
  await page.keyboard.press('Enter')
  await page.getByText(`If ${email} belongs to an account, we sent a reset link there.`).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Send again in/ }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await picture(page, 'forgot-password-sent')

  await expect.poll(async () => (await page.request.get('/dev/mail/messages')).text()).toContain(email)
  await page.goto('/dev/mail')
  await page.getByRole('link', { name: email }).first().click()
  const [reset] = await Promise.all([
    context.waitForEvent('page'),
    page.frameLocator('iframe').getByRole('link').filter({ hasText: 'password' }).first().click(),
  ])
  await heading(reset, 'Choose a new password').waitFor()
  expect(new URL(reset.url()).search).toBe('')
  await expect.poll(() => focusedName(reset)).toBe('password')
  await reset.reload()
  await heading(reset, 'Choose a new password').waitFor()
  await expectAccessible(reset)
  await picture(reset, 'reset-password')
  await reset.getByRole('textbox', { name: 'New password' }).fill('short')
  await reset.keyboard.press('Enter')
  await reset.getByText('Use at least 8 characters.').waitFor()
  await reset.getByRole('textbox', { name: 'New password' }).fill('password123')
  await reset.keyboard.press('Enter')
  await reset.getByText('This password is too common.').waitFor()
  await reset.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await reset.getByRole('button', { name: 'Show password' }).click()
  await expect.poll(() => reset.getByLabel('New password').getAttribute('type')).toBe('text')
  await reset.keyboard.press('Tab')
  await reset.getByRole('button', { name: 'Save password' }).click()
  await heading(reset, 'Password changed').waitFor()
  await reset.getByRole('link', { name: 'Sign in' }).click()
  await signIn(reset, email, NEW_PASSWORD)
  await reset.waitForURL(/\/welcome/)

  await page.bringToFront()
  const [again] = await Promise.all([
    context.waitForEvent('page'),
    page.frameLocator('iframe').getByRole('link').filter({ hasText: 'password' }).first().click(),
  ])
  await heading(again, 'This link is no longer valid').waitFor()
  await picture(again, 'reset-password-used')
  await again.getByRole('link', { name: 'Request a new link' }).click()
  await heading(again, 'Forgot your password?').waitFor()
})

test('a verification link signs the user in; an expired link can be sent again', async ({ page, pageErrors }) => {
  pageErrors.allow(/403/)
  const settings = { REQUIRE_EMAIL_VERIFICATION: 'true', AUTO_SIGN_IN_AFTER_VERIFICATION: 'true' }
  await withServer(page, settings, async (server, url) => {
    const email = uniqueEmail()
    await page.goto(`${url}/sign-up`)
    await page.getByLabel('Name').fill('Elin Sandberg')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await heading(page, 'Check your inbox').waitFor()
    await page.getByText(`We sent a link to ${email}.`).waitFor()
    await expectAccessible(page)
    await picture(page, 'verify-email-sent')
    const first = linkIn(await emailTo(server, email))

    await page.goto(`${url}/sign-in`)
    await signIn(page, email, PASSWORD)
    await page.getByText('Confirm your e-mail address first').waitFor()
    await page.getByRole('link', { name: 'Send me a new link' }).click()
    await heading(page, 'Confirm your e-mail address').waitFor()

    server.clock.advance(2 * HOUR)
    await page.goto(url + first)
    await heading(page, 'This link has expired').waitFor()
    await expectAccessible(page)
    await picture(page, 'verify-email-expired')
    await page.getByLabel('E-mail').fill(email)
    await page.keyboard.press('Enter')
    await heading(page, 'Check your inbox').waitFor()
    await page.goto(url + linkIn(await emailTo(server, email)))
    await heading(page, 'Your e-mail address is confirmed').waitFor()
    await page.getByRole('link', { name: 'Continue' }).waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL(/\/welcome/)
  })
})

test('a rate limited sign-in shows the time to wait and preserves the input', async ({ page, pageErrors }) => {
  pageErrors.allow(/429/)
  await page.goto('/sign-in')
  const headers = { 'retry-after': '42', 'content-type': 'text/plain' }
  await page.route('**/api/auth/sign-in/**', (route) =>
    route.fulfill({ status: 429, headers, body: '{"message":"Too many requests. Please try again later."}' }),
  )
  await signIn(page, 'elin_s', PASSWORD)
  await page.getByText('Too many attempts. Try again in 42 seconds.').waitFor()
  await expect.poll(() => page.getByLabel('E-mail or username').inputValue()).toBe('elin_s')
})

test('error pages explain the failure and link back', async ({ page, context, pageErrors }) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/)
  await page.goto('/error?error=please_restart_the_process')
  await page.getByText('This took too long, or you started it in another browser.').waitFor()
  await expectAccessible(page)
  await picture(page, 'error')
  await page.goto('/error?error=%3Cb%3Eno+such+thing%3C%2Fb%3E')
  await page.getByText('<b>no such thing</b>').waitFor()
  await page.goto('/verify-email?state=verified&error=invalid_token')
  await heading(page, 'This link isn’t valid').waitFor()
  await page.goto('/verify-email?state=verified&error=unauthorized')
  await heading(page, 'This link belongs to another account').waitFor()
  await page.goto('/reset-password')
  await heading(page, 'Open this page from your e-mail').waitFor()
  await page.goto('/signed-out')
  await heading(page, 'You’re signed out').waitFor()
  await page.goto('/goodbye')
  await heading(page, 'Your account is deleted').waitFor()
  await picture(page, 'goodbye')
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill('elin@northwind.example')
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('We can’t reach Guildhall.').waitFor()
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('elin@northwind.example')
})
