import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdministrator, anOrganization, aUser, cookieHeader, newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { jobs } from './jobs.ts'

// A server and a database of its own: its clock is moved, and the clean-up reads every row.
let server: TestServer
beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
})
afterAll(() => server.close())

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
let count = 0

/** A new picture of one pixel, of about this size in bytes, as a `data:` URL. */
function newPicture(size = 100): string {
  count += 1
  return `data:image/gif;base64,${Buffer.from(`GIF89a\x01\0\x01\0${count}`.padEnd(size, ' '), 'latin1').toString('base64')}`
}

const pathOf = (url: string) => url.replace(server.settings.BASE_URL, '')
const imageOf = async (user: Awaited<ReturnType<typeof aUser>>) => (await user.request('GET', '/api/auth/get-session')).json.user.image
const runCleanUp = () =>
  jobs[0]?.run({}, server.platform, {
    id: crypto.randomUUID(),
    attempt: 1,
    isLastAttempt: false,
    wasInterrupted: false,
    now: server.clock.now(),
  })
const writeImage = (id: string, image: string) =>
  sql`update users set image = ${image} where id = ${id}::uuid`.execute(server.platform.database.db)

test('an uploaded picture becomes a URL that serves it for ever', async () => {
  const user = await aUser(server)
  const picture = newPicture()
  expect((await user.request('POST', '/api/auth/update-user', { body: { image: picture } })).status).toBe(200)
  const url = await imageOf(user)
  expect(url).toMatch(/^http:\/\/localhost:3000\/pictures\/[0-9a-f]{64}\.gif$/)
  const answer = await server.request('GET', pathOf(url))
  expect([answer.status, answer.text]).toEqual([200, Buffer.from(picture.split(',')[1] ?? '', 'base64').toString()])
  expect(answer.headers).toMatchObject({
    'content-type': 'image/gif',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
})

test('the session of a user with a large picture stays cached in the cookie', async () => {
  const user = await aUser(server)
  const updated = await user.request('POST', '/api/auth/update-user', { body: { image: newPicture(200_000) } })
  const getSession = (cookie: string) => server.request('GET', '/api/auth/get-session', { headers: { cookie } })
  // The first check of a cached session starts to listen for changes, and one from the millisecond of a change is invalid.
  await getSession(user.cookie)
  await server.platform.database.ping()
  server.clock.advance(10)
  const [token = ''] = user.cookie.split('; ')
  const cached = await getSession(`${token}; ${cookieHeader(await getSession(token))}`)
  expect(updated.status).toBe(200)
  expect([cached.roundTrips, cached.json.user.image]).toEqual([0, await imageOf(user)])
})

test('pictures are uploaded wherever a picture is given', async () => {
  const boss = await anAdministrator(server)
  const owner = await aUser(server)
  const post = async (user: typeof owner, path: string, body: unknown) => (await user.request('POST', `/api/auth/${path}`, { body })).json
  const newUser = () => ({ email: uniqueEmail(), name: 'Ann', password: PASSWORD })
  const signedUp = await server.request('POST', '/api/auth/sign-up/email', { body: { ...newUser(), image: newPicture() } })
  const created = await post(boss, 'admin/create-user', { ...newUser(), data: { image: newPicture() } })
  const organization = await post(owner, 'organization/create', { name: 'Acme', slug: newSlug(), logo: newPicture() })
  const updated = await post(owner, 'organization/update', { organizationId: organization.id, data: { logo: newPicture() } })
  const urls = [signedUp.json.user.image, created.user.image, organization.logo, updated.logo]
  expect(new Set(urls).size).toBe(4)
  for (const url of urls) expect((await server.request('GET', pathOf(url))).status).toBe(200)
})

test('one content has one URL', async () => {
  const [ann, bob] = [await aUser(server), await aUser(server)]
  const image = newPicture()
  for (const user of [ann, bob]) await user.request('POST', '/api/auth/update-user', { body: { image } })
  expect(await imageOf(ann)).toBe(await imageOf(bob))
})

test.each(['https://pictures.example/a.png', '/a.png', 'http://localhost/pictures/mine.svg'])(
  'the URL %s is stored as it is',
  async (image) => {
    const user = await aUser(server)
    await user.request('POST', '/api/auth/update-user', { body: { image } })
    expect(await imageOf(user)).toBe(image)
  },
)

test.each([
  ['an SVG', `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`, 'Must be a PNG, JPEG, WebP or GIF'],
  ['HTML that claims to be a PNG', `data:image/png;base64,${btoa('<script>alert(1)</script>')}`, 'Must be a PNG, JPEG, WebP or GIF'],
  ['an SVG as text', 'data:image/svg+xml,<svg/>', 'Must be a picture in base64'],
  ['a `data:` URL after a space', ' DATA:text/html,x', 'Must be a picture in base64'],
  ['too many bytes', newPicture(262_145), 'Must be at most 262144 bytes'],
  ['a URL that is too long', `https://pictures.example/${'a'.repeat(2048)}`, 'Must be at most 2048 character(s)'],
])('%s is refused with the name of the field', async (_, image, message) => {
  const owner = await aUser(server)
  const { id } = await anOrganization(server, owner)
  const user = await owner.request('POST', '/api/auth/update-user', { body: { image } })
  const logo = await owner.request('POST', '/api/auth/organization/update', { body: { organizationId: id, data: { logo: image } } })
  expect([user.status, user.json.errors]).toEqual([400, [{ path: 'image', message }]])
  expect([logo.status, logo.json.errors]).toEqual([400, [{ path: 'data.logo', message }]])
})

test.each([`${'0'.repeat(64)}.png`, `${'0'.repeat(64)}.svg`, '..%2f..%2fetc', 'x'])('the picture %s does not exist', async (name) => {
  expect((await server.request('GET', `/pictures/${name}`)).status).toBe(404)
})

test('a picture does not exist under another extension', async () => {
  const user = await aUser(server)
  await user.request('POST', '/api/auth/update-user', { body: { image: newPicture() } })
  expect((await server.request('GET', pathOf(await imageOf(user)).replace('.gif', '.png'))).status).toBe(404)
})

test('the clean-up deletes a picture an hour after its upload if nothing refers to it, and keeps the others', async () => {
  const [ann, owner] = [await aUser(server), await aUser(server)]
  const organization = await anOrganization(server, owner)
  await ann.request('POST', '/api/auth/update-user', { body: { image: newPicture() } })
  const unused = await imageOf(ann)
  await ann.request('POST', '/api/auth/update-user', { body: { image: newPicture() } })
  const body = { organizationId: organization.id, data: { logo: newPicture() } }
  const { logo } = (await owner.request('POST', '/api/auth/organization/update', { body })).json
  const statusOf = async (url: string) => (await server.request('GET', pathOf(url))).status
  const used = await imageOf(ann)
  await runCleanUp()
  expect(await statusOf(unused)).toBe(200)
  server.clock.advance(HOUR_SECONDS + 1)
  await runCleanUp()
  expect([await statusOf(unused), await statusOf(used), await statusOf(logo)]).toEqual([404, 200, 200])
})

test('the picture of a deleted user is deleted with them, unless another user has the same', async () => {
  const [ann, bob, eve] = [await aUser(server), await aUser(server), await aUser(server)]
  const shared = newPicture()
  for (const user of [ann, bob]) await user.request('POST', '/api/auth/update-user', { body: { image: shared } })
  await eve.request('POST', '/api/auth/update-user', { body: { image: newPicture() } })
  const [urlOfAnn, urlOfEve] = [await imageOf(ann), await imageOf(eve)]
  server.clock.advance(HOUR_SECONDS + 1)
  for (const user of [ann, eve]) await user.request('POST', '/api/auth/delete-user', { body: { password: PASSWORD } })
  await server.drain()
  const statuses = [urlOfAnn, urlOfEve].map(async (url) => (await server.request('GET', pathOf(url))).status)
  expect(await Promise.all(statuses)).toEqual([200, 404])
})

test('the logo of a deleted organization is deleted with it', async () => {
  const owner = await aUser(server)
  const { id } = await anOrganization(server, owner)
  const body = { organizationId: id, data: { logo: newPicture() } }
  const { logo } = (await owner.request('POST', '/api/auth/organization/update', { body })).json
  server.clock.advance(HOUR_SECONDS + 1)
  expect((await owner.request('POST', '/api/auth/organization/delete', { body: { organizationId: id } })).status).toBe(200)
  await server.drain()
  expect((await server.request('GET', pathOf(logo))).status).toBe(404)
})

test('the clean-up moves pictures that are stored as their content, and leaves what is not a picture', async () => {
  const [ann, bob] = [await aUser(server), await aUser(server)]
  const svg = 'data:image/svg+xml,<svg/>'
  await writeImage(ann.id, newPicture())
  await writeImage(bob.id, svg)
  await runCleanUp()
  const url = (await ann.request('GET', '/api/auth/get-session?disableCookieCache=true')).json.user.image
  expect((await server.request('GET', pathOf(url))).status).toBe(200)
  expect((await bob.request('GET', '/api/auth/get-session?disableCookieCache=true')).json.user.image).toBe(svg)
})

test('the clean-up follows a changed BASE_URL, and leaves URLs of other servers', async () => {
  const [ann, bob] = [await aUser(server), await aUser(server)]
  await ann.request('POST', '/api/auth/update-user', { body: { image: newPicture() } })
  const url = await imageOf(ann)
  const foreign = `https://other.example/pictures/${'a'.repeat(64)}.png`
  await writeImage(ann.id, `https://old.example${pathOf(url)}`)
  await writeImage(bob.id, foreign)
  server.clock.advance(DAY_SECONDS + 1)
  await runCleanUp()
  expect((await ann.request('GET', '/api/auth/get-session?disableCookieCache=true')).json.user.image).toBe(url)
  expect((await server.request('GET', pathOf(url))).status).toBe(200)
  expect((await bob.request('GET', '/api/auth/get-session?disableCookieCache=true')).json.user.image).toBe(foreign)
})
