// People whose letters hold links, whose password is gone, and who are signed in elsewhere too: for the calls that need such.
import { aBrowser, aStranger } from '#test/support/a-browser.ts'
import { aPerson, PASSWORD } from '#test/support/a-person.ts'
import type { ProviderStandIn } from '#test/support/provider-stand-in.ts'
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
  const people = await Promise.all(Array.from({ length: SPARE }, () => aPerson(server)))
  // Nobody else's link may end theirs: a new password would.
  const leaver = await aPerson(server)
  for (const person of people) {
    await person.request('POST', '/api/auth/send-verification-email', { body: { email: person.email } })
    await person.request('POST', '/api/auth/forget-password', { body: { email: person.email } })
    const bare = await aPerson(server)
    await bare.request('POST', '/api/auth/unlink-account', { body: { providerId: 'credential' } })
    pools.add('own', 'person without password', bare.id)
  }
  await leaver.request('POST', '/api/auth/delete-user', { body: {} })
  const late = AbortSignal.timeout(20_000)
  const inbox = `${server.settings.BASE_URL}/dev/mail/messages`
  // Asked without forwarding headers: the inbox answers nobody else.
  const read = async <T>(address: string): Promise<T> => (await fetch(address)).json() as Promise<T>
  const links: { readonly kind: Kind; readonly token: string }[] = []
  while (links.length < 2 * SPARE + 1 && !late.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { items } = await read<{ readonly items: readonly { readonly id: string }[] }>(inbox)
    const letters = await Promise.all(items.map(({ id }) => read<{ readonly text: string }>(`${inbox}/${id}`)))
    links.splice(0, links.length, ...letters.flatMap(({ text }) => linkIn(text)))
  }
  for (const { kind, token } of links) pools.add('own', kind, token)
  return leaver.token
}

/** Somebody who is signed in elsewhere too, and may end those sessions; gives their token. */
export async function aHolder(server: TestServer, pools: Pools): Promise<string> {
  const { email, token } = await aPerson(server)
  for (let each = 0; each < SPARE; each += 1) {
    const answer = await server.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD } })
    pools.add('own', 'other session', answer.json.token)
  }
  return token
}

/** Gives somebody an account of a provider, whose tokens can be renewed; and the names of providers to the run. */
export async function linkedBy(
  server: TestServer,
  standIn: ProviderStandIn,
  { cookie, pools }: { cookie: string; pools: Pools },
): Promise<void> {
  const answer = await aBrowser(server, standIn, cookie).link('gitlab', { person: aStranger(), body: { callbackURL: '/linked' } })
  if (answer.headers['location'] !== '/linked') throw new Error(`Linking led to ${answer.headers['location']}.`)
  for (const provider of ['apple', 'github', 'gitlab', 'google']) pools.add('own', 'provider', provider)
}
