// People whose letters hold links, whose password is gone, and who are signed in elsewhere too: for the calls that need such.
import { aBrowser, aStranger } from '#test/support/a-browser.ts'
import type { TestMerchant } from '#test/support/a-merchant.ts'
import { aUser, newSlug, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import type { FakeProvider } from '#test/support/fake-provider.ts'
import type { TestServer } from '#test/support/server.ts'
import type { Kind, Pools } from './known.ts'

const LINKS: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  ['verification', /verify-email\?token=([\w.-]+)/],
  ['reset', /reset-password\/(\w+)/],
  ['deletion', /delete-user\/callback\?token=(\w+)/],
]

function linkIn(text: string): { readonly kind: Kind; readonly token: string }[] {
  return LINKS.flatMap(([kind, pattern]) => (pattern.exec(text) ?? []).slice(1).map((token) => ({ kind, token })))
}

/** How many of each: a token is spent once. */
const SPARE = 8

/**
 * Makes people with links in their letters, and people without a password. Gives the token of one who was mailed the link that
 * deletes their account.
 */
export async function readers(server: TestServer, pools: Pools): Promise<string> {
  const people = await Promise.all(Array.from({ length: SPARE }, () => aUser(server)))
  // Nobody else's link may end theirs: a new password would.
  const leaver = await aUser(server)
  for (const person of people) {
    await person.request('POST', '/api/auth/send-verification-email', { body: { email: person.email } })
    await person.request('POST', '/api/auth/forget-password', { body: { email: person.email } })
    const bare = await aUser(server)
    await bare.request('POST', '/api/auth/unlink-account', { body: { providerId: 'credential' } })
    pools.add('own', 'person without password', bare.id)
  }
  await leaver.request('POST', '/api/auth/delete-user', { body: {} })
  const letters = await lettersWith(server, new RegExp(LINKS.map(([, { source }]) => source).join('|')), 2 * SPARE + 1)
  const links = letters.flatMap(linkIn)
  for (const { kind, token } of links) pools.add('own', kind, token)
  return leaver.token
}

/** Somebody who is signed in elsewhere too, and may end those sessions; gives their token. */
export async function aHolder(server: TestServer, pools: Pools): Promise<string> {
  const { email, token } = await aUser(server)
  for (let each = 0; each < SPARE; each += 1) {
    const answer = await server.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD } })
    pools.add('own', 'other session', answer.json.token)
  }
  return token
}

/** Gives somebody an account of a provider, whose tokens can be renewed; and the names of providers to the run. */
export async function linkedBy(
  server: TestServer,
  standIn: FakeProvider,
  { cookie, pools }: { cookie: string; pools: Pools },
): Promise<void> {
  const answer = await aBrowser(server, standIn, cookie).link('gitlab', { person: aStranger(), body: { callbackURL: '/linked' } })
  if (answer.headers['location'] !== '/linked') throw new Error(`Linking led to ${answer.headers['location']}.`)
  for (const provider of ['apple', 'github', 'gitlab', 'google']) pools.add('own', 'provider', provider)
}

/** Organizations of an owner that invite one guest: each answer settles one, and the first stays unanswered. */
const INVITATIONS = 9

/**
 * Invites somebody, whose address is proven, to organizations of an owner, who keeps the one that is active. Gives the run teams
 * of that one, organizations to be deleted, the invitations, and the secrets of their letters; gives the guest's token.
 */
export async function invitedBy(server: TestServer, owner: TestUser, pools: Pools): Promise<string> {
  const act = async (path: string, body: object) => (await owner.request('POST', `/api/auth/organization/${path}`, { body })).json
  const made = async (): Promise<string> =>
    (await act('create', { name: 'Spare', slug: newSlug(), keepCurrentActiveOrganization: true })).id
  for (let each = 0; each < SPARE; each += 1) {
    pools.add('own', 'team', (await act('create-team', { name: `Team ${each}` })).id)
    pools.add('own', 'spare organization', await made())
  }
  const guest = await aUser(server)
  const ids: string[] = []
  for (let each = 0; each < INVITATIONS; each += 1) {
    ids.push((await act('invite-member', { email: guest.email, role: 'member', organizationId: await made() })).id)
  }
  const letters = await lettersWith(server, /\/invitations\//, INVITATIONS)
  for (const [at, id] of ids.entries()) {
    const [, secret = ''] = letters.map((text) => new RegExp(`${id}\\?secret=(\\w+)`).exec(text)).find((found) => found) ?? []
    const seen = await guest.request('GET', `/api/auth/organization/get-invitation?id=${id}&secret=${secret}`)
    if (seen.status !== 200) throw new Error(`The mailed link was answered ${seen.text}.`)
    pools.add('own', at === 0 ? 'standing invitation' : 'invitation', id)
    pools.add('own', at === 0 ? 'standing secret' : 'invitation secret', secret)
  }
  return guest.token
}

/** What a merchant's staff is made of. */
export interface Staffing {
  readonly people: readonly TestUser[]
  readonly pools: Pools
  /** Of a server call, which makes members without an invitation. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Makes some people members of a merchant's organization, and roles there that nobody has. Gives the token of somebody who belongs to
 * other organizations, which they may leave.
 */
export async function staffedBy(
  server: TestServer,
  { owner, organizationId }: TestMerchant,
  { people, pools, headers }: Staffing,
): Promise<string> {
  const add = async (userId: string, where: string): Promise<string> => {
    const body = { userId, role: 'member', organizationId: where }
    const answer = await server.request('POST', '/api/auth/organization/add-member', { headers, body })
    if (answer.status !== 200) throw new Error(`Making somebody a member was answered ${answer.text}`)
    return answer.json.id
  }
  for (const { id } of people.slice(0, SPARE)) pools.add('own', 'member', await add(id, organizationId))
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

/** Waits until there are so many letters that hold something, and gives their texts. */
async function lettersWith(server: TestServer, pattern: RegExp, many: number): Promise<readonly string[]> {
  const late = AbortSignal.timeout(20_000)
  const inbox = `${server.settings.BASE_URL}/dev/mail/messages`
  // Asked without forwarding headers: the inbox answers nobody else.
  const read = async <T>(address: string): Promise<T> => (await fetch(address)).json() as Promise<T>
  let found: readonly string[] = []
  while (found.length < many && !late.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { items } = await read<{ readonly items: readonly { readonly id: string }[] }>(inbox)
    const letters = await Promise.all(items.map(({ id }) => read<{ readonly text: string }>(`${inbox}/${id}`)))
    found = letters.flatMap(({ text }) => (pattern.test(text) ? [text] : []))
  }
  return found
}
