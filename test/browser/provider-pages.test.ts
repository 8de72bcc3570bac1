// The pages for sign-in by providers: buttons, errors and linked accounts. No provider is contacted; the social tests cover the whole flow.
import { sql } from 'kysely'
import type { Page, Route } from 'playwright-core'
import { expect, inject } from 'vitest'
import { providerIds } from '#identity/providers/model.ts'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { expectAccessible, forgetCookies, picture, test } from '#test/support/browser.ts'
import { linkTo } from '#test/support/emails.ts'
import { type OwnServer, withOwnServer } from './own-server.ts'

const DAY = 86_400
/** The cumulative layout shift since the page opened, without input. */
const LAYOUT_SHIFT = `new Promise((done) => {
  let shift = 0
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value })
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done(shift), 100)
})`

const settingsOf = (ids: readonly string[]) =>
  Object.fromEntries(
    ids.flatMap((id) => [
      [`${id.toUpperCase()}_CLIENT_ID`, `the client at ${id}`],
      [`${id.toUpperCase()}_CLIENT_SECRET`, 'a secret of the tests'],
    ]),
  )
const three = settingsOf(['github', 'microsoft', 'google'])

/** Inserts linked provider accounts of the user, as a provider callback would. */
async function linkAccounts({ server, email }: OwnServer, accounts: Readonly<Record<string, string>>): Promise<void> {
  for (const [provider, scope] of Object.entries(accounts)) {
    await sql`
      insert into accounts (id, user_id, provider_id, account_id, scope, created_at, updated_at)
      select gen_random_uuid(), id, ${provider}, ${`${id()}`}, ${scope}, ${server.clock.now()}, ${server.clock.now()}
      from users where email = ${email}`.execute(server.platform.database.db)
  }
}
let last = 583_230
const id = () => (last += 1)

/** Simulates a provider where the user cancels; collects the authorization requests. */
async function cancelAtProvider(page: Page, host: string, { url }: OwnServer): Promise<URL[]> {
  const requests: URL[] = []
  await page.context().route(`https://${host}/**`, (route) => {
    const request = new URL(route.request().url())
    requests.push(request)
    const callback = new URLSearchParams({ error: 'access_denied', state: request.searchParams.get('state') ?? '' })
    const provider = /callback\/(\w+)/.exec(request.searchParams.get('redirect_uri') ?? '')?.[1]
    return route.fulfill({ status: 302, headers: { location: `${url}/api/auth/callback/${provider}?${callback}` } })
  })
  return requests
}

test('without configured providers only the form shows', async ({ page }) => {
  for (const path of ['/sign-in', '/sign-up']) {
    await page.goto(path)
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /Continue with/ }).count()).toBe(0)
    await expect.poll(() => page.getByText('or', { exact: true }).count()).toBe(0)
  }
})

test('providers show above the form without a layout shift; the last used provider comes first, a failed one does not', async ({
  page,
}) => {
  await withOwnServer(page, three, async (own) => {
    const { url } = own
    const requests = await cancelAtProvider(page, 'github.com', own)
    await forgetCookies(page.context())
    await page.goto(`${url}/sign-in?next=/dashboard/acme`)
    const buttons = page.getByRole('button', { name: /^Continue with/ })
    await buttons.first().waitFor()
    // Loading the font shifts the text minimally; a late button would shift a tenth of the page.
    await expect.poll(() => page.evaluate(LAYOUT_SHIFT)).toBeLessThan(0.01)
    await expect.poll(() => buttons.allInnerTexts()).toEqual(['Continue with GitHub', 'Continue with Microsoft', 'Continue with Google'])

    await page
      .context()
      .route('https://login.microsoftonline.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Microsoft' }))
    await buttons.nth(1).click()
    await page.waitForURL(/microsoftonline/)
    await page.goBack()
    await buttons.first().waitFor()
    await expect.poll(() => buttons.first().textContent()).toMatch(/Continue with Microsoft Last used$/)
    await expect.poll(() => buttons.first().getAttribute('aria-busy')).toBeNull()
    await expectAccessible(page)
    await picture(page, 'sign-in-providers')

    await page.getByRole('button', { name: 'Continue with GitHub' }).click()
    await page.getByText('GitHub didn’t sign you in: you cancelled').waitFor()
    expect(requests).toHaveLength(1)
    await expectAccessible(page)
    await picture(page, 'provider-error')
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await page.waitForURL(`${url}/sign-in?next=%2Fdashboard%2Facme`)
    await buttons.first().waitFor()
    await expect.poll(() => page.getByText('Last used').count()).toBe(0)
  })
})

test('sign-up by a provider requests sign-up, and leads new users to the welcome page', async ({ page }) => {
  await withOwnServer(page, three, async (own) => {
    await cancelAtProvider(page, 'github.com', own)
    await forgetCookies(page.context())
    await page.goto(`${own.url}/sign-up`)
    const request = page.waitForRequest('**/api/auth/sign-in/social')
    await page.getByRole('button', { name: 'Continue with GitHub' }).click()
    expect((await request).postDataJSON()).toEqual({
      provider: 'github',
      callbackURL: `${own.url}/dashboard`,
      newUserCallbackURL: '/welcome',
      errorCallbackURL: '/error?provider=github&from=sign-up',
      requestSignUp: true,
    })
    await page.getByRole('link', { name: 'Sign in another way' }).click()
    await page.waitForURL(`${own.url}/sign-up`)
    // With `next`, a new user goes there instead of to the welcome page.
    await page.goto(`${own.url}/sign-up?next=/invitations/7`)
    const invited = page.waitForRequest('**/api/auth/sign-in/social')
    await page.getByRole('button', { name: 'Continue with GitHub' }).click()
    const next = { callbackURL: `${own.url}/invitations/7`, newUserCallbackURL: '/invitations/7' }
    expect((await invited).postDataJSON()).toMatchObject(next)
    await page.getByRole('link', { name: 'Sign in another way' }).click()
    await page.waitForURL(`${own.url}/sign-up?next=%2Finvitations%2F7`)
    await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
    await page.waitForLoadState('networkidle')
  })
})

const OPTIONS = '**/api/auth/options'
const offering = (...providers: { id: string; name: string; signUp: boolean }[]) => ({
  providers,
  password: { signIn: true, signUp: true, reset: true, minimumLength: 8, maximumLength: 128 },
  username: { minimumLength: 3, maximumLength: 30 },
})
const github = { id: 'github', name: 'GitHub', signUp: false }

test('the sign-in form works before the options are loaded, and late providers cause no layout shift', async ({ page }) => {
  const email = uniqueEmail()
  const data = { name: 'Elin Sandberg', email, password: PASSWORD }
  await page.request.post('/api/auth/sign-up/email', { data, headers: { origin: inject('baseUrl') } })
  await forgetCookies(page.context())
  const waiting: Route[] = []
  await page.route(OPTIONS, (route) => void waiting.push(route))
  await page.goto('/sign-in')
  const name = page.getByLabel('E-mail or username')
  await name.fill(email)
  const before = await name.boundingBox()
  await waiting[0]?.fulfill({ json: offering(github) })
  await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
  await expect.poll(() => name.boundingBox()).toEqual(before)
  await picture(page, 'sign-in-late-providers')
  await page.reload()
  await name.fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/welcome$/)
})

test('length limits come from the settings, and disabled features are not offered', async ({ page }) => {
  const off = { RESET_PASSWORD_DISABLED: 'true', GITHUB_DISABLE_SIGN_UP: 'true' }
  await withOwnServer(page, { ...three, ...off, MIN_PASSWORD_LENGTH: '12', MIN_USERNAME_LENGTH: '4' }, async ({ url }) => {
    await page.goto(`${url}/account/profile`)
    await page.getByText('4–30 characters: letters, numbers, dots and underscores.').waitFor()
    await page.goto(`${url}/reset-password?token=aaaaaaaaaaaaaaaaaaaaaaaa`)
    await page.getByText('At least 12 characters').waitFor()
    await page.getByRole('textbox', { name: 'New password' }).fill('eleven char')
    await page.keyboard.press('Enter')
    await page.getByText('Use at least 12 characters.').waitFor()
    await page.goto(`${url}/forgot-password`)
    await page.getByRole('heading', { name: 'Password reset is turned off' }).waitFor()
    await picture(page, 'forgot-password-closed')
    await forgetCookies(page.context())
    await page.goto(`${url}/sign-in`)
    await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Forgot password?' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Continue with GitHub' }).count()).toBe(0)
  })
})

test('with passwords disabled only providers show, and with sign-up disabled the sign-up page says so', async ({ page }) => {
  const options = offering(github)
  Object.assign(options.password, { signIn: false, signUp: false, reset: false })
  await page.route(OPTIONS, (route) => route.fulfill({ json: options }))
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
  await expect.poll(() => page.getByRole('textbox').or(page.getByRole('link')).count()).toBe(0)
  await picture(page, 'sign-in-providers-alone')
  await page.goto('/sign-up')
  await page.getByRole('heading', { name: 'Sign-up is closed' }).waitFor()
  await picture(page, 'sign-up-closed')
})

test('of eighteen providers three show and a button reveals the others; a failed redirect shows an error', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  const all = { ...settingsOf(providerIds), GITLAB_ISSUER: 'https://gitlab.com' }
  await withOwnServer(page, all, async ({ url }) => {
    await forgetCookies(context)
    await page.goto(`${url}/sign-up`)
    const buttons = page.getByRole('button', { name: /^Continue with/ })
    await buttons.first().waitFor()
    await expect.poll(() => buttons.count()).toBe(3)
    await picture(page, 'sign-up-providers')
    await page.getByRole('button', { name: 'More options' }).click()
    await expect.poll(() => buttons.count()).toBe(providerIds.length)
    await expectAccessible(page)
    await picture(page, 'sign-up-all-providers')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Continue with Zoom' }).click()
    await page.getByRole('alert').getByText('we couldn’t open Zoom').waitFor()
    await expectAccessible(page)
  })
})

test('an account that is not linked shows how to link it, and ignores an unknown provider name in the URL', async ({ page }) => {
  await page.goto('/error?provider=github&next=%2Fdashboard%2Facme&error=account_not_linked')
  await page.waitForURL(/\/link-account\?provider=github/)
  await page.getByRole('heading', { name: 'You already have an account' }).waitFor()
  await page.getByText('Under “Connections”, link GitHub.').waitFor()
  await expectAccessible(page)
  await picture(page, 'link-account')
  await page.goto('/link-account?provider=Evil%20Bank')
  await page.getByText('Under “Connections”, link the service.').waitFor()
  await expect.poll(() => page.getByText('Evil').count()).toBe(0)
  await page.getByRole('link', { name: 'Sign in and link' }).click()
  await page.waitForURL(/\/sign-in\?next=%2Faccount%2Fconnections$/)
})

test('linked accounts show their permissions; unlinking needs a confirmation, and a failed link shows an error', async ({ page }) => {
  await withOwnServer(page, three, async (own) => {
    await linkAccounts(own, { github: 'read:user,user:email,gist', roblox: 'openid,profile' })
    await cancelAtProvider(page, 'login.microsoftonline.com', own)
    await page.goto(`${own.url}/account/connections`)
    await page.getByText('Can read your profile and e-mail address').waitFor()
    await page.getByText('gist', { exact: true }).waitFor()
    await page.getByText('No longer available on this site').waitFor()
    await expectAccessible(page)
    await picture(page, 'account-connections')

    await page.getByRole('button', { name: 'Link Microsoft' }).click()
    await page.getByRole('alert').getByText('You cancelled at Microsoft.').waitFor()
    await page.waitForURL(`${own.url}/account/connections`)

    await page.getByRole('button', { name: 'Unlink GitHub' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You can still sign in with: your password.').waitFor()
    await expectAccessible(page)
    await picture(page, 'account-unlink')
    await dialog.getByRole('button', { name: 'Unlink GitHub' }).click()
    await page.getByText('GitHub unlinked').waitFor()
    await page.getByRole('button', { name: 'Link GitHub' }).waitFor()
    await page.goto(`${own.url}/account/security`)
    await page.getByText('GitHub was unlinked').waitFor()
  })
})

test('a stale session must reauthenticate before unlinking', async ({ page, pageErrors }) => {
  pageErrors.allow(/403/)
  await withOwnServer(page, three, async (own) => {
    await linkAccounts(own, { github: 'read:user' })
    own.server.clock.advance(2 * DAY)
    await page.goto(`${own.url}/account/connections`)
    await page.getByRole('button', { name: 'Unlink GitHub' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink GitHub' }).click()
    await page.getByRole('dialog').getByText('Confirm it’s you').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Unlink GitHub?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink GitHub' }).click()
    await page.getByText('GitHub unlinked').waitFor()
  })
})

test('a stale session must reauthenticate before linking, and then goes on to the provider', async ({ page, pageErrors }) => {
  pageErrors.allow(/403/)
  await withOwnServer(page, three, async (own) => {
    const requests = await cancelAtProvider(page, 'login.microsoftonline.com', own)
    own.server.clock.advance(2 * DAY)
    await page.goto(`${own.url}/account/connections`)
    await page.getByRole('button', { name: 'Link Microsoft' }).click()
    await page.getByRole('dialog').getByText('Confirm it’s you').waitFor()
    expect(requests).toHaveLength(0)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('You cancelled at Microsoft.').waitFor()
    expect(requests).toHaveLength(1)
  })
})

test('the last sign-in method cannot be unlinked until a password is set; a provider that is no longer configured does not count', async ({
  page,
}) => {
  await withOwnServer(page, three, async (own) => {
    const { server, email, url } = own
    await sql`delete from accounts where user_id = (select id from users where email = ${email})`.execute(server.platform.database.db)
    await linkAccounts(own, { github: 'read:user', roblox: 'openid' })
    await page.goto(`${url}/account/connections`)
    await page.getByRole('button', { name: 'Unlink GitHub' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('GitHub is your only sign-in method').waitFor()
    await expectAccessible(page)
    await picture(page, 'account-last-sign-in-method')
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await dialog.getByText(`We sent a link to ${email}.`).waitFor()
    expect(await linkTo(server, email, 'reset-password')).toContain('/reset-password/')
  })
})
