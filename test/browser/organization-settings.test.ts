// An organization's settings and the page of an invitation: what owners, members and guests see and do there.
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { aUser, newSlug, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { expectAccessible, forgetCookies, picture, test } from '#test/support/browser.ts'
import { emailTo } from '#test/support/emails.ts'
import { atHome, type Home } from './at-home.ts'

const HOUR = 3600
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** Small screens of which the whole proof takes no pictures: axe sees them where somebody looks. */
async function look(page: Page, name: string): Promise<void> {
  if (!process.env['CI']) await expectAccessible(page)
  await picture(page, name)
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('row', { name })
const told = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

interface Place extends Home {
  readonly slug: string
  readonly organizationId: string
  readonly people: Readonly<Record<'priya' | 'tobias' | 'noor', TestUser>>
  /** The address of a room of the settings. */
  readonly at: (room: string) => string
  /** A call as whoever is signed in in the page. */
  readonly call: (path: string, data: unknown) => Promise<Record<string, unknown>>
}

/** Northwind Tools at home: Elin owns it, Priya is an admin, Tobias and Noor are members, Tobias in Support. */
async function atNorthwind(page: Page, run: (place: Place) => Promise<void>): Promise<void> {
  await atHome(page, {}, async (home) => {
    const { server, url } = home
    const call = async (path: string, data: unknown) => {
      const answer = await page.request.post(`${url}/api/auth/organization/${path}`, { data, headers: { origin: url } })
      expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
      return answer.json()
    }
    const slug = newSlug()
    const { id: organizationId } = await call('create', { name: 'Northwind Tools', slug })
    const join = async (name: string, address: string, role: string) => {
      const person = await aUser(server, { name, email: `${address}@${slug}.example` })
      return aMember(server, organizationId, role, person)
    }
    const people = {
      priya: await join('Priya Raman', 'priya', 'admin'),
      tobias: await join('Tobias Krüger', 'tobias', 'member'),
      noor: await join('Noor El Amrani', 'noor', 'member'),
    }
    await run({ ...home, slug, organizationId, people, call, at: (room) => `${url}/dashboard/${slug}/settings/${room}` })
  })
}

async function signInAs(context: BrowserContext, { cookie }: TestUser, url: string): Promise<void> {
  await forgetCookies(context)
  const pairs = cookie
    .split('; ')
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url }))
  await context.addCookies(pairs)
}

/** The page that the newest letter of an invitation to an address leads to. */
async function invitedTo({ server }: Home, address: string): Promise<string> {
  const { text } = await emailTo(server, address, 'invitation')
  return /https?:\/\/\S+\/invitations\/\S+/.exec(text)?.[0] ?? ''
}

test('an owner finds a member, changes roles and team, removes one, and is kept as the only owner', async ({ page, complaints }) => {
  complaints.allow(/40[03]/)
  await atNorthwind(page, async ({ url, slug, at, call, organizationId }) => {
    await call('create-team', { name: 'Support', organizationId })
    await page.goto(`${url}/dashboard/${slug}`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await heading(page, 'General').waitFor()
    await page.getByRole('link', { name: 'Members' }).click()
    await row(page, 'Priya Raman').waitFor()
    await expectAccessible(page)
    await picture(page, 'settings-members')

    await page.keyboard.press('/')
    await page.keyboard.type('noor')
    await page.waitForURL(/query=noor/)
    await told(page, '1 member')
    await page.reload()
    await row(page, 'Noor El Amrani').waitFor()
    expect(await row(page, 'Priya Raman').count()).toBe(0)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
    expect(file.suggestedFilename()).toBe(`${slug}-members.csv`)
    await page.getByRole('button', { name: 'Role of Noor' }).click()
    await page.getByRole('menuitemradio', { name: 'Admin' }).click()
    await told(page, 'Noor El Amrani is now Admin')

    await page.goto(at('members'))
    await row(page, 'Tobias').getByRole('link').click()
    const drawer = dialog(page, 'Tobias Krüger')
    await drawer.getByLabel('Team').selectOption({ label: 'Support' })
    await drawer.getByRole('checkbox', { name: /^Owner/ }).check()
    await expectAccessible(page)
    await picture(page, 'settings-member')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await told(page, 'Tobias Krüger is now in Support')
    const question = dialog(page, 'Make Tobias Krüger Member and Owner?')
    await question.getByText('Only another owner can take it back.').waitFor()
    await picture(page, 'settings-member-owner')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await drawer.getByRole('checkbox', { name: /^Owner/ }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Actions for Noor' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog(page, 'Remove Noor El Amrani from Northwind Tools?').getByRole('button', { name: 'Remove' }).click()
    await told(page, 'Noor El Amrani is removed')
    await row(page, 'Noor').waitFor({ state: 'detached' })

    await row(page, 'Elin Sandberg').getByRole('link').click()
    await dialog(page, 'Elin Sandberg').getByText('An organization keeps at least one owner.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Leave or delete' }).click()
    await page.getByText('You are its only owner').waitFor()
    expect(await page.getByRole('button', { name: 'Leave' }).isDisabled()).toBe(true)
  })
})

test('people are invited, several at once; an invitation is mailed again, taken back, and over after its time', async ({
  page,
  complaints,
}) => {
  complaints.allow(/40[03]/)
  await atNorthwind(page, async ({ server, at, slug, organizationId }) => {
    await page.goto(at('invitations'))
    await heading(page, 'Invitations').waitFor()
    await page.getByText('Nobody is invited').waitFor()
    await look(page, 'settings-invitations-empty')
    await page.keyboard.press('c')
    await page.waitForURL(/invitations\/new/)
    const drawer = dialog(page, 'Invite to Northwind Tools')
    const field = drawer.getByLabel('E-mail addresses')
    await field.pressSequentially(`jana@kalibra.example,priya@${slug}.example `)
    await drawer.getByText(`priya@${slug}.example is a member already and is left out.`).waitFor()
    await field.pressSequentially('luis@kalibra.example')
    await drawer.getByRole('checkbox', { name: /^Admin/ }).check()
    await expectAccessible(page)
    await picture(page, 'settings-invite')
    await drawer.getByRole('button', { name: 'Send 2 invitations' }).click()
    await told(page, '2 invitations are on their way')
    await row(page, 'jana@kalibra.example Pending').waitFor()

    await page.getByRole('button', { name: 'Actions for luis' }).click()
    await page.getByRole('menuitem', { name: 'Cancel invitation' }).click()
    await dialog(page, /^Cancel the invitation/)
      .getByRole('button', { name: 'Cancel invitation' })
      .click()
    await row(page, 'luis@kalibra.example Cancelled').waitFor()
    const { db } = server.platform.database
    const past = new Date(Date.now() - HOUR * 1000)
    await db.updateTable('invitations').set({ expires_at: past }).where('organization_id', '=', organizationId).execute()
    await page.reload()
    await row(page, 'jana@kalibra.example Expired').waitFor()
    await look(page, 'settings-invitations')
    await page.getByRole('button', { name: 'Actions for jana' }).click()
    await page.getByRole('menuitem', { name: 'Invite again' }).click()
    await row(page, 'jana@kalibra.example Pending').waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Cancelled' }).click()
    await page.waitForURL(/status=canceled/)
    await row(page, 'jana@kalibra.example').waitFor({ state: 'detached' })
    await row(page, 'luis@kalibra.example Cancelled').waitFor()
  })
})

test('whoever is invited signs up, comes back and accepts; others learn why they cannot', async ({ page, context, complaints }) => {
  complaints.allow(/40[0-3]/)
  await atNorthwind(page, async (place) => {
    const { url, slug, server, call, organizationId, people } = place
    const jana = `jana@${slug}.example`
    await call('invite-member', { email: jana, role: 'admin', organizationId })
    const link = await invitedTo(place, jana)
    const bare = link.split('?')[0] ?? ''

    await signInAs(context, people.noor, url)
    await page.goto(link)
    await heading(page, 'This invitation is for another address').waitFor()
    await page.getByText(`It is for ${jana}`).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await look(page, 'invitation-wrong')
    await page.getByRole('button', { name: 'Sign out and go on' }).click()
    await heading(page, 'Join Northwind Tools').waitFor()
    await expectAccessible(page)
    await picture(page, 'invitation-signed-out')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await heading(page, 'Create an account').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe(jana)
    await page.getByLabel('Name').fill('Jana Novak')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await heading(page, 'Join Northwind Tools').waitFor()
    await expectAccessible(page)
    await picture(page, 'invitation')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL(`${url}/dashboard/${slug}`)
    await page.goto(bare)
    await heading(page, 'This invitation is not open any more').waitFor()
    await look(page, 'invitation-closed')

    const luis = await aUser(server, { name: 'Luis Prado', email: `luis@${slug}.example` })
    const { id } = await (
      await people.priya.request('POST', '/api/auth/organization/invite-member', {
        body: { email: luis.email, role: 'member', organizationId },
      })
    ).json
    await signInAs(context, luis, url)
    await page.goto(`${url}/invitations/${id}`)
    await heading(page, 'Confirm your address first').waitFor()
    await look(page, 'invitation-unverified')
    await page.getByRole('button', { name: 'Mail me a link' }).click()
    await page.getByText('A link is on its way.').waitFor()
    const { text } = await emailTo(server, luis.email, 'verification')
    await page.goto(/https?:\/\/\S+verify-email\S+/.exec(text)?.[0] ?? '')
    await page.waitForURL(`${url}/invitations/${id}`)
    await page.getByRole('button', { name: 'Decline' }).click()
    await heading(page, 'You declined').waitFor()
    await forgetCookies(context)
    await page.goto(`${url}/invitations/${id}`)
    await heading(page, 'You are invited').waitFor()
  })
})

test('teams and roles are made, looked at and used; the log tells who did it', async ({ page, complaints }) => {
  complaints.allow(/40[03]/)
  await atNorthwind(page, async ({ at, slug }) => {
    await page.goto(at('teams'))
    await row(page, 'Northwind Tools').waitFor()
    await page.keyboard.press('c')
    await dialog(page, 'New team').getByLabel('Name').fill('Support')
    await page.keyboard.press('Enter')
    const team = dialog(page, 'Support')
    await team.getByLabel('Add a member').selectOption({ label: `Noor El Amrani (noor@${slug}.example)` })
    await team.getByRole('button', { name: /^Take Noor/ }).waitFor()
    await look(page, 'settings-team')
    await team.getByLabel('Name').fill('Care')
    await page.keyboard.press('Enter')
    await told(page, 'The team is now called Care')
    await page.keyboard.press('Escape')
    await row(page, 'Care 1').waitFor()

    await page.getByRole('link', { name: 'Roles' }).click()
    await page.getByRole('table', { name: 'Roles' }).waitFor()
    await page.keyboard.press('c')
    const made = dialog(page, 'New role')
    await made.getByRole('textbox', { name: 'Name' }).fill('Owner')
    await made.getByRole('button', { name: 'Create role' }).click()
    await made.getByText(/^Use lower-case letters/).waitFor()
    await made.getByRole('textbox', { name: 'Name' }).fill('clerk')
    await made.getByRole('checkbox', { name: 'Invite people' }).check()
    await made.getByRole('checkbox', { name: 'Orders: read' }).check()
    await expectAccessible(page)
    await picture(page, 'settings-role-new')
    await made.getByRole('button', { name: 'Create role' }).click()
    await told(page, 'Role clerk created')
    await row(page, 'clerk').first().waitFor()
    await expectAccessible(page)
    await picture(page, 'settings-roles')
    await page.getByRole('link', { name: 'Owner' }).click()
    await dialog(page, 'Owner').getByText('cannot be changed here').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Audit log' }).click()
    await row(page, 'Made the role clerk').waitFor()
    await row(page, 'Put Noor El Amrani into Care').waitFor()
    await expectAccessible(page)
    await picture(page, 'settings-log')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Teams' }).click()
    await page.waitForURL(/status=team/)
    await row(page, 'Made the role').waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    // The clock stands still, so either of the two may be the latest.
    await dialog(page, /team/)
      .getByText(/^team\.(created|updated)$/)
      .waitFor()
    await look(page, 'settings-log-entry')
    await page.keyboard.press('Escape')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export CSV' }).click()])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
  })
})

test('name and address change, live checked; members read what they may not change; a typed name deletes it all', async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(/40[03]/)
  await atNorthwind(page, async ({ url, at, email, people, call }) => {
    const taken = newSlug()
    await call('create', { name: 'Brightwater Labs', slug: taken })
    await page.goto(at('general'))
    const address = page.getByLabel('Address')
    await address.fill('Not Good')
    await page.getByText(/begin and end with a letter or digit/).waitFor()
    await address.fill(taken)
    await page.getByText('This address is taken or reserved.').waitFor()
    const free = newSlug()
    await address.fill(free)
    await page.getByText(`${free} is free.`).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Northwind')
    await page.getByRole('button', { name: 'Add a pair' }).click()
    await page.getByLabel('Key 1').fill('plan')
    await page.getByLabel('Value 1').fill('team')
    await page.getByText('3 unsaved changes').waitFor()
    await expectAccessible(page)
    await picture(page, 'settings-general')
    await page.keyboard.press('Control+s')
    await told(page, 'Organization saved')
    await page.waitForURL(`${url}/dashboard/${free}/settings/general`)
    await page.getByRole('link', { name: 'Back to Northwind' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('switch bright')
    await page.getByRole('option', { name: /Brightwater/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/dashboard/${taken}`)

    await signInAs(context, people.tobias, url)
    await page.goto(`${url}/dashboard/${free}/settings/general`)
    await page.getByText('Your role lets you read this, but not change it.').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await picture(page, 'settings-general-read')
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('Your role does not include reading the audit log.').waitFor()
    await page.getByRole('link', { name: 'Members' }).click()
    await row(page, 'Priya Raman').getByText('Admin', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Role of Priya' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Leave or delete' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await dialog(page, 'Leave Northwind?').getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(`${url}/welcome`)
    await page.goto(`${url}/dashboard/${free}/settings/members`)
    await page.getByText(`No organization “${free}”`).waitFor()

    await forgetCookies(context)
    await page.request.post(`${url}/api/auth/sign-in/email`, { data: { email, password: PASSWORD }, headers: { origin: url } })
    await page.goto(`${url}/dashboard/${free}/settings/danger`)
    await page.getByRole('button', { name: 'Delete organization' }).click()
    const question = dialog(page, 'Delete Northwind?')
    const last = question.getByRole('button', { name: 'Delete organization' })
    expect(await last.isDisabled()).toBe(true)
    await look(page, 'settings-danger')
    await page.keyboard.type('Northwind')
    await last.click()
    await page.waitForURL(`${url}/dashboard/${taken}`)
    await page.goto(`${url}/dashboard/${free}`)
    await page.getByText(`No organization “${free}”`).waitFor()
  })
})
