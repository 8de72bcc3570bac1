// Users for the operations that need mailed links, a missing password, further sessions, invitations or memberships.
import { aBrowser, aProviderUser } from '#test/support/a-browser.ts'
import type { TestMerchant } from '#test/support/a-merchant.ts'
import { aUser, newSlug, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import type { FakeProvider } from '#test/support/fake-provider.ts'
import type { TestServer } from '#test/support/server.ts'
import type { Kind, Pools } from './pools.ts'

const LINKS: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  ['verification', /verify-email\?token=([\w.-]+)/],
  ['reset', /reset-password\/(\w+)/],
  ['deletion', /delete-user\/callback\?token=(\w+)/],
]

function linkIn(text: string): { readonly kind: Kind; readonly token: string }[] {
  return LINKS.flatMap(([kind, pattern]) => (pattern.exec(text) ?? []).slice(1).map((token) => ({ kind, token })))
}

/** The number of users of each kind: a mailed token works once. */
const SPARE = 8

/**
 * Creates users with mailed links and users without a password. Returns the session token of a user who was mailed the link that
 * deletes their account.
 */
export async function createUsersWithLinks(server: TestServer, pools: Pools): Promise<string> {
  const users = await Promise.all(Array.from({ length: SPARE }, () => aUser(server)))
  // A user of their own: a password reset by another request would invalidate the link.
  const leaver = await aUser(server)
  for (const user of users) {
    await user.request('POST', '/api/auth/send-verification-email', { body: { email: user.email } })
    await user.request('POST', '/api/auth/forget-password', { body: { email: user.email } })
    const withoutPassword = await aUser(server)
    await withoutPassword.request('POST', '/api/auth/unlink-account', { body: { providerId: 'credential' } })
    pools.add('own', 'user without password', withoutPassword.id)
  }
  await leaver.request('POST', '/api/auth/delete-user', { body: {} })
  const emails = await emailsMatching(server, new RegExp(LINKS.map(([, { source }]) => source).join('|')), 2 * SPARE + 1)
  const links = emails.flatMap(linkIn)
  for (const { kind, token } of links) pools.add('own', kind, token)
  return leaver.token
}

/** Creates a user with further sessions, which they may revoke; returns their session token. */
export async function createSessionHolder(server: TestServer, pools: Pools): Promise<string> {
  const { email, token } = await aUser(server)
  for (let each = 0; each < SPARE; each += 1) {
    const answer = await server.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD } })
    pools.add('own', 'other session', answer.json.token)
  }
  return token
}

/** Links a provider account, whose tokens can be refreshed, and adds the names of providers to the pools. */
export async function linkProviderAccount(
  server: TestServer,
  provider: FakeProvider,
  { cookie, pools }: { cookie: string; pools: Pools },
): Promise<void> {
  const answer = await aBrowser(server, provider, cookie).link('gitlab', { user: aProviderUser(), body: { callbackURL: '/linked' } })
  if (answer.headers['location'] !== '/linked') throw new Error(`Linking redirected to ${answer.headers['location']}.`)
  for (const provider of ['apple', 'github', 'gitlab', 'google']) pools.add('own', 'provider', provider)
}

/** The number of organizations that invite one guest; the first invitation stays unanswered. */
const INVITATIONS = 9

/**
 * Invites a user to new organizations of an owner, whose active organization stays the same. Adds teams of the active organization,
 * organizations to delete, the invitations and their secrets to the pools; returns the session token of the guest.
 */
export async function createInvitations(server: TestServer, owner: TestUser, pools: Pools): Promise<string> {
  const post = async (path: string, body: object) => (await owner.request('POST', `/api/auth/organization/${path}`, { body })).json
  const createOrganization = async (): Promise<string> =>
    (await post('create', { name: 'Spare', slug: newSlug(), keepCurrentActiveOrganization: true })).id
  for (let each = 0; each < SPARE; each += 1) {
    pools.add('own', 'team', (await post('create-team', { name: `Team ${each}` })).id)
    pools.add('own', 'spare organization', await createOrganization())
  }
  const guest = await aUser(server)
  const ids: string[] = []
  for (let each = 0; each < INVITATIONS; each += 1) {
    ids.push((await post('invite-member', { email: guest.email, role: 'member', organizationId: await createOrganization() })).id)
  }
  const emails = await emailsMatching(server, /\/invitations\//, INVITATIONS)
  for (const [at, id] of ids.entries()) {
    const [, secret = ''] = emails.map((text) => new RegExp(`${id}\\?secret=(\\w+)`).exec(text)).find((found) => found) ?? []
    const seen = await guest.request('GET', `/api/auth/organization/get-invitation?id=${id}&secret=${secret}`)
    if (seen.status !== 200) throw new Error(`The mailed link was answered ${seen.text}.`)
    pools.add('own', at === 0 ? 'unanswered invitation' : 'invitation', id)
    pools.add('own', at === 0 ? 'unanswered invitation secret' : 'invitation secret', secret)
  }
  return guest.token
}

/** The users and pools for the staff of a merchant. */
export interface StaffInput {
  readonly users: readonly TestUser[]
  readonly pools: Pools
  /** The headers of a server call, which adds members without an invitation. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Adds users to the organization of a merchant, and creates unused roles there. Returns the session token of a member of other
 * organizations, which they may leave.
 */
export async function createStaff(
  server: TestServer,
  { owner, organizationId }: TestMerchant,
  { users, pools, headers }: StaffInput,
): Promise<string> {
  const add = async (userId: string, targetId: string): Promise<string> => {
    const body = { userId, role: 'member', organizationId: targetId }
    const answer = await server.request('POST', '/api/auth/organization/add-member', { headers, body })
    if (answer.status !== 200) throw new Error(`Adding a member was answered ${answer.text}`)
    return answer.json.id
  }
  for (const { id } of users.slice(0, SPARE)) pools.add('own', 'member', await add(id, organizationId))
  for (let each = 0; each < SPARE; each += 1) {
    const body = { name: `keeper-${each}`, permissions: { team: ['create'] } }
    pools.add('own', 'role', (await owner.request('POST', '/api/auth/organization/create-role', { body })).json.name)
  }
  const colleague = await aUser(server)
  for (let each = 0; each < SPARE; each += 1) {
    const body = { name: 'To leave', slug: newSlug(), keepCurrentActiveOrganization: true }
    const { json } = await owner.request('POST', '/api/auth/organization/create', { body })
    await add(colleague.id, json.id)
    pools.add('own', 'organization to leave', json.id)
  }
  return colleague.token
}

/** Waits until `many` emails match the pattern, and returns their texts. */
async function emailsMatching(server: TestServer, pattern: RegExp, count: number): Promise<readonly string[]> {
  const late = AbortSignal.timeout(20_000)
  const inbox = `${server.settings.BASE_URL}/dev/mail/messages`
  // Read without forwarding headers: the inbox refuses other requests.
  const read = async <T>(url: string): Promise<T> => (await fetch(url)).json() as Promise<T>
  let found: readonly string[] = []
  while (found.length < count && !late.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { items } = await read<{ readonly items: readonly { readonly id: string }[] }>(inbox)
    const emails = await Promise.all(items.map(({ id }) => read<{ readonly text: string }>(`${inbox}/${id}`)))
    found = emails.flatMap(({ text }) => (pattern.test(text) ? [text] : []))
  }
  return found
}

/** Uploads a picture of one pixel as a new user, and adds its name to the pools. */
export async function createPicture(server: TestServer, pools: Pools): Promise<void> {
  const user = await aUser(server)
  const image = `data:image/gif;base64,${btoa('GIF89a\x01\0\x01\0'.padEnd(100, ' '))}`
  await user.request('POST', '/api/auth/update-user', { body: { image } })
  const url: string = (await user.request('GET', '/api/auth/get-session')).json.user.image
  for (const side of ['own', 'foreign'] as const) pools.add(side, 'picture', url.slice(url.lastIndexOf('/') + 1))
}
