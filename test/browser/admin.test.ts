// The admin pages, and all other pages during an impersonation.
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAdministrator } from '#identity/passwords/index.ts'
import { newId } from '#kernel/id.ts'
import { newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import type { TestServer } from '#test/support/server.ts'
import { type OwnServer, withOwnServer } from './own-server.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Makes the signed-in user an administrator, and signs them in again. */
async function becomeAdministrator(page: Page, { server, url, email }: OwnServer): Promise<void> {
  await createAdministrator(server.platform, { email, name: 'Elin Sandberg', password: null, now: server.clock.now() })
  const data = { email, password: PASSWORD }
  expect((await page.request.post(`${url}/api/auth/sign-in/email`, { data, headers: { origin: url } })).status()).toBe(200)
}

interface Merchant {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly slug: string
  readonly cookie: string
}

/** Another user with an organization, signed in in another browser. */
async function aMerchant({ server, url }: OwnServer, name: string): Promise<Merchant> {
  const [email, slug] = [uniqueEmail(), newSlug()]
  const origin = { origin: url }
  const response = await server.request('POST', '/api/auth/sign-up/email', { body: { name, email, password: PASSWORD }, headers: origin })
  const cookie = [...response.cookies.values()].map((line) => line.split(';', 1)[0]).join('; ')
  const body = { name: 'Northwind Tools', slug }
  await server.request('POST', '/api/auth/organization/create', { body, headers: { ...origin, cookie } })
  return { id: response.json.user.id, email, name, slug, cookie }
}

/** Inserts a dead job. */
function insertDeadJob({ platform, clock }: TestServer, kind: string): Promise<unknown> {
  const now = clock.now()
  return platform.database.transaction((tx) =>
    sql`
      insert into jobs (id, kind, payload, run_at, attempts, last_error, dead_at, created_at)
      values (${newId(now)}, ${kind}, '{}'::jsonb, ${now}, 12, 'Error: connect ECONNREFUSED 192.0.2.7:587', ${now}, ${now})`.execute(tx),
  )
}

test('the admin pages are not found for users who are not administrators', async ({ page }) => {
  await withOwnServer(page, {}, async ({ url }) => {
    for (const path of ['/admin', '/admin/users', '/admin/nonsense']) {
      await page.goto(url + path)
      await heading(page, 'Page not found').waitFor()
      await expect.poll(() => page.getByText('Administration').count()).toBe(0)
    }
  })
})

test('an administrator finds a user, bans them with a reason and an end, and lifts the ban', async ({ page }) => {
  await withOwnServer(page, {}, async (own) => {
    const { server, url } = own
    const sanne = await aMerchant(own, 'Sanne Visser')
    await becomeAdministrator(page, own)
    await page.goto(`${url}/welcome`)
    await page.goto(`${url}/account/profile`)
    await page.getByRole('button', { name: /Elin Sandberg/ }).click()
    await page.getByRole('menuitem', { name: 'Administration' }).click()
    await heading(page, 'Health').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await heading(page, 'Users').waitFor()
    await page
      .getByRole('link', { name: /Elin Sandberg/ })
      .first()
      .waitFor()
    await picture(page, 'admin-users')
    await page.keyboard.press('/')
    await page.keyboard.type(sanne.email)
    await page.waitForURL(/query=/)
    await page.getByRole('link', { name: /Sanne Visser/ }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.goto(`${url}/admin/users`)
    await page.getByRole('link', { name: /Sanne Visser/ }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Role' }).click()
    await page.getByRole('button', { name: 'Administrators' }).click()
    await page.getByRole('link', { name: /Sanne Visser/ }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'View', exact: true }).click()
    const options = page.getByRole('dialog', { name: 'View' })
    await options.getByLabel('Name').fill('Staff')
    await page.keyboard.press('Enter')
    await options.getByRole('button', { name: 'Staff', exact: true }).waitFor()
    await page.goto(`${url}/admin/users`)
    await page.getByRole('link', { name: /Sanne Visser/ }).waitFor()
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await options.getByRole('button', { name: 'Staff', exact: true }).click()
    await page.waitForURL(/role=admin/)
    await page.getByRole('link', { name: /Sanne Visser/ }).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: /Elin Sandberg/ }).waitFor()
    await page.goto(`${url}/admin/users?query=${sanne.email}`)
    await page.getByRole('link', { name: /Sanne Visser/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await heading(page, 'Sanne Visser').waitFor()
    await page.getByRole('link', { name: 'Northwind Tools' }).waitFor()
    await page.getByText('Created an organization').waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-user')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Ban…' }).click()
    await page.getByLabel('Reason').fill('Spam in checkouts')
    await page.getByLabel('Duration').selectOption('day')
    await expectAccessible(page)
    await picture(page, 'admin-ban')
    await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
    await page.getByText('Sanne Visser banned').waitFor()
    await page.getByText('Reason: Spam in checkouts').waitFor()
    await picture(page, 'admin-banned')
    expect((await server.request('GET', '/api/auth/get-session', { headers: { cookie: sanne.cookie } })).json).toBeNull()
    await page.getByRole('button', { name: 'Lift ban' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lift ban' }).click()
    await page.getByText('Ban on Sanne Visser lifted').waitFor()
    await page.goto(`${url}/admin/audit?of=${sanne.id}&name=user`)
    await page.getByText('Lifted a ban').waitFor()
    await page.getByText('Sanne Visser', { exact: true }).first().waitFor()
    await picture(page, 'admin-audit')
    await page.getByText('Lifted a ban').click()
    await page.getByRole('dialog').getByText('user.unbanned').waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-audit-entry')
  })
})

test('an impersonation shows a banner on every page, explains its restrictions, and ends where it started', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/400|403|404/)
  await withOwnServer(page, {}, async (own) => {
    const { url } = own
    const sanne = await aMerchant(own, 'Sanne Visser')
    await becomeAdministrator(page, own)
    await page.goto(`${url}/admin/users/${sanne.id}`)
    await page.getByRole('button', { name: 'Impersonate…' }).click()
    await picture(page, 'admin-impersonate')
    await page.getByRole('dialog').getByRole('button', { name: 'Impersonate Sanne Visser' }).click()
    await page.waitForURL(new RegExp(`/dashboard/${sanne.slug}`))
    const banner = page.getByRole('region', { name: 'Impersonation' })
    await banner.getByText(`Elin Sandberg, you’re impersonating Sanne Visser (${sanne.email})`).waitFor()
    await heading(page, 'Overview').waitFor()
    await expectAccessible(page)
    await picture(page, 'impersonated-overview')
    for (const [path, shown] of [
      [`/dashboard/${sanne.slug}/products`, 'Products'],
      ['/welcome', /./],
      ['/account/sessions', 'Sessions'],
      ['/invitations/019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22', /./],
      ['/admin/users', 'Page not found'],
    ] as const) {
      await page.goto(url + path)
      await heading(page, shown).first().waitFor()
      await banner.waitFor()
    }
    await page.goto(`${url}/account/email`)
    await page.getByText('You can’t change their e-mail address while impersonating.').waitFor()
    await page.getByLabel('New e-mail address').fill(uniqueEmail())
    await page.keyboard.press('Enter')
    await page.getByText('Only the owner of the account can do this.').waitFor()
    await expectAccessible(page)
    await picture(page, 'impersonated-email')
    await banner.getByRole('button', { name: /Stop/ }).click()
    await page.waitForURL(new RegExp(`/admin/users/${sanne.id}`))
    await heading(page, 'Sanne Visser').waitFor()
    await expect.poll(() => banner.count()).toBe(0)
    await page.getByText('Stopped impersonating a user').waitFor()
  })
})

test('an administrator creates a user with a password, and removes them by typing the email', async ({ page, pageErrors }) => {
  pageErrors.allow(/400/)
  await withOwnServer(page, {}, async (own) => {
    const { url, server } = own
    const email = uniqueEmail()
    await becomeAdministrator(page, own)
    await page.goto(`${url}/admin/users`)
    await heading(page, 'Users').waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Name').fill('Bas de Groot')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(own.email)
    await page.getByRole('button', { name: 'Generate one' }).click()
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Create user' })
    await submit.click()
    await page.getByText('A user with this e-mail address already exists.').waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-create-user')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    const password = await page.getByRole('textbox', { name: 'Password' }).inputValue()
    await submit.click()
    await heading(page, 'Bas de Groot').waitFor()
    const signIn = (candidate: string) => server.request('POST', '/api/auth/sign-in/email', { body: { email, password: candidate } })
    expect((await signIn(password)).status).toBe(200)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await page.getByLabel(`Type ${email} to confirm`).fill(email)
    await picture(page, 'admin-remove')
    await page.getByRole('button', { name: 'Permanently remove' }).click()
    await page.getByText('Bas de Groot removed').waitFor()
    expect((await signIn(password)).status).toBe(401)
  })
})

test('dead jobs show on the health page and can be retried; events, sessions, organizations and emails can be inspected', async ({
  page,
  pageErrors,
}) => {
  // The sandbox of the email frame blocks the script that measures the page, as it blocks every script.
  pageErrors.allow(/sandboxed/)
  await withOwnServer(page, {}, async (own) => {
    const { server, url } = own
    const sanne = await aMerchant(own, 'Sanne Visser')
    await becomeAdministrator(page, own)
    await server.drain()
    await insertDeadJob(server, 'mail:send')
    await page.goto(`${url}/admin`)
    await page.getByText('1 e-mail couldn’t be sent.').waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-health')
    await page.getByRole('link', { name: 'Failed jobs' }).first().click()
    await page.getByRole('link', { name: 'mail:send' }).waitFor()
    await picture(page, 'admin-jobs')
    await page.getByRole('link', { name: 'mail:send' }).click()
    await page.getByRole('dialog').getByText('ECONNREFUSED').waitFor()
    await picture(page, 'admin-job')
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    await page.getByText('mail:send queued again').waitFor()
    await page.goto(`${url}/admin/organizations?query=${sanne.slug}`)
    await page.getByRole('link', { name: 'Northwind Tools' }).click()
    await page.getByRole('link', { name: 'Sanne Visser' }).waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-organization')
    await page.getByRole('link', { name: 'View events' }).click()
    await page.waitForURL(/org=/)
    await picture(page, 'admin-events')
    await page.getByRole('link', { name: 'organization.created' }).click()
    await page.getByRole('dialog').getByText('Payload').waitFor()
    await picture(page, 'admin-event')
    await page.goto(`${url}/admin/sessions?of=${sanne.id}`)
    await page.getByRole('link', { name: /Sanne Visser/ }).waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-sessions')
    await page.goto(`${url}/admin/sessions?of=${sanne.id}&is=impersonation`)
    await page.getByText('No sessions match these filters.').waitFor()
    await page.goto(`${url}/admin/emails`)
    await page.getByRole('link', { name: 'new-device' }).click()
    await page.getByTitle(/, Dark$/).waitFor()
    await picture(page, 'admin-email')
  })
})
