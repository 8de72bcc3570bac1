import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomText } from '#kernel/token.ts'
import { movableClock } from '#platform/clock.ts'
import { aBrowser, aStranger, type Walk } from '#test/support/a-browser.ts'
import { aUser, newAddress, PASSWORD } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailsTo, ledOnWith } from '#test/support/emails.ts'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'

const clock = movableClock(START)
const standIn = await fakeProvider({ now: () => clock.now() })
const server = await testServer({ settings: standIn.settings, clock })
const opened: TestServer[] = [server]
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await standIn.close()
})
// What other tests have ordered is sent before: the inbox holds the latest letters only.
beforeAll(() => server.drain())
beforeEach(() => standIn.reset())

const { db } = server.platform.database

/** The same house with other settings. */
async function withSettings(settings: Record<string, string>): Promise<TestServer> {
  const other = await testServer({ settings: { ...standIn.settings, ...settings }, clock })
  opened.push(other)
  return other
}

const at = (answer: { readonly headers: Readonly<Record<string, unknown>> }) => answer.headers['location']
const errorPage = (error: string) => `${server.settings.BASE_URL}/api/auth/error?error=${error}`
/** The letter K, and the sign of the Kelvin, which folds into it. */
const KELVIN = '\u212A'
const lettersOf = async (address: string) => (await emailsTo(server, address)).map(({ headers }) => headers['X-Guildhall-Template'])
const actionsOf = async (userId: string) =>
  (await db.selectFrom('audit_entries').select(['action', 'details']).where('user_id', '=', userId).orderBy('id').execute()).map(
    ({ action, details }) => [action, (details as { provider?: string } | null)?.provider],
  )

describe('somebody new', () => {
  test('signs up, is signed in, and is led to where new people go; what the provider says of them is kept', async () => {
    const browser = aBrowser(server, standIn)
    const person = aStranger({ name: 'Grace Hopper' })
    const back = await browser.signIn('google', { person, body: { callbackURL: '/welcome', newUserCallbackURL: '/new' } })
    expect([back.status, at(back)]).toEqual([302, '/new'])
    const { user } = await browser.session()
    expect(user).toMatchObject({ email: person.email, emailVerified: true, name: 'Grace Hopper', username: null, role: 'user' })
    expect(user.image).toMatch(/^https:/)
    const accounts = (await browser.request('GET', '/api/auth/list-accounts')).json
    expect(accounts).toMatchObject([{ provider: 'google', accountId: person.id, scopes: expect.arrayContaining(['openid']) }])
    expect((await actionsOf(user.id)).sort()).toEqual([
      ['user.signed_in', 'google'],
      ['user.signed_up', 'google'],
    ])
    const facts = await db.selectFrom('facts').select('name').where('resource_id', '=', user.id).execute()
    expect(facts.map(({ name }) => name)).toEqual(['user.created'])
  })

  test('comes in where addresses must be proven, and is mailed a link where sign-up mails one and the provider makes no claim', async () => {
    const strict = await withSettings({
      REQUIRE_EMAIL_VERIFICATION: 'true',
      SEND_VERIFICATION_ON_SIGN_UP: 'true',
      SIGN_UP_DISABLED: 'true',
    })
    const [proven, unproven] = [aStranger(), aStranger()]
    const browser = aBrowser(strict, standIn)
    expect(at(await browser.signIn('spotify', { person: unproven }))).toBe('http://localhost:3000')
    expect((await browser.session()).user.emailVerified).toBe(false)
    await aBrowser(strict, standIn).signIn('google', { person: proven })
    expect([await lettersOf(unproven.email), await lettersOf(proven.email)]).toEqual([['verification'], []])
  })

  test('does not come in where the provider’s sign-up is off, nor unasked where it is on request', async () => {
    const shut = await withSettings({ GITHUB_DISABLE_SIGN_UP: 'true', GOOGLE_DISABLE_IMPLICIT_SIGN_UP: 'true' })
    const body = { errorCallbackURL: '/sign-in?from=there' }
    const off = await aBrowser(shut, standIn).signIn('github', { person: aStranger(), body: { ...body, requestSignUp: true } })
    expect(at(off)).toBe('/sign-in?from=there&error=signup_disabled')
    const unasked = await aBrowser(shut, standIn).signIn('google', { person: aStranger(), body })
    expect(at(unasked)).toBe('/sign-in?from=there&error=signup_disabled')
    const asked = await aBrowser(shut, standIn).signIn('google', { person: aStranger(), body: { ...body, requestSignUp: true } })
    expect(at(asked)).toBe('http://localhost:3000')
  })

  test('without an address does not come in; one whose account is linked does', async () => {
    const person = aStranger({ email: null })
    expect(at(await aBrowser(server, standIn).signIn('github', { person }))).toBe(errorPage('email_not_found'))
    const known = await aUser(server)
    expect(at(await aBrowser(server, standIn, known.cookie).link('github', { person, body: { callbackURL: '/mine' } }))).toBe('/mine')
    const browser = aBrowser(server, standIn)
    await browser.signIn('github', { person })
    expect((await browser.session()).user.id).toBe(known.id)
  })

  test('whose address only looks like somebody else’s is not them', async () => {
    const known = await aUser(server, { email: `k${newAddress()}` })
    const alike = `${KELVIN}${known.email.slice(1)}`
    const answer = await aBrowser(server, standIn).signIn('github', { person: aStranger({ email: alike }) })
    expect(at(answer)).toBe(errorPage('email_not_found'))
    expect((await known.request('GET', '/api/auth/list-accounts')).json).toHaveLength(1)
  })

  test('who comes twenty times at once makes one account', async () => {
    const person = aStranger()
    const browsers = Array.from({ length: 20 }, () => aBrowser(server, standIn))
    const backs = await Promise.all(browsers.map(async (browser) => [browser, await browser.leave('google', { person })] as const))
    const answers = await Promise.all(backs.map(([browser, back]) => browser.comeBack(back)))
    expect(new Set(answers.map(at))).toEqual(new Set(['http://localhost:3000']))
    const ids = await Promise.all(browsers.map(async (browser) => (await browser.session()).user.id))
    expect(new Set(ids).size).toBe(1)
    const rows = await db.selectFrom('accounts').select('id').where('account_id', '=', person.id).execute()
    expect(rows).toHaveLength(1)
  })
})

describe('the first administrator', () => {
  const address = 'first@example.test'
  test.each([
    ['whose address the provider says is theirs becomes it', true, 'test', 'admin'],
    ['whose address nobody vouches for does not', false, 'test', 'user'],
    ['does not in production, where the mail has to prove it', true, 'production', 'user'],
  ])('%s', async (_, isVerified, mode, role) => {
    const production = { BASE_URL: 'https://guildhall.example', SMTP_URL: 'smtp://127.0.0.1:1', SERVICE_TOKEN: randomText(40) }
    const settings = {
      ...standIn.settings,
      BOOTSTRAP_ADMIN_EMAIL: address,
      ...(mode === 'production' && { ...production, NODE_ENV: mode }),
    }
    const own = await testServer({ settings, clock, database: await ownDatabase() })
    opened.push(own)
    const browser = aBrowser(own, standIn)
    await browser.signIn('google', { person: aStranger({ email: address, isVerified }) })
    expect((await browser.session()).user).toMatchObject({ role, emailVerified: isVerified })
  })
})

describe('somebody who is known', () => {
  test('signs in again, and name, picture and address stay as they are here', async () => {
    const person = aStranger()
    const [first, second] = [aBrowser(server, standIn), aBrowser(server, standIn)]
    await first.signIn('google', { person })
    const before = (await first.session()).user
    const changed = { ...person, name: 'Somebody Else', email: newAddress(), hasPicture: false }
    expect(at(await second.signIn('google', { person: changed, body: { callbackURL: '/in', newUserCallbackURL: '/new' } }))).toBe('/in')
    expect((await second.session()).user).toEqual(before)
  })

  test('is linked by a proven address that the provider vouches for', async () => {
    const first = aBrowser(server, standIn)
    const person = aStranger()
    await first.signIn('google', { person })
    const second = aBrowser(server, standIn)
    await second.signIn('github', { person: { ...person, id: aStranger().id } })
    const { user } = await second.session()
    expect(user.id).toBe((await first.session()).user.id)
    expect((await first.session()).user).toEqual(user)
    expect(await actionsOf(user.id)).toContainEqual(['user.account_linked', 'github'])
    expect(await lettersOf(person.email)).toEqual(['new-device'])
  })

  test.each([
    ['the provider does not vouch for the address', {}, { isVerified: false }],
    ['linking is off', { ACCOUNT_LINKING_DISABLED: 'true' }, {}],
    ['linking is off, though the provider is trusted', { ACCOUNT_LINKING_DISABLED: 'true', TRUSTED_PROVIDERS: 'github' }, {}],
  ])('is not linked where %s', async (_, settings, changed) => {
    const at1 = await withSettings(settings)
    const person = await aUser(at1)
    const browser = aBrowser(at1, standIn)
    const walk = { person: aStranger({ email: person.email, ...changed }), body: { errorCallbackURL: '/link-account' } }
    expect(at(await browser.signIn('github', walk))).toBe('/link-account?error=account_not_linked')
    expect(await browser.session()).toBeNull()
    expect((await person.request('GET', '/api/auth/list-accounts')).json).toHaveLength(1)
  })

  test('an account is its provider and its id there: the same id elsewhere is somebody else', async () => {
    const [one, two] = [aBrowser(server, standIn), aBrowser(server, standIn)]
    const { id } = aStranger()
    await one.signIn('google', { person: aStranger({ id }) })
    await two.signIn('github', { person: aStranger({ id }) })
    expect((await one.session()).user.id).not.toBe((await two.session()).user.id)
  })

  test('who is banned is told on our own page, and who was is let in', async () => {
    const person = aStranger()
    const browser = aBrowser(server, standIn)
    await browser.signIn('google', { person })
    const { user } = await browser.session()
    const ban = (until: Date) => db.updateTable('users').set({ is_banned: true, ban_expires_at: until }).where('id', '=', user.id).execute()
    await ban(new Date(clock.now().getTime() + 1000))
    const other = aBrowser(server, standIn)
    const back = await other.signIn('google', { person, body: { errorCallbackURL: '/sign-in' } })
    expect(String(at(back))).toMatch(
      /^http:\/\/localhost:3000\/api\/auth\/error\?error=banned&error_description=You%20have%20been%20banned/,
    )
    expect(ledOnWith(back, 'error_description')).toBe(
      'You have been banned from this application. Please contact support if you believe this is an error.',
    )
    expect(await other.session()).toBeNull()
    await ban(clock.now())
    await other.signIn('google', { person })
    expect((await other.session()).user.banned).toBe(false)
  })
})

describe('an account whose address nobody has proven', () => {
  test('is its owner’s when they come: whoever made it loses password, other providers and sessions, and the owner is told', async () => {
    const squatter = await aUser(server)
    await aBrowser(server, standIn, squatter.cookie).link('github', { person: aStranger() })
    const browser = aBrowser(server, standIn)
    await browser.signIn('google', { person: aStranger({ email: squatter.email }) })
    const { user } = await browser.session()
    expect(user).toMatchObject({ id: squatter.id, emailVerified: true })
    expect((await squatter.request('GET', '/api/auth/get-session')).json).toBeNull()
    const again = await server.request('POST', '/api/auth/sign-in/email', { body: { email: squatter.email, password: PASSWORD } })
    expect(again.status).toBe(401)
    expect((await browser.request('GET', '/api/auth/list-accounts')).json.map((each: { provider: string }) => each.provider)).toEqual([
      'google',
    ])
    expect(await actionsOf(user.id)).toContainEqual(['user.account_secured', 'google'])
    const [letter] = await emailsTo(server, squatter.email)
    expect(letter?.headers['X-Guildhall-Template']).toBe('account-secured')
    expect(letter?.text).toContain('Google')
  })

  test('is made safe by a trusted provider that makes no claim, and stays unproven', async () => {
    const trusting = await withSettings({ TRUSTED_PROVIDERS: 'spotify' })
    const squatter = await aUser(trusting)
    const browser = aBrowser(trusting, standIn)
    await browser.signIn('spotify', { person: aStranger({ email: squatter.email }) })
    expect((await browser.session()).user).toMatchObject({ id: squatter.id, emailVerified: false })
    expect((await squatter.request('GET', '/api/auth/get-session')).json).toBeNull()
  })

  test('of several who come for it at once all are let in, and it is made safe once', async () => {
    const squatter = await aUser(server)
    const person = aStranger({ email: squatter.email })
    const browsers = Array.from({ length: 5 }, () => aBrowser(server, standIn))
    const backs = await Promise.all(browsers.map(async (browser) => [browser, await browser.leave('google', { person })] as const))
    const answers = await Promise.all(backs.map(([browser, back]) => browser.comeBack(back)))
    expect(answers.map(at)).toEqual(Array(5).fill('http://localhost:3000'))
    const secured = (await actionsOf(squatter.id)).filter(([action]) => action === 'user.account_secured')
    expect(secured).toHaveLength(1)
    expect((await lettersOf(squatter.email)).filter((each) => each === 'account-secured')).toHaveLength(1)
  })
})

describe('an id token', () => {
  const post = (body: Record<string, unknown>, to = server) => to.request('POST', '/api/auth/sign-in/social', { body })

  test('signs in at once, and what came with it is kept', async () => {
    const nonce = randomText(16)
    const person = aStranger()
    const token = standIn.idToken('google', { nonce, person })
    const answer = await post({
      provider: 'google',
      idToken: { token, nonce, accessToken: 'at', expiresAt: clock.now().getTime() + 60_000 },
    })
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        redirect: false,
        token: expect.stringMatching(/^\w{32}$/),
        user: expect.objectContaining({ email: person.email, emailVerified: true }),
      },
    ])
    expect(answer.cookies.has('better-auth.session_token')).toBe(true)
    const kept = { authorization: `Bearer ${answer.json.token}` }
    const tokens = await server.request('POST', '/api/auth/get-access-token', { headers: kept, body: { providerId: 'google' } })
    expect(tokens.json).toMatchObject({ accessToken: 'at', idToken: token })
  })

  test.each([
    ['another nonce', { nonce: 'x' }, {}, 401, 'invalid token'],
    ['no token', { token: 'x' }, {}, 401, 'invalid token'],
    ['one without an address', {}, { email: null }, 401, 'User email not found'],
  ])('with %s is refused', async (_, given, changed, status, message) => {
    const token = standIn.idToken('google', { nonce: 'n', person: aStranger(changed) })
    const answer = await post({ provider: 'google', idToken: { token, nonce: 'n', ...given } })
    expect([answer.status, answer.json.message]).toEqual([status, message])
  })

  test('of somebody new or not linked is refused as at a call-back, in words', async () => {
    const shut = await withSettings({ GOOGLE_DISABLE_SIGN_UP: 'true' })
    const known = await aUser(shut)
    const idToken = (changed: Walk['person']) => ({
      provider: 'google',
      idToken: { token: standIn.idToken('google', { person: aStranger(changed) }) },
    })
    const fresh = await post(idToken({}), shut)
    expect([fresh.status, fresh.json]).toEqual([401, { code: 'SIGNUP_DISABLED', message: 'signup disabled' }])
    const other = await post(idToken({ email: known.email, isVerified: false }), shut)
    expect([other.status, other.json]).toEqual([401, { code: 'ACCOUNT_NOT_LINKED', message: 'account not linked' }])
  })
})
