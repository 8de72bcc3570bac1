// The published client, as it is installed from the registry, against the running server on a port of its own.
import { afterAll, expect, test } from 'vitest'
import { newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { CookieJar, publishedClient } from '#test/support/published-client.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer()
const baseURL = await server.listen()
afterAll(() => server.close())

function aClient(jar = new CookieJar(server.settings.BASE_URL), headers: Record<string, string> = {}) {
  return { client: publishedClient(baseURL, jar, headers), jar }
}

async function signedUp() {
  const { client, jar } = aClient()
  const email = uniqueEmail()
  const { data, error } = await client.signUp.email({ name: 'Ann Lee', email, password: PASSWORD })
  expect(error).toBeNull()
  return { client, jar, email, token: data?.token ?? '', user: data?.user }
}

test('a user signs up, reads the session, signs out and signs in', async () => {
  const { client, jar, email, token, user } = await signedUp()
  expect(token).toMatch(/^[A-Za-z0-9]{32}$/)
  expect(user).toMatchObject({ email, name: 'Ann Lee', emailVerified: false, createdAt: expect.any(Date) })
  const session = await client.getSession()
  expect(session.data?.session.expiresAt).toBeInstanceOf(Date)
  expect(session.data).toMatchObject({ session: { token, userId: user?.id }, user: { email } })
  expect((await client.signOut()).data).toEqual({ success: true })
  expect([...jar.cookies.keys()]).toEqual(['better-auth.device'])
  expect(await client.getSession()).toMatchObject({ data: null, error: null })
  const again = await client.signIn.email({ email, password: PASSWORD })
  expect(again.data).toMatchObject({ redirect: false, user: { email } })
  expect((await client.getSession()).data?.user.email).toBe(email)
})

test('a sign-in without rememberMe sets the cookie that the client reads', async () => {
  const { email } = await signedUp()
  const { client, jar } = aClient()
  await client.signIn.email({ email, password: PASSWORD, rememberMe: false })
  expect([...jar.cookies.keys()]).toEqual([
    'better-auth.session_token',
    'better-auth.dont_remember',
    'better-auth.session_data',
    'better-auth.device',
  ])
})

test('sessions are listed and revoked one by one, all others, and all', async () => {
  const { client, email } = await signedUp()
  const otherBrowser = async () => {
    const other = aClient().client
    await other.signIn.email({ email, password: PASSWORD })
    // Returned alone, `await` would treat it as a promise: every property of it is a call.
    return { other }
  }
  const [{ other: first }, { other: second }] = [await otherBrowser(), await otherBrowser()]
  const listed = await client.listSessions()
  expect(listed.data).toEqual(Array(3).fill(expect.objectContaining({ expiresAt: expect.any(Date), lastSeenAt: expect.any(Date) })))
  const { session } = (await first.getSession()).data ?? {}
  expect((await client.revokeSession({ token: session?.token ?? '' })).data).toEqual({ status: true })
  expect((await first.getSession()).data).toBeNull()
  const again = await client.revokeSession({ token: session?.token ?? '' })
  expect(again.error).toMatchObject({ status: 400, code: 'SESSION_NOT_FOUND', message: 'Session not found' })
  expect((await client.revokeOtherSessions()).data).toEqual({ status: true })
  expect([(await second.getSession()).data, (await client.listSessions()).data?.length]).toEqual([null, 1])
  expect((await client.revokeSessions()).data).toEqual({ status: true })
  expect([(await client.getSession()).data, (await client.listSessions()).error?.status]).toEqual([null, 401])
})

test('errors have status, reason phrase, code and message', async () => {
  const { email } = await signedUp()
  const { client } = aClient()
  const wrong = await client.signIn.email({ email, password: 'something else' })
  expect(wrong).toEqual({
    data: null,
    error: { status: 401, statusText: 'UNAUTHORIZED', code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
  })
  const taken = await client.signUp.email({ name: 'Ann', email, password: PASSWORD })
  expect(taken.error).toEqual({
    status: 422,
    statusText: 'UNPROCESSABLE_ENTITY',
    code: 'USER_ALREADY_EXISTS',
    message: 'User already exists',
  })
  const short = await client.signUp.email({ name: 'Ann', email: uniqueEmail(), password: 'short' })
  expect(short.error).toMatchObject({ status: 400, statusText: 'BAD_REQUEST', code: 'PASSWORD_TOO_SHORT' })
  const invalid = await client.signIn.email({ email: 5, password: PASSWORD })
  expect(invalid.error).toMatchObject({ status: 400, statusText: '400', code: 'VALIDATION_ERROR', message: 'Invalid body parameters' })
  const anonymous = await client.organization.list()
  expect(anonymous).toMatchObject({ data: null, error: { status: 401, statusText: 'UNAUTHORIZED' } })
})

test('a username at sign-up is validated and stored', async () => {
  const { client } = aClient()
  const username = `Ann_${uniqueEmail().slice(0, 8)}`
  const details = { name: 'Ann', email: uniqueEmail(), password: PASSWORD }
  const short = await client.signUp.email({ ...details, username: 'ab' })
  expect(short.error).toMatchObject({ status: 422, message: 'username is too short' })
  expect((await client.signUp.email({ ...details, username })).error).toBeNull()
  const session = await client.getSession()
  expect(session.data?.user).toMatchObject({ username: username.toLowerCase(), displayUsername: username, role: 'user' })
})

test('a user checks a slug, creates organizations, lists and reads them, and sets the active one', async () => {
  const { client, user } = await signedUp()
  const [slug, other] = [newSlug(), newSlug()]
  expect((await client.organization.checkSlug({ slug })).data).toEqual({ status: true })
  const created = await client.organization.create({ name: 'Acme', slug, metadata: { tier: 'gold' } })
  expect(created.data).toMatchObject({ slug, metadata: { tier: 'gold' }, createdAt: expect.any(Date), members: [{ role: 'owner' }] })
  expect((await client.organization.checkSlug({ slug })).error).toMatchObject({ status: 400, message: 'slug is taken' })
  const again = await client.organization.create({ name: 'Acme', slug })
  expect(again.error).toMatchObject({ status: 400, code: 'ORGANIZATION_ALREADY_EXISTS', message: 'Organization already exists' })
  const second = await client.organization.create({ name: 'Second', slug: other })
  const list = await client.organization.list()
  expect(list.data?.map((each: { slug: string }) => each.slug).sort()).toEqual([slug, other].sort())
  const full = await client.organization.getFullOrganization()
  expect(full.data).toMatchObject({ id: second.data?.id, members: [{ userId: user?.id }], invitations: [], teams: [{ name: 'Second' }] })
  const active = await client.organization.setActive({ organizationSlug: slug })
  expect(active.data).toMatchObject({ id: created.data?.id, metadata: '{"tier":"gold"}' })
  expect((await client.getSession()).data?.session.activeOrganizationId).toBe(created.data?.id)
  expect((await client.organization.getActiveMember()).data).toMatchObject({ role: 'owner', user: { id: user?.id } })
  const stranger = await signedUp()
  const refused = await stranger.client.organization.setActive({ organizationId: created.data?.id ?? '' })
  expect(refused.error).toMatchObject({ status: 403, message: 'User is not a member of the organization' })
  expect(await client.organization.setActive({ organizationId: null })).toMatchObject({ data: null, error: null })
})

test('the unsigned session token works as a bearer token without any cookie', async () => {
  const { token, email } = await signedUp()
  const { client, jar } = aClient(new CookieJar(server.settings.BASE_URL), { Authorization: `Bearer ${token}` })
  expect((await client.getSession()).data?.user.email).toBe(email)
  expect((await client.organization.create({ name: 'Acme', slug: newSlug() })).error).toBeNull()
  expect((await client.signOut()).data).toEqual({ success: true })
  expect((await client.getSession()).data).toBeNull()
  expect(jar.cookies.size).toBe(0)
})
