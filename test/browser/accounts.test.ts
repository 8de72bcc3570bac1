import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { LANGUAGE_COOKIE } from '#kernel/language/languages.ts'
import { anOrganization, uniqueEmail } from '#test/support/a-user.ts'
import { expectAccessible, expectNoOverflow, forgetCookies, picture, test } from '#test/support/browser.ts'
import { withOwnServer } from './own-server.ts'

const PASSWORD = 'correct horse battery'

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('Name').fill('Elin Sandberg')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/welcome/)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function nameOrganization(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox').first().fill(name)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard\/./)
  // The URL changes while the previous page is still shown.
  await page.getByRole('link', { name: 'Products' }).first().waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('a user signs up, names an organization, signs out, and signs in again', async ({ page }) => {
  const email = uniqueEmail()
  await signUp(page, email)
  await expectAccessible(page)
  await picture(page, 'welcome')
  await nameOrganization(page, `Northwind ${email.slice(0, 6)}`)
  const dashboard = page.url()
  await page.getByRole('button', { name: /Elin Sandberg/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/\/signed-out/)
  await page.goto(dashboard)
  await page.waitForURL(/\/sign-in\?/)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(dashboard)
})

test('an invited user with a verified email is offered to join first; a postponed invitation stays open', async ({ page }) => {
  await withOwnServer(page, {}, async ({ server, url, email }) => {
    const [first, second] = [await anOrganization(server), await anOrganization(server)]
    for (const { owner } of [first, second]) {
      server.clock.advance(1)
      await owner.request('POST', '/api/auth/organization/invite-member', { body: { email, role: 'admin' } })
    }
    await sql`update users set is_email_verified = true where email = ${email}`.execute(server.platform.database.db)
    await page.goto(`${url}/dashboard`)
    await page.getByRole('heading', { name: 'You’re invited' }).waitFor()
    await page.getByText(`${second.owner.email} invited you as an admin.`).waitFor()
    await expectAccessible(page)
    await picture(page, 'welcome-invited')
    for (const remaining of [1, 0]) {
      await page
        .getByRole('button', { name: /^Not now/ })
        .first()
        .click()
      await expect.poll(() => page.getByRole('button', { name: /^Join/ }).count()).toBe(remaining)
    }
    await page.getByRole('heading', { name: 'Create your first organization' }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("autocomplete")')).toBe('organization')
    await page.reload()
    await page.getByRole('button', { name: 'Join' }).first().click()
    await page.waitForURL(`${url}/dashboard/${second.slug}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`${url}/welcome`)
    await page.getByText(`${first.owner.email} invited you as an admin.`).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Join/ }).count()).toBe(1)
  })
})

test('where users can create no organization, a new user waits for an invitation and joins by it', async ({ page }) => {
  await withOwnServer(page, { ORGANIZATION_CREATION_DISABLED: 'true' }, async ({ server, url, email }) => {
    await page.goto(`${url}/dashboard`)
    await page.getByRole('heading', { name: 'Wait for an invitation' }).waitFor()
    await expect.poll(() => page.getByRole('textbox').count()).toBe(0)
    await page.getByRole('link', { name: 'Confirm e-mail address' }).waitFor()
    await sql`update users set is_email_verified = true where email = ${email}`.execute(server.platform.database.db)
    await page.reload()
    await page.getByText(`No invitations for ${email} yet`).waitFor()
    await expectAccessible(page)
    await picture(page, 'welcome-no-creation')
    // An organization that was created before creation was disabled.
    Object.assign(server.platform.settings, { ORGANIZATION_CREATION_DISABLED: false })
    const { owner, slug } = await anOrganization(server)
    Object.assign(server.platform.settings, { ORGANIZATION_CREATION_DISABLED: true })
    await owner.request('POST', '/api/auth/organization/invite-member', { body: { email, role: 'admin' } })
    await page.getByRole('button', { name: 'Check for invitations' }).click()
    await page.getByRole('heading', { name: 'You’re invited' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Not now/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.waitForURL(`${url}/dashboard/${slug}`)
    await page.goto(`${url}/welcome`)
    await page.getByRole('link', { name: /^Open / }).click()
    await page.waitForURL(`${url}/dashboard/${slug}`)
    await page.waitForLoadState('networkidle')
  })
})

test('a user with as many organizations as allowed is told so instead of shown a form that is refused', async ({ page }) => {
  await withOwnServer(page, { ORGANIZATION_LIMIT: '1' }, async ({ url }) => {
    await page.goto(`${url}/welcome`)
    await page.getByRole('heading', { name: 'Create your first organization' }).waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Northwind Tools')
    await page.getByText(`Your dashboard will be at ${url}/dashboard/northwind-tools. Available`).waitFor()
    await nameOrganization(page, 'Northwind Tools')
    await page.goto(`${url}/welcome`)
    await page.getByRole('heading', { name: 'No more organizations' }).waitFor()
    await page.getByText('You’re already a member of 1 organization').waitFor()
    await expect.poll(() => page.getByRole('textbox').count()).toBe(0)
    await page.getByRole('link', { name: 'Open Northwind Tools' }).click()
    await page.waitForURL(`${url}/dashboard/northwind-tools`)
    await page.waitForLoadState('networkidle')
  })
})

test('a failed sign-in shows the error, preserves the input, and focuses the first invalid field', async ({ page, pageErrors }) => {
  pageErrors.allow(/401/)
  await page.goto('/sign-in')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'sign-in')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("name")')).toBe('name')
  const email = uniqueEmail()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('Wrong e-mail or password.').waitFor()
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(email)
  await expectAccessible(page)
})

test.for([
  ['/reset-password?token=nonsense', 'This link is no longer valid'],
  ['/verify-email?token=abc', 'This link isn’t valid'],
  ['/verify-email?token=eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl', 'This link isn’t valid'],
] as const)('%s cannot be a link that was mailed, and says so', async ([href, title], { page }) => {
  await page.goto(href)
  await page.getByRole('heading', { name: title }).waitFor()
  await expect.poll(() => page.getByLabel('New password').count()).toBe(0)
})

test('sign-up shows all faults at once, where it leads, the terms, and how strong the password is while it is typed', async ({ page }) => {
  const settings = { TERMS_URL: 'https://northwind.example/terms', PRIVACY_URL: 'https://northwind.example/privacy' }
  await withOwnServer(page, settings, async ({ url }) => {
    await forgetCookies(page.context())
    await page.goto(`${url}/sign-up?next=/dashboard/northwind/orders`)
    await page.getByText('Continue to northwind.').waitFor()
    await page.getByLabel('E-mail').fill('nonsense')
    const password = page.getByRole('textbox', { name: 'Password' })
    await password.fill('harv')
    await page.keyboard.press('Enter')
    for (const fault of ['Enter your name.', 'Enter a valid e-mail address.', 'Use at least 8 characters.'])
      await page.getByText(fault).waitFor()
    await password.fill('harve')
    await page.getByText('3 more characters').waitFor()
    await password.fill('Harvest19')
    await page.getByText('Fair: longer is safer').waitFor()
    await expectAccessible(page)
    await password.fill(PASSWORD)
    await page.getByText('Strong', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe(settings.TERMS_URL)
    await expect.poll(() => page.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe(settings.PRIVACY_URL)
    await picture(page, 'sign-up-strength')
    await page.waitForLoadState('networkidle')
  })
})

test('sign-up with a registered email shows an error at the form', async ({ page, context, pageErrors }) => {
  pageErrors.allow(/422/)
  const email = uniqueEmail()
  await signUp(page, email)
  await forgetCookies(context)
  await page.goto('/sign-up')
  await page.getByLabel('Name').waitFor()
  await expectAccessible(page)
  await picture(page, 'sign-up')
  await page.getByLabel('Name').fill('Another User')
  await page.getByLabel('E-mail').fill(email.toUpperCase())
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('An account with this e-mail address already exists.').first().waitFor()
})

test('an unknown URL shows a not-found page inside and outside the dashboard', async ({ page, pageErrors }) => {
  pageErrors.allow(/404/)
  await page.goto('/no-such-page')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'not-found')
  await signUp(page, uniqueEmail())
  await nameOrganization(page, `Lost ${Date.now()}`)
  await page.goto(`${page.url()}/no-such-screen`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectNoOverflow(page)
})

test('the command palette and shortcuts navigate by keyboard, and the shortcut sheet opens', async ({ page }) => {
  await signUp(page, uniqueEmail())
  await nameOrganization(page, `Keys ${Date.now()}`)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('produ')
  await page.getByRole('option', { name: /Products/ }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/products/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.waitForURL(/\/orders/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('the command palette finds a page by a German word when the page is in German', async ({ page, context }) => {
  await signUp(page, uniqueEmail())
  await nameOrganization(page, `Wörter ${Date.now()}`)
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: page.url() }])
  await page.reload()
  // The shortcut works as soon as the dashboard is on the screen.
  await page.getByRole('heading', { level: 1 }).waitFor()
  const finds = async (word: string, title: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(word)
    await page.getByRole('option', { name: new RegExp(`^${title}`) }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'hidden' })
  }
  await finds('Zustellungen', 'Webhooks')
  await finds('Berechtigungen', 'Rollen')
  await finds('Kennwort', 'Sicherheit')
})

test('a page that cannot reach the server shows an error and retries', async ({ page, context, pageErrors }) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)|ScreenUnreached|No connection/)
  await signUp(page, uniqueEmail())
  await nameOrganization(page, `Offline ${Date.now()}`)
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('alert').first().waitFor()
  await expectAccessible(page)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByRole('alert').first().waitFor({ state: 'hidden' })
})
