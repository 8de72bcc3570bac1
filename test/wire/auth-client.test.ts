// The published client, as it is installed by those who use it, against the running server on a port of its own.
import { afterAll, expect, test } from 'vitest'
import { newAddress, newSlug, PASSWORD } from '#test/support/a-user.ts'
import { Jar, publishedClient } from '#test/support/published-client.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer()
const baseURL = await server.listen()
afterAll(() => server.close())

function aClient(jar = new Jar(server.settings.BASE_URL), headers: Record<string, string> = {}) {
  return { client: publishedClient(baseURL, jar, headers), jar }
}

async function signedUp() {
  const { client, jar } = aClient()
  const email = newAddress()
  const { data, error } = await client.signUp.email({ name: 'Ann Lee', email, password: PASSWORD })
  expect(error).toBeNull()
  return { client, jar, email, token: data?.token ?? '', user: data?.user }
}

test('sign up, session, sign out, sign in', async () => {
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

test('a session that is not to be remembered leaves the mark that the client knows', async () => {
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

test('sessions are listed and ended one by one, all others, and all', async () => {
  const { client, email } = await signedUp()
  const elsewhere = async () => {
    const other = aClient().client
    await other.signIn.email({ email, password: PASSWORD })
    // Bare, it would pass for a promise: every property of it is a call.
    return { other }
  }
  const [{ other: first }, { other: second }] = [await elsewhere(), await elsewhere()]
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

test('errors carry status, reason phrase, code and message', async () => {
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
  const short = await client.signUp.email({ name: 'Ann', email: newAddress(), password: 'short' })
  expect(short.error).toMatchObject({ status: 400, statusText: 'BAD_REQUEST', code: 'PASSWORD_TOO_SHORT' })
  const invalid = await client.signIn.email({ email: 5, password: PASSWORD })
  expect(invalid.error).toMatchObject({ status: 400, statusText: '400', code: 'VALIDATION_ERROR', message: 'Invalid body parameters' })
  const nobody = await client.organization.list()
  expect(nobody).toMatchObject({ data: null, error: { status: 401, statusText: 'UNAUTHORIZED' } })
})

test('a user name at sign-up is checked and kept', async () => {
  const { client } = aClient()
  const username = `Ann_${newAddress().slice(0, 8)}`
  const details = { name: 'Ann', email: newAddress(), password: PASSWORD }
  const short = await client.signUp.email({ ...details, username: 'ab' })
  expect(short.error).toMatchObject({ status: 422, message: 'username is too short' })
  expect((await client.signUp.email({ ...details, username })).error).toBeNull()
  const session = await client.getSession()
  expect(session.data?.user).toMatchObject({ username: username.toLowerCase(), displayUsername: username, role: 'user' })
})

test('organizations: slug, create, list, whole, active member, set active', async () => {
  const { client, user } = await signedUp()
  const [slug, other] = [newSlug(), newSlug()]
  expect((await client.organization.checkSlug({ slug })).data).toEqual({ status: true })
  const made = await client.organization.create({ name: 'Acme', slug, metadata: { tier: 'gold' } })
  expect(made.data).toMatchObject({ slug, metadata: { tier: 'gold' }, createdAt: expect.any(Date), members: [{ role: 'owner' }] })
  expect((await client.organization.checkSlug({ slug })).error).toMatchObject({ status: 400, message: 'slug is taken' })
  const again = await client.organization.create({ name: 'Acme', slug })
  expect(again.error).toMatchObject({ status: 400, code: 'ORGANIZATION_ALREADY_EXISTS', message: 'Organization already exists' })
  const second = await client.organization.create({ name: 'Second', slug: other })
  const list = await client.organization.list()
  expect(list.data?.map((each: { slug: string }) => each.slug).sort()).toEqual([slug, other].sort())
  const whole = await client.organization.getFullOrganization()
  expect(whole.data).toMatchObject({ id: second.data?.id, members: [{ userId: user?.id }], invitations: [], teams: [{ name: 'Second' }] })
  const active = await client.organization.setActive({ organizationSlug: slug })
  expect(active.data).toMatchObject({ id: made.data?.id, metadata: '{"tier":"gold"}' })
  expect((await client.getSession()).data?.session.activeOrganizationId).toBe(made.data?.id)
  expect((await client.organization.getActiveMember()).data).toMatchObject({ role: 'owner', user: { id: user?.id } })
  const stranger = await signedUp()
  const refused = await stranger.client.organization.setActive({ organizationId: made.data?.id ?? '' })
  expect(refused.error).toMatchObject({ status: 403, message: 'User is not a member of the organization' })
  expect(await client.organization.setActive({ organizationId: null })).toMatchObject({ data: null, error: null })
})

test('the unsigned token works as a bearer, without any cookie', async () => {
  const { token, email } = await signedUp()
  const { client, jar } = aClient(new Jar(server.settings.BASE_URL), { Authorization: `Bearer ${token}` })
  expect((await client.getSession()).data?.user.email).toBe(email)
  expect((await client.organization.create({ name: 'Acme', slug: newSlug() })).error).toBeNull()
  expect((await client.signOut()).data).toEqual({ success: true })
  expect((await client.getSession()).data).toBeNull()
  expect(jar.cookies.size).toBe(0)
})
