// The screens of the platform's administrators, and what everybody sees while one of them acts as somebody else.
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAdministrator } from '#identity/passwords/index.ts'
import { newId } from '#kernel/id.ts'
import { newAddress, newSlug, PASSWORD } from '#test/support/a-user.ts'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import type { TestServer } from '#test/support/server.ts'
import { atHome, type Home } from './at-home.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Makes an administrator of whoever is signed in, and signs them in anew. */
async function asAdministrator(page: Page, { server, url, email }: Home): Promise<void> {
  await createAdministrator(server.platform, { email, name: 'Elin Sandberg', password: null, now: server.clock.now() })
  const data = { email, password: PASSWORD }
  expect((await page.request.post(`${url}/api/auth/sign-in/email`, { data, headers: { origin: url } })).status()).toBe(200)
}

interface Other {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly slug: string
  readonly cookie: string
}

/** Somebody else with an organization, signed in elsewhere. */
async function aMerchant({ server, url }: Home, name: string): Promise<Other> {
  const [email, slug] = [newAddress(), newSlug()]
  const origin = { origin: url }
  const answer = await server.request('POST', '/api/auth/sign-up/email', { body: { name, email, password: PASSWORD }, headers: origin })
  const cookie = [...answer.cookies.values()].map((line) => line.split(';', 1)[0]).join('; ')
  const body = { name: 'Northwind Tools', slug }
  await server.request('POST', '/api/auth/organization/create', { body, headers: { ...origin, cookie } })
  return { id: answer.json.user.id, email, name, slug, cookie }
}

/** Writes down a job that was given up. */
function aDeadJob({ platform, clock }: TestServer, kind: string): Promise<unknown> {
  const now = clock.now()
  return platform.database.transaction((tx) =>
    sql`
      insert into jobs (id, kind, payload, run_at, attempts, last_error, dead_at, created_at)
      values (${newId(now)}, ${kind}, '{}'::jsonb, ${now}, 12, 'Error: connect ECONNREFUSED 192.0.2.7:587', ${now}, ${now})`.execute(tx),
  )
}

test('whoever does not administer the platform finds nothing there', async ({ page }) => {
  await atHome(page, {}, async ({ url }) => {
    for (const path of ['/admin', '/admin/users', '/admin/nonsense']) {
      await page.goto(url + path)
      await heading(page, 'There is nothing at this address').waitFor()
      expect(await page.getByText('Administration').count()).toBe(0)
    }
  })
})

test('an administrator finds a person, bans them with a reason and an end, and lifts the ban', async ({ page }) => {
  await atHome(page, {}, async (home) => {
    const { server, url } = home
    const sanne = await aMerchant(home, 'Sanne Visser')
    await asAdministrator(page, home)
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
    await page.goto(`${url}/admin/users?query=${sanne.email}`)
    await page.getByRole('link', { name: /Sanne Visser/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await heading(page, 'Sanne Visser').waitFor()
    await page.getByRole('link', { name: 'Northwind Tools' }).waitFor()
    await page.getByText('Created an organization').waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-user')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Ban…' }).click()
    await page.getByLabel('Reason').fill('Spam in checkouts')
    await page.getByLabel('How long').selectOption('day')
    await expectAccessible(page)
    await picture(page, 'admin-ban')
    await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
    await page.getByText('Sanne Visser is banned').waitFor()
    await page.getByText('Reason: Spam in checkouts').waitFor()
    await picture(page, 'admin-banned')
    expect((await server.request('GET', '/api/auth/get-session', { headers: { cookie: sanne.cookie } })).json).toBeNull()
    await page.getByRole('button', { name: 'Lift ban' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lift ban' }).click()
    await page.getByText('The ban of Sanne Visser is lifted').waitFor()
    await page.goto(`${url}/admin/audit?of=${sanne.id}&name=user`)
    await page.getByText('Lifted a ban').waitFor()
    await picture(page, 'admin-audit')
    await page.getByText('Lifted a ban').click()
    await page.getByRole('dialog').getByText('user.unbanned').waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-audit-entry')
  })
})

test('acting as somebody is marked on every page, explains what it refuses, and leads back', async ({ page, complaints }) => {
  complaints.allow(/400|403|404/)
  await atHome(page, {}, async (home) => {
    const { url } = home
    const sanne = await aMerchant(home, 'Sanne Visser')
    await asAdministrator(page, home)
    await page.goto(`${url}/admin/users/${sanne.id}`)
    await page.getByRole('button', { name: 'Act as this person…' }).click()
    await picture(page, 'admin-impersonate')
    await page.getByRole('dialog').getByRole('button', { name: 'Act as Sanne Visser' }).click()
    await page.waitForURL(new RegExp(`/dashboard/${sanne.slug}`))
    const line = page.getByRole('region', { name: 'You act as somebody else' })
    await line.getByText(`Elin Sandberg, you are acting as Sanne Visser (${sanne.email})`).waitFor()
    await heading(page, 'Overview').waitFor()
    await expectAccessible(page)
    await picture(page, 'borrowed-overview')
    for (const [path, shown] of [
      [`/dashboard/${sanne.slug}/products`, 'Products'],
      ['/welcome', /./],
      ['/account/sessions', 'Sessions'],
      ['/invitations/019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22', /./],
      ['/admin/users', 'There is nothing at this address'],
    ] as const) {
      await page.goto(url + path)
      await heading(page, shown).first().waitFor()
      await line.waitFor()
    }
    await page.goto(`${url}/account/email`)
    await page.getByText('While you act as somebody else you cannot change their address.').waitFor()
    await page.getByLabel('New e-mail address').fill(newAddress())
    await page.keyboard.press('Enter')
    await page.getByText('This may be done by the owner of the account alone.').waitFor()
    await expectAccessible(page)
    await picture(page, 'borrowed-email')
    await line.getByRole('button', { name: /Stop/ }).click()
    await page.waitForURL(new RegExp(`/admin/users/${sanne.id}`))
    await heading(page, 'Sanne Visser').waitFor()
    expect(await line.count()).toBe(0)
    await page.getByText('Stopped acting as somebody').waitFor()
  })
})

test('somebody is created, given a password, and removed by the typed address', async ({ page, complaints }) => {
  complaints.allow(/400/)
  await atHome(page, {}, async (home) => {
    const { url, server } = home
    const email = newAddress()
    await asAdministrator(page, home)
    await page.goto(`${url}/admin/users`)
    await heading(page, 'Users').waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Name').fill('Bas de Groot')
    await page.getByLabel('E-mail').fill(home.email)
    await page.getByRole('button', { name: 'Generate one' }).click()
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Create user' })
    await submit.click()
    await page.getByText('Somebody has this address already.').waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-create-user')
    await page.getByLabel('E-mail').fill(email)
    const password = await page.getByRole('textbox', { name: 'Password' }).inputValue()
    await submit.click()
    await heading(page, 'Bas de Groot').waitFor()
    const signIn = (word: string) => server.request('POST', '/api/auth/sign-in/email', { body: { email, password: word } })
    expect((await signIn(password)).status).toBe(200)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await page.getByLabel(`Type ${email} to confirm`).fill(email)
    await picture(page, 'admin-remove')
    await page.getByRole('button', { name: 'Remove for good' }).click()
    await page.getByText('Bas de Groot was removed').waitFor()
    expect((await signIn(password)).status).toBe(401)
  })
})

test('dead jobs are told on the first page and tried again; facts, sessions, organizations and letters are looked at', async ({
  page,
  complaints,
}) => {
  // What measures the page is kept out of the frame that shows a letter, as every script is.
  complaints.allow(/sandboxed/)
  await atHome(page, {}, async (home) => {
    const { server, url } = home
    const sanne = await aMerchant(home, 'Sanne Visser')
    await asAdministrator(page, home)
    await server.drain()
    await aDeadJob(server, 'letters:send')
    await page.goto(`${url}/admin`)
    await page.getByText('1 letter could not be sent.').waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-health')
    await page.getByRole('link', { name: 'Dead jobs' }).first().click()
    await page.getByRole('link', { name: 'letters:send' }).waitFor()
    await picture(page, 'admin-jobs')
    await page.getByRole('link', { name: 'letters:send' }).click()
    await page.getByRole('dialog').getByText('ECONNREFUSED').waitFor()
    await picture(page, 'admin-job')
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByText('letters:send is tried again').waitFor()
    await page.goto(`${url}/admin/organizations?query=${sanne.slug}`)
    await page.getByRole('link', { name: 'Northwind Tools' }).click()
    await page.getByRole('link', { name: 'Sanne Visser' }).waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-organization')
    await page.getByRole('link', { name: 'See what happened' }).click()
    await page.waitForURL(/org=/)
    await picture(page, 'admin-facts')
    await page.getByRole('link', { name: 'organization.created' }).click()
    await page.getByRole('dialog').getByText('What listeners are told').waitFor()
    await picture(page, 'admin-fact')
    await page.goto(`${url}/admin/sessions?of=${sanne.id}`)
    await page.getByRole('link', { name: /Sanne Visser/ }).waitFor()
    await expectAccessible(page)
    await picture(page, 'admin-sessions')
    await page.goto(`${url}/admin/emails`)
    await page.getByRole('link', { name: 'new-device' }).click()
    await page.getByTitle(/, Dark$/).waitFor()
    await picture(page, 'admin-letter')
  })
})
