import { afterAll, beforeEach, expect, test } from 'vitest'
import { readyProvider } from '#identity/providers/index.ts'
import { movableClock } from '#platform/clock.ts'
import { aBrowser, aStranger } from '#test/support/a-browser.ts'
import { aUser, type TestUser } from '#test/support/a-user.ts'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { START, testServer } from '#test/support/server.ts'
import { linkAccount } from './actions/link-account.ts'

const clock = movableClock(START)
const standIn = await fakeProvider({ now: () => clock.now() })
const server = await testServer({
  settings: { ...standIn.settings, ACCOUNT_LINKING_DISABLED: 'true', GITHUB_DISABLE_SIGN_UP: 'true' },
  clock,
})
afterAll(async () => {
  await server.close()
  await standIn.close()
})
beforeEach(() => standIn.reset())

const { db } = server.platform.database
const at = (answer: { readonly headers: Readonly<Record<string, unknown>> }) => answer.headers['location']
const RESTART = `${server.settings.BASE_URL}/api/auth/error?error=please_restart_the_process`
const body = { callbackURL: '/account/connections', errorCallbackURL: '/link-account' }
const accountsOf = async (person: TestUser): Promise<{ provider: string; accountId: string; scopes: string[] }[]> =>
  (await person.request('GET', '/api/auth/list-accounts')).json
const isLink = ({ provider }: { readonly provider: string }) => provider !== 'credential'
const linksOf = async (person: TestUser) =>
  (await accountsOf(person)).filter(isLink).map(({ provider, accountId }) => [provider, accountId])
const asBrowser = (person: TestUser) => aBrowser(server, standIn, person.cookie)

test('whoever is signed in links an account whatever its address, and may do so where linking by address and sign-up are off', async () => {
  const person = await aUser(server)
  const stranger = aStranger({ isVerified: false })
  const answer = await person.request('POST', '/api/auth/link-social', { body: { provider: 'github', scopes: ['repo'], ...body } })
  expect(answer.json).toEqual({ url: expect.stringContaining('repo'), redirect: true })
  const browser = asBrowser(person)
  expect(at(await browser.link('github', { person: stranger, body: { ...body, scopes: ['repo'] } }))).toBe('/account/connections')
  expect(await linksOf(person)).toEqual([['github', stranger.id]])
  expect((await accountsOf(person)).find(isLink)?.scopes).toContain('repo')
  const other = aBrowser(server, standIn)
  expect(at(await other.signIn('github', { person: stranger }))).toBe(server.settings.BASE_URL)
  expect((await other.session()).user).toMatchObject({ id: person.id, email: person.email, emailVerified: false, name: person.name })
  const done = await db
    .selectFrom('audit_entries')
    .select('details')
    .where('user_id', '=', person.id)
    .where('action', '=', 'user.account_linked')
    .execute()
  expect(done.map(({ details }) => details)).toEqual([{ provider: 'github' }])
})

test('linked again it gets its new tokens, and is written down once', async () => {
  const person = await aUser(server)
  const stranger = aStranger()
  const link = async () => at(await asBrowser(person).link('google', { person: stranger, body }))
  const tokenOf = async () =>
    (await person.request('POST', '/api/auth/get-access-token', { body: { providerId: 'google' } })).json.accessToken
  expect(await link()).toBe('/account/connections')
  const before = await tokenOf()
  expect(await link()).toBe('/account/connections')
  expect(await tokenOf()).not.toBe(before)
  expect(await linksOf(person)).toHaveLength(1)
})

test('an account of somebody else stays theirs', async () => {
  const [owner, other] = [await aUser(server), await aUser(server)]
  const stranger = aStranger()
  await asBrowser(owner).link('github', { person: stranger, body })
  const answer = await asBrowser(other).link('github', { person: stranger, body })
  expect(at(answer)).toBe('/link-account?error=account_already_linked_to_different_user')
  expect([await linksOf(owner), await linksOf(other)]).toEqual([[['github', stranger.id]], []])
})

test('of two people who link one account at once one gets it', async () => {
  const people = [await aUser(server), await aUser(server)]
  const stranger = aStranger()
  const backs = await Promise.all(
    people.map(async (person) => {
      const browser = asBrowser(person)
      return [browser, await browser.leave('github', { person: stranger, body, links: true })] as const
    }),
  )
  const answers = await Promise.all(backs.map(([browser, back]) => browser.comeBack(back)))
  expect(answers.map(at).sort()).toEqual(['/account/connections', '/link-account?error=account_already_linked_to_different_user'])
})

test('the way back links in the very session in which it began, and in no other', async () => {
  const [person, other] = [await aUser(server), await aUser(server)]
  const browser = asBrowser(person)
  const leave = () => browser.leave('github', { person: aStranger(), body, links: true })
  const stateOf = () =>
    browser
      .cookie()
      .split('; ')
      .find((pair) => pair.includes('.state=')) ?? ''
  const [first, second, third, fourth] = [await leave(), await leave(), await leave(), await leave()]
  // Somebody else's session, nobody's, and one of the same person that began later.
  for (const [back, cookie] of [
    [first, `${other.cookie}; ${stateOf()}`],
    [second, stateOf()],
  ] as const)
    expect(at(await aBrowser(server, standIn, cookie).comeBack(back))).toBe(RESTART)
  const again = await server.request('POST', '/api/auth/sign-in/email', {
    body: { email: person.email, password: 'correct horse battery' },
  })
  const later = [...again.cookies.values()].map((line) => line.split(';', 1)[0]).join('; ')
  expect(at(await aBrowser(server, standIn, `${later}; ${stateOf()}`).comeBack(third))).toBe(RESTART)
  expect(at(await browser.comeBack(fourth))).toBe('/account/connections')
  expect([await linksOf(person), await linksOf(other)]).toEqual([[expect.anything()], []])
})

test('a session that has ended links nothing', async () => {
  const person = await aUser(server)
  const browser = asBrowser(person)
  const back = await browser.leave('github', { person: aStranger(), body, links: true })
  await browser.request('POST', '/api/auth/sign-out')
  expect(at(await browser.comeBack(back))).toBe(RESTART)
  expect(await db.selectFrom('accounts').select('id').where('user_id', '=', person.id).execute()).toHaveLength(1)
})

test('a session that ends while the provider is asked links nothing', async () => {
  const person = await aUser(server)
  const { session } = (await person.request('GET', '/api/auth/get-session')).json
  await person.request('POST', '/api/auth/sign-out')
  const { id: accountId } = aStranger()
  const provider = readyProvider(server.platform, 'github')
  if (!provider) throw new Error('GitHub is not configured.')
  const linking = linkAccount(server.platform, {
    userId: person.id,
    sessionId: session.id,
    provider,
    person: { accountId, email: null, emailVerified: false, name: 'Ada', image: null },
    tokens: { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null, scopes: [] },
    caller: { kind: 'anonymous' },
    request: { id: '', method: 'GET', path: '', address: '', userAgent: null, headers: {}, cookies: new Map(), language: 'en' },
    now: clock.now(),
  })
  await expect(linking).rejects.toThrow('please_restart_the_process')
  expect(await db.selectFrom('accounts').select('id').where('account_id', '=', accountId).execute()).toEqual([])
})

test('an app with a bearer token links in a browser that nobody is signed in to', async () => {
  const [person, other] = [await aUser(server), await aUser(server)]
  const headers = { authorization: `Bearer ${person.token}` }
  const ask = async () => {
    const answer = await server.request('POST', '/api/auth/link-social', { headers, body: { provider: 'github', ...body } })
    const cookie = answer.cookies.get('better-auth.state')?.split(';', 1)[0] ?? ''
    return { cookie, back: standIn.authorize(answer.json.url, { person: aStranger() }) }
  }
  const [first, second, third] = [await ask(), await ask(), await ask()]
  expect(at(await aBrowser(server, standIn, first.cookie).comeBack(first.back))).toBe('/account/connections')
  expect(at(await aBrowser(server, standIn, `${other.cookie}; ${second.cookie}`).comeBack(second.back))).toBe(RESTART)
  await server.request('POST', '/api/auth/sign-out', { headers })
  expect(at(await aBrowser(server, standIn, third.cookie).comeBack(third.back))).toBe(RESTART)
  expect(await db.selectFrom('accounts').select('id').where('user_id', '=', person.id).execute()).toHaveLength(2)
})

test('nobody, and nobody who acts for somebody else, links or unlinks', async () => {
  const [person, administrator] = [await aUser(server), await aUser(server)]
  expect((await server.request('POST', '/api/auth/link-social', { body: { provider: 'github' } })).status).toBe(401)
  await db.updateTable('sessions').set({ impersonated_by: administrator.id }).where('user_id', '=', person.id).execute()
  for (const [path, sent] of [
    ['link-social', { provider: 'github' }],
    ['unlink-account', { providerId: 'credential' }],
    ['get-access-token', { providerId: 'github' }],
    ['refresh-token', { providerId: 'github' }],
  ] as const) {
    const answer = await person.request('POST', `/api/auth/${path}`, { body: sent })
    expect([answer.status, answer.json.message]).toEqual([403, 'You are acting for somebody else'])
  }
})

test('an account that is unlinked is nobody’s, and may be linked by somebody else', async () => {
  const [person, other] = [await aUser(server), await aUser(server)]
  const stranger = aStranger()
  await asBrowser(person).link('github', { person: stranger, body })
  await person.request('POST', '/api/auth/unlink-account', { body: { providerId: 'github', accountId: stranger.id } })
  expect(at(await asBrowser(other).link('github', { person: stranger, body }))).toBe('/account/connections')
  expect([await linksOf(person), await linksOf(other)]).toEqual([[], [['github', stranger.id]]])
})
