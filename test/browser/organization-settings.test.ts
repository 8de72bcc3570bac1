// The organization settings and the invitation page, for owners, members and invited users.
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { aUser, newSlug, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { expectAccessible, forgetCookies, picture, test } from '#test/support/browser.ts'
import { emailTo } from '#test/support/emails.ts'
import { type OwnServer, withOwnServer } from './own-server.ts'

const HOUR = 3600
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** Takes a picture of a minor page; the accessibility check runs only outside CI. */
async function checkPage(page: Page, name: string): Promise<void> {
  if (!process.env['CI']) await expectAccessible(page)
  await picture(page, name)
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('row', { name })
/** Focuses the field at the next release of the mouse and types the text there: before what the page does at the end of a click. */
const typeAtMouseUp = (field: Locator, text: string) =>
  field.evaluate((input: HTMLElement, text) => {
    const type = () => {
      input.focus()
      document.execCommand('insertText', false, text)
    }
    addEventListener('mouseup', type, { once: true })
  }, text)
const expectText = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

interface Northwind extends OwnServer {
  readonly slug: string
  readonly organizationId: string
  readonly members: Readonly<Record<'priya' | 'tobias' | 'noor', TestUser>>
  /** The URL of a settings page. */
  readonly at: (name: string) => string
  /** Calls an organization endpoint as the user of the page. */
  readonly call: (path: string, data: unknown) => Promise<Record<string, unknown>>
}

/** The organization Northwind Tools on its own server: Elin owns it, Priya is an admin, Tobias and Noor are members, Tobias in Support. */
async function withNorthwind(page: Page, run: (northwind: Northwind) => Promise<void>): Promise<void> {
  await withOwnServer(page, {}, async (own) => {
    const { server, url } = own
    const call = async (path: string, data: unknown) => {
      const response = await page.request.post(`${url}/api/auth/organization/${path}`, { data, headers: { origin: url } })
      expect(response.status(), `${path}: ${await response.text()}`).toBe(200)
      return response.json()
    }
    const slug = newSlug()
    const { id: organizationId } = await call('create', { name: 'Northwind Tools', slug })
    const join = async (name: string, localPart: string, role: string) => {
      const user = await aUser(server, { name, email: `${localPart}@${slug}.example` })
      return aMember(server, organizationId, role, user)
    }
    const members = {
      priya: await join('Priya Raman', 'priya', 'admin'),
      tobias: await join('Tobias Krüger', 'tobias', 'member'),
      noor: await join('Noor El Amrani', 'noor', 'member'),
    }
    await run({ ...own, slug, organizationId, members, call, at: (name) => `${url}/dashboard/${slug}/settings/${name}` })
  })
}

async function signInAs(context: BrowserContext, { cookie }: TestUser, url: string): Promise<void> {
  await forgetCookies(context)
  const pairs = cookie
    .split('; ')
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url }))
  await context.addCookies(pairs)
}

/** The link of the newest invitation email to `email`. */
async function invitationLink({ server }: OwnServer, email: string): Promise<string> {
  const { text } = await emailTo(server, email, 'invitation')
  return /https?:\/\/\S+\/invitations\/\S+/.exec(text)?.[0] ?? ''
}

test('an owner finds a member, changes roles and team, removes a member, and cannot leave as the only owner', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/40[03]/)
  await withNorthwind(page, async ({ url, slug, at, call, organizationId }) => {
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
    await expectText(page, '1 member')
    await page.reload()
    await row(page, 'Noor El Amrani').waitFor()
    await expect.poll(() => row(page, 'Priya Raman').count()).toBe(0)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
    expect(file.suggestedFilename()).toBe(`${slug}-members.csv`)
    await page.getByRole('button', { name: 'Role of Noor' }).click()
    await page.getByRole('menuitemradio', { name: 'Admin' }).click()
    await expectText(page, 'Noor El Amrani is now Admin')

    await page.goto(at('members'))
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Role' }).click()
    await dialog(page, 'Role').getByRole('checkbox', { name: 'Owner' }).check()
    await expectText(page, '1 member')
    await dialog(page, 'Role').getByRole('checkbox', { name: 'Admin' }).check()
    await expectText(page, '3 members')
    await page.waitForURL(/role=owner%2Cadmin/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'View' }).click()
    await dialog(page, 'View').getByLabel('Name').fill('Leads')
    await page.keyboard.press('Enter')
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(at('members'))
    await row(page, 'Tobias')
      .getByText(/^tobias@/)
      .waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'View' }).click()
    await dialog(page, 'View').getByRole('button', { name: 'Leads', exact: true }).click()
    await row(page, 'Tobias').waitFor({ state: 'detached' })

    await page.goto(at('members'))
    await row(page, 'Tobias').getByRole('link').click()
    const drawer = dialog(page, 'Tobias Krüger')
    await drawer.getByLabel('Team').selectOption({ label: 'Support' })
    await drawer.getByRole('checkbox', { name: /^Owner/ }).check()
    await expectAccessible(page)
    await picture(page, 'settings-member')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expectText(page, 'Tobias Krüger is now in Support')
    const confirmation = dialog(page, 'Change the role of Tobias Krüger to Member and Owner?')
    await confirmation.getByText('Only another owner can undo this.').waitFor()
    await picture(page, 'settings-member-owner')
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => drawer.getByRole('checkbox', { name: /^Owner/ }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Actions for Noor' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog(page, 'Remove Noor El Amrani from Northwind Tools?').getByRole('button', { name: 'Remove' }).click()
    await expectText(page, 'Noor El Amrani removed')
    await row(page, 'Noor').waitFor({ state: 'detached' })

    await row(page, 'Elin Sandberg').getByRole('link').click()
    await dialog(page, 'Elin Sandberg').getByText('An organization needs at least one owner.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Leave or delete' }).click()
    await page.getByText('You’re the only owner.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Leave' }).isDisabled()).toBe(true)
  })
})

test('several users are invited at once; an invitation is cancelled, expires, and is sent again', async ({ page, pageErrors }) => {
  pageErrors.allow(/40[03]/)
  await withNorthwind(page, async ({ server, at, slug, organizationId }) => {
    await page.goto(at('invitations'))
    await heading(page, 'Invitations').waitFor()
    await page.getByText('No invitations yet').waitFor()
    await checkPage(page, 'settings-invitations-empty')
    await page.keyboard.press('c')
    await page.waitForURL(/invitations\/new/)
    const drawer = dialog(page, 'Invite to Northwind Tools')
    const field = drawer.getByLabel('E-mail addresses')
    await field.pressSequentially(`jana@kalibra.example,priya@${slug}.example `)
    await drawer.getByText(`priya@${slug}.example is already a member and won’t be invited.`).waitFor()
    await typeAtMouseUp(field, 'luis')
    await drawer.getByRole('checkbox', { name: /^Admin/ }).check()
    await field.pressSequentially('@kalibra.example nonsense@')
    await drawer.getByText('luis@kalibra.example', { exact: true }).waitFor()
    await expectAccessible(page)
    await picture(page, 'settings-invite')
    await drawer.getByRole('button', { name: 'Send 2 invitations' }).click()
    await expectText(page, '2 invitations sent')
    await drawer.getByText('nonsense@ isn’t a valid e-mail address.').waitFor()
    await page.keyboard.press('Escape')
    for (const invited of ['jana', 'luis']) await row(page, `${invited}@kalibra.example Pending`).waitFor()

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
    await checkPage(page, 'settings-invitations')
    await page.getByRole('button', { name: 'Actions for jana' }).click()
    await page.getByRole('menuitem', { name: 'Invite again' }).click()
    await row(page, 'jana@kalibra.example Pending').waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await dialog(page, 'Status').getByRole('checkbox', { name: 'Cancelled' }).check()
    await page.waitForURL(/status=canceled/)
    await row(page, 'jana@kalibra.example').waitFor({ state: 'detached' })
    await row(page, 'luis@kalibra.example Cancelled').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'View' }).click()
    const view = dialog(page, 'View')
    await view.getByLabel('Name').fill('No longer invited')
    await view.getByRole('button', { name: 'Save filters' }).click()
    await page.keyboard.press('Escape')

    await page.goto(at('invitations'))
    await row(page, 'luis@kalibra.example Cancelled').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('jana')
    await page.waitForURL(/query=jana/)
    await row(page, 'luis@kalibra.example').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'View' }).click()
    await view.getByRole('button', { name: 'No longer invited', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('status') === 'canceled' && !url.searchParams.has('query'))
    await row(page, 'luis@kalibra.example Cancelled').waitFor()

    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(at('invitations'))
    await row(page, 'luis@kalibra.example').getByText(/Admin/).filter({ visible: true }).waitFor()
  })
})

test('an invited user signs up, returns and accepts; other users see why they cannot', async ({ page, context, pageErrors }) => {
  pageErrors.allow(/40[0-3]/)
  await withNorthwind(page, async (northwind) => {
    const { url, slug, server, call, organizationId, members } = northwind
    const jana = `jana@${slug}.example`
    await call('invite-member', { email: jana, role: 'admin', organizationId })
    const link = await invitationLink(northwind, jana)
    const bare = link.split('?')[0] ?? ''

    await signInAs(context, members.noor, url)
    await page.goto(link)
    await heading(page, 'This invitation is for another e-mail address').waitFor()
    await page.getByText(`It’s for ${jana}`).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await checkPage(page, 'invitation-wrong')
    await page.getByRole('button', { name: 'Sign out and continue' }).click()
    await heading(page, 'Join Northwind Tools').waitFor()
    await expectAccessible(page)
    await picture(page, 'invitation-signed-out')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await heading(page, 'Create an account').waitFor()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(jana)
    await page.getByLabel('Name').fill('Jana Novak')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await heading(page, 'Join Northwind Tools').waitFor()
    await expectAccessible(page)
    await picture(page, 'invitation')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL(`${url}/dashboard/${slug}`)
    await page.goto(bare)
    await heading(page, 'This invitation is no longer valid').waitFor()
    await checkPage(page, 'invitation-closed')

    const luis = await aUser(server, { name: 'Luis Prado', email: `luis@${slug}.example` })
    const { id } = await (
      await members.priya.request('POST', '/api/auth/organization/invite-member', {
        body: { email: luis.email, role: 'member', organizationId },
      })
    ).json
    await signInAs(context, luis, url)
    await page.goto(`${url}/invitations/${id}`)
    await heading(page, 'Confirm your e-mail address first').waitFor()
    await checkPage(page, 'invitation-unverified')
    await page.getByRole('button', { name: 'Send confirmation link' }).click()
    await page.getByText('We sent you a link.').waitFor()
    const { text } = await emailTo(server, luis.email, 'verification')
    await page.goto(/https?:\/\/\S+verify-email\S+/.exec(text)?.[0] ?? '')
    await page.waitForURL(`${url}/invitations/${id}`)
    await page.getByRole('button', { name: 'Decline' }).click()
    await heading(page, 'Invitation declined').waitFor()
    await forgetCookies(context)
    await page.goto(`${url}/invitations/${id}`)
    await heading(page, 'You’re invited').waitFor()
  })
})

test('teams and roles are created, viewed and used, and the audit log shows the actors', async ({ page, pageErrors }) => {
  pageErrors.allow(/40[03]/)
  await withNorthwind(page, async ({ at, slug }) => {
    await page.goto(at('teams'))
    await row(page, 'Northwind Tools').waitFor()
    await page.keyboard.press('c')
    await dialog(page, 'New team').getByLabel('Name').fill('Support')
    await page.keyboard.press('Enter')
    const team = dialog(page, 'Support')
    await team.getByLabel('Add a member').selectOption({ label: `Noor El Amrani (noor@${slug}.example)` })
    await team.getByRole('button', { name: /^Remove Noor/ }).waitFor()
    await checkPage(page, 'settings-team')
    await team.getByLabel('Name').fill('Care')
    await page.keyboard.press('Enter')
    await expectText(page, 'Team renamed to Care')
    await page.keyboard.press('Escape')
    await row(page, 'Care 1').waitFor()

    await page.getByRole('link', { name: 'Roles' }).click()
    await page.getByRole('table', { name: 'Roles' }).waitFor()
    await page.keyboard.press('c')
    const roleDrawer = dialog(page, 'New role')
    await roleDrawer.getByRole('textbox', { name: 'Name' }).fill('Owner')
    await roleDrawer.getByRole('button', { name: 'Create role' }).click()
    await roleDrawer.getByText(/^Use up to 40 lowercase letters/).waitFor()
    await roleDrawer.getByRole('textbox', { name: 'Name' }).fill('clerk')
    await roleDrawer.getByRole('checkbox', { name: 'Invite people' }).check()
    await roleDrawer.getByRole('checkbox', { name: 'Orders: read' }).check()
    await expectAccessible(page)
    await picture(page, 'settings-role-new')
    await roleDrawer.getByRole('button', { name: 'Create role' }).click()
    await expectText(page, 'Role clerk created')
    await row(page, 'clerk').first().waitFor()
    await expectAccessible(page)
    await picture(page, 'settings-roles')
    await page.getByRole('link', { name: 'Owner' }).click()
    await dialog(page, 'Owner').getByText('can’t be changed here').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Audit log' }).click()
    await row(page, 'Created the role clerk').waitFor()
    await row(page, 'Moved Noor El Amrani to Care').waitFor()
    await expectAccessible(page)
    await picture(page, 'settings-log')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Category' }).click()
    await dialog(page, 'Category').getByRole('button', { name: 'Teams' }).click()
    await page.waitForURL(/status=team/)
    await row(page, 'Created the role').waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    // The clock stands still, so either of the two may be the latest.
    await dialog(page, /team/)
      .getByText(/^team\.(created|updated)$/)
      .waitFor()
    await checkPage(page, 'settings-log-entry')
    await page.keyboard.press('Escape')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export' }).click()])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
  })
})

test('name and slug change with a live check; members see settings read-only; a typed name deletes the organization', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/40[03]/)
  await withNorthwind(page, async ({ url, at, email, members, call }) => {
    const taken = newSlug()
    await call('create', { name: 'Brightwater Labs', slug: taken })
    await page.goto(at('general'))
    const slugInput = page.getByLabel('URL')
    await slugInput.fill('Not Good')
    await slugInput.press('Tab')
    await page.getByText(/Start and end with a letter or number/).waitFor()
    await slugInput.fill(taken)
    await page.getByText('This URL is taken or reserved.').waitFor()
    const free = newSlug()
    await slugInput.fill(free)
    await page.getByText(`${free} is available.`).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Northwind')
    await page.getByRole('button', { name: 'Add key and value' }).click()
    await page.getByLabel('Key 1').fill('plan')
    await page.getByLabel('Value 1').fill('team')
    await page.getByText('Unsaved: Name, URL and Metadata').waitFor()
    await expectAccessible(page)
    await picture(page, 'settings-general')
    await page.keyboard.press('Control+s')
    await expectText(page, 'Organization saved')
    await page.waitForURL(`${url}/dashboard/${free}/settings/general`)
    await page.getByRole('link', { name: 'Back to Northwind' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('switch bright')
    await page.getByRole('option', { name: /Brightwater/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/dashboard/${taken}`)

    await signInAs(context, members.tobias, url)
    await page.goto(`${url}/dashboard/${free}/settings/general`)
    await page.getByText('Your role lets you view this, but not change it.').waitFor()
    await expect.poll(() => page.getByRole('textbox').count()).toBe(0)
    await picture(page, 'settings-general-read')
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('Your role can’t view the audit log.').waitFor()
    await page.getByRole('link', { name: 'Members' }).click()
    await row(page, 'Priya Raman').getByText('Admin', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Invite' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Role of Priya' }).count()).toBe(0)
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
    const confirmation = dialog(page, 'Delete Northwind?')
    const last = confirmation.getByRole('button', { name: 'Delete organization' })
    await expect.poll(() => last.isDisabled()).toBe(true)
    await checkPage(page, 'settings-danger')
    await page.keyboard.type('Northwind')
    await last.click()
    await page.waitForURL(`${url}/dashboard/${taken}`)
    await page.goto(`${url}/dashboard/${free}`)
    await page.getByText(`No organization “${free}”`).waitFor()
  })
})

test('in a session that is no longer fresh the deletion asks for the password, and only the right one deletes the organization', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/40[01349]/)
  await withOwnServer(page, {}, async ({ server, url }) => {
    const slug = newSlug()
    const created = await page.request.post(`${url}/api/auth/organization/create`, {
      data: { name: 'Northwind Tools', slug },
      headers: { origin: url },
    })
    expect(created.status()).toBe(200)
    server.clock.advance(2 * 24 * HOUR)
    await page.goto(`${url}/dashboard/${slug}/settings/danger`)
    await page.getByRole('button', { name: 'Delete organization' }).click()
    const confirmation = dialog(page, 'Delete Northwind Tools?')
    const password = confirmation.getByRole('textbox', { name: 'Your password' })
    const remove = confirmation.getByRole('button', { name: 'Delete organization' })
    await page.keyboard.type('Northwind Tools')
    await expect.poll(() => password.count()).toBe(0)
    await remove.click()
    await password.waitFor()
    await confirmation.getByText('It’s been a while since you signed in.').waitFor()
    await checkPage(page, 'settings-danger-password')

    await password.fill('not the password')
    await remove.click()
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')
    expect(await (await page.request.get(`${url}/api/auth/organization/list`)).json()).toHaveLength(1)

    await password.fill(PASSWORD)
    await remove.click()
    await page.waitForURL(`${url}/welcome`)
    expect(await (await page.request.get(`${url}/api/auth/organization/list`)).json()).toEqual([])
  })
})
