// The account pages: profile, email, password, sessions and deletion.
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { expectAccessible, forgetCookies, picture, test } from '#test/support/browser.ts'
import { linkTo } from '#test/support/emails.ts'
import { withOwnServer } from './own-server.ts'

const DAY = 86_400
const NEW_PASSWORD = 'a lighthouse in the fog'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
/** Draws a picture of 300 by 200 pixels. */
const DRAWING =
  'const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 200 }); const brush = canvas.getContext("2d"); brush.fillStyle = "teal"; brush.fillRect(0, 0, 300, 200); canvas.toDataURL("image/png")'

const origin = () => ({ origin: inject('baseUrl') })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function signUp(page: Page, email = uniqueEmail()): Promise<string> {
  const data = { name: 'Elin Sandberg', email, password: PASSWORD }
  expect((await page.request.post('/api/auth/sign-up/email', { data, headers: origin() })).status()).toBe(200)
  return email
}

async function signIn(page: Page, email: string, password: string): Promise<number> {
  const response = await page.request.post('/api/auth/sign-in/email', { data: { email, password }, headers: origin() })
  return response.status()
}

/** Waits for an email with a link to the API path `part`, other than `earlier`, and returns the link. */
async function mailedLink(page: Page, email: string, { part, earlier = '' }: { part: string; earlier?: string }): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const { items } = await (await page.request.get('/dev/mail/messages')).json()
      for (const { id, to } of items) {
        if (to !== email) continue
        const { text } = await (await page.request.get(`/dev/mail/messages/${id}`)).json()
        link = new RegExp(`https?://[^/\\s]+(/api/auth/${part}\\S+)`).exec(text)?.[1] ?? ''
        if (link !== '' && link !== earlier) return true
      }
      return false
    })
    .toBe(true)
  return link
}

test('a user changes name, user name and picture, opens the account from menu and palette, and signs in with the user name', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/422/)
  const email = await signUp(page)
  const slug = newSlug()
  await page.request.post('/api/auth/organization/create', { data: { name: 'Northwind Tools', slug }, headers: origin() })
  await page.goto(`/dashboard/${slug}`)
  await page.getByRole('button', { name: /Elin Sandberg/ }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await heading(page, 'Profile').waitFor()
  await page.getByRole('link', { name: 'Back to Northwind Tools' }).waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Elin S. Sandberg')
  await page.getByRole('textbox', { name: 'Username' }).fill('x')
  const drawing = await page.evaluate<string>(DRAWING)
  const buffer = Buffer.from(drawing.slice(drawing.indexOf(',') + 1), 'base64')
  await page.getByLabel('Picture').setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await page.getByText('This file can’t be read as a picture.').waitFor()
  await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByText('Unsaved: Name, Picture and Username').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('This username is too short.').waitFor()
  await expectAccessible(page)
  await picture(page, 'account-profile')
  const username = `Elin_${email.slice(0, 8)}`
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByRole('button', { name: /Save/ }).click()
  await page.getByText('Profile saved').waitFor()
  await page.getByText('Unsaved').waitFor({ state: 'hidden' })
  const { user } = await (await page.request.get('/api/auth/get-session')).json()
  expect(user).toMatchObject({ name: 'Elin S. Sandberg', username: username.toLowerCase(), displayUsername: username })
  expect(user.image).toMatch(/\/pictures\/[0-9a-f]{64}\.webp$/)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('devices')
  await page.getByRole('option', { name: /Sessions/ }).waitFor()
  await page.keyboard.press('Enter')
  await heading(page, 'Sessions').waitFor()
  await page.getByRole('button', { name: /Elin S. Sandberg/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await heading(page, 'You’re signed out').waitFor()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.getByLabel('E-mail or username').fill(username.toUpperCase())
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(slug))
})

test('a password change requires the current password and appears in the activity', async ({ page, context, pageErrors }) => {
  pageErrors.allow(/400|401/)
  const email = await signUp(page)
  await page.goto('/account/security')
  await page.getByText('You created this account').waitFor()
  await page.getByRole('button', { name: 'Change' }).click()
  const save = page.getByRole('dialog').getByRole('button', { name: 'Change password' })
  await save.waitFor()
  await page.keyboard.type('not the password')
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('The password is wrong.').waitFor()
  await expectAccessible(page)
  await picture(page, 'account-password')
  await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await save.click()
  await page.getByText('Password changed and all other devices signed out').waitFor()
  await page.getByText('Your password was changed', { exact: true }).waitFor()
  await page.getByText('Your password wasn’t changed: the current one was wrong').waitFor()
  await expectAccessible(page)
  await picture(page, 'account-security')
  await forgetCookies(context)
  expect(await signIn(page, email, PASSWORD)).toBe(401)
  expect(await signIn(page, email, NEW_PASSWORD)).toBe(200)
})

test('sessions are listed by browser and revoked one by one or all at once, which signs the other browser out', async ({
  page,
  context,
}) => {
  const email = await signUp(page)
  const phone = await context.browser()?.newContext({ baseURL: inject('baseUrl'), userAgent: PHONE, locale: 'en-GB' })
  if (phone === undefined) throw new Error('There is no second browser.')
  try {
    const other = await phone.newPage()
    expect(await signIn(other, email, PASSWORD)).toBe(200)
    await other.goto('/account/sessions')
    await other.getByRole('button', { name: 'Sign out 1 other' }).waitFor()
    await page.goto('/account/sessions')
    await page.getByText('Safari on iOS').waitFor()
    await page.getByText('This browser').waitFor()
    await expectAccessible(page)
    await picture(page, 'account-sessions')
    await page.getByRole('button', { name: 'Sign out Safari on iOS' }).click()
    await page.getByText('No other sessions.').waitFor()
    await other.reload()
    await other.waitForURL(/\/sign-in\?next=/)
    expect(await signIn(other, email, PASSWORD)).toBe(200)
    await page.reload()
    await page.getByRole('button', { name: 'Sign out 1 other' }).click()
    await page.getByRole('dialog').getByText('1 browser will be signed out immediately.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out the others' }).click()
    await page.getByText('Signed out everywhere else').waitFor()
    expect(await (await other.request.get('/api/auth/get-session')).json()).toBeNull()
  } finally {
    await phone.close()
  }
})

test('an unverified email changes immediately, a verified email by a link to the old one', async ({ page, pageErrors }) => {
  pageErrors.allow(/400/)
  await signUp(page)
  const second = uniqueEmail()
  const third = uniqueEmail()
  await page.goto('/account/email')
  await page.getByText('Not confirmed', { exact: true }).waitFor()
  await expectAccessible(page)
  await picture(page, 'account-email')
  await page.getByLabel('New e-mail address').fill('elin@')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a valid e-mail address.').waitFor()
  await page.getByLabel('New e-mail address').fill(second)
  await page.keyboard.press('Enter')
  await page.getByText(`Your e-mail address is now ${second}.`).waitFor()
  const first = await mailedLink(page, second, { part: 'verify-email' })
  await page.goto(first)
  await page.waitForURL(/\/account\/email$/)
  await page.getByText('Confirmed', { exact: true }).waitFor()
  await page.getByLabel('New e-mail address').fill(third)
  await page.keyboard.press('Enter')
  await page.getByText(`Check the inbox of ${second}`).waitFor()
  await page.goto(await mailedLink(page, second, { part: 'verify-email', earlier: first }))
  await page.getByText(third).waitFor()
  await page.getByText('Not confirmed', { exact: true }).waitFor()
  await page.goto('/account/email?error=unauthorized')
  await page.getByRole('alert').getByText('This link belongs to another account').waitFor()
})

test('an account is deleted after its email and password are typed', async ({ page, pageErrors }) => {
  pageErrors.allow(/400|401/)
  const email = await signUp(page)
  await page.goto('/account/danger')
  await page.getByRole('button', { name: 'Delete account…' }).waitFor()
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const confirm = page.getByRole('button', { name: 'Permanently delete account' })
  await confirm.click()
  await page.getByText(`That doesn’t match. Type ${email}.`).waitFor()
  await page.keyboard.type(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await confirm.click()
  await page.getByText('The password is wrong.').waitFor()
  await expectAccessible(page)
  await picture(page, 'account-delete')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await heading(page, 'Your account is deleted').waitFor()
  expect(await signIn(page, email, PASSWORD)).toBe(401)
})

test('with deletion by email the link deletes the account', async ({ page }) => {
  await withOwnServer(page, { DELETE_USER_VERIFICATION: 'true' }, async ({ server, url, email }) => {
    await page.goto(`${url}/account/danger`)
    await page.getByRole('button', { name: 'Delete account…' }).click()
    await page.getByLabel(`Type ${email} to confirm`).fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText(`We sent a link to ${email}.`).waitFor()
    await page.goto(url + (await linkTo(server, email, 'delete-account')))
    await heading(page, 'Your account is deleted').waitFor()
  })
})

test('a user without a password gets a link to set one, and signs in again before a stale session may delete the account', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/400/)
  await withOwnServer(page, {}, async ({ server, url, email }) => {
    const { db } = server.platform.database
    await sql`delete from accounts where user_id = (select id from users where email = ${email})`.execute(db)
    await page.goto(`${url}/account/security`)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('button', { name: /^Send again in/ }).waitFor()
    expect(await linkTo(server, email, 'reset-password')).toContain('/reset-password/')
    server.clock.advance(2 * DAY)
    await page.goto(`${url}/account/danger`)
    await page.getByRole('button', { name: 'Delete account…' }).click()
    await page.getByLabel(`Type ${email} to confirm`).fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Confirm it’s you').waitFor()
    await page.getByRole('button', { name: 'Sign out and sign in again' }).click()
    await page.waitForURL(/\/sign-in\?next=%2Faccount%2Fdanger/)
  })
})
