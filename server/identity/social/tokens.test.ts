import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { movableClock } from '#platform/clock.ts'
import { aBrowser, aStranger } from '#test/support/a-browser.ts'
import { aUser, type TestUser } from '#test/support/a-user.ts'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'

const SERVICE_TOKEN = 'the-token-of-the-service'
const clock = movableClock(START)
const standIn = await fakeProvider({ now: () => clock.now() })
const settings = { ...standIn.settings, SERVICE_TOKEN }
const server = await testServer({ settings, clock })
/** Another instance beside it. */
const beside = await testServer({ settings, clock })
afterAll(async () => {
  await Promise.all([server, beside].map((each) => each.close()))
  await standIn.close()
})
beforeEach(() => standIn.reset())

const { db } = server.platform.database
const HOUR = 3600

/** Somebody with an account of a provider, whose tokens live an hour and can be renewed. */
async function linked(provider = 'gitlab'): Promise<TestUser> {
  const person = await aUser(server)
  await aBrowser(server, standIn, person.cookie).link(provider, { person: aStranger() })
  return person
}
const ask = (person: TestUser, path: 'get-access-token' | 'refresh-token', body: Record<string, unknown> = {}, to: TestServer = server) =>
  to.request('POST', `/api/auth/${path}`, { headers: { authorization: `Bearer ${person.token}` }, body: { providerId: 'gitlab', ...body } })
const refreshes = () => standIn.arrived.filter(({ at, form }) => at === 'token' && form.get('grant_type') === 'refresh_token').length
const told = async (answer: ReturnType<typeof ask>) => {
  const { status, json } = await answer
  return [status, json.message]
}

describe('an access token', () => {
  test('is given with its end and scopes while it is good, without asking the provider', async () => {
    const person = await linked()
    const { status, json } = await ask(person, 'get-access-token')
    expect([status, json]).toEqual([
      200,
      { accessToken: expect.any(String), accessTokenExpiresAt: expect.stringMatching(/Z$/), scopes: expect.any(Array), idToken: null },
    ])
    expect(refreshes()).toBe(0)
  })

  test('is renewed when it ends within five seconds, and what the provider does not send again stays', async () => {
    const person = await linked()
    const before = (await ask(person, 'get-access-token')).json
    const left = (Date.parse(before.accessTokenExpiresAt) - clock.now().getTime()) / 1000
    clock.advance(left - 5)
    expect((await ask(person, 'get-access-token')).json.accessToken).toBe(before.accessToken)
    clock.advance(1)
    const after = (await ask(person, 'get-access-token')).json
    expect(after.accessToken).not.toBe(before.accessToken)
    expect(Date.parse(after.accessTokenExpiresAt)).toBeGreaterThan(clock.now().getTime())
    expect(after.scopes).toEqual(before.scopes)
    expect((await ask(person, 'get-access-token')).json).toEqual(after)
    expect(refreshes()).toBe(1)
  })

  test('is renewed where nobody knows its end', async () => {
    const person = await linked()
    await db.updateTable('accounts').set({ access_token_expires_at: null }).where('user_id', '=', person.id).execute()
    expect((await ask(person, 'get-access-token')).status).toBe(200)
    expect(refreshes()).toBe(1)
  })

  test('that never ends is given as it is, without a refresh token', async () => {
    const person = await linked('github')
    expect((await ask(person, 'get-access-token', { providerId: 'github' })).json).toMatchObject({
      accessToken: expect.any(String),
      accessTokenExpiresAt: null,
    })
    expect(refreshes()).toBe(0)
  })

  test('that is over and cannot be renewed is refused', async () => {
    const person = await linked()
    standIn.misbehave('gitlab', { trouble: 'error', at: 'token' })
    clock.advance(3 * HOUR)
    expect(await told(ask(person, 'get-access-token'))).toEqual([400, 'Failed to get a valid access token'])
    await db.updateTable('accounts').set({ sealed_refresh_token: null }).where('user_id', '=', person.id).execute()
    expect(await told(ask(person, 'get-access-token'))).toEqual([400, 'Failed to get a valid access token'])
    standIn.misbehave('gitlab', null)
  })

  test('is kept sealed', async () => {
    const person = await linked()
    const { accessToken } = (await ask(person, 'get-access-token')).json
    const rows = await db
      .selectFrom('accounts')
      .select(['sealed_access_token', 'sealed_refresh_token', 'sealed_id_token', 'scope'])
      .execute()
    expect(JSON.stringify(rows)).not.toContain(accessToken)
  })
})

describe('new tokens', () => {
  test('are given on wish, all of them', async () => {
    const person = await linked()
    const before = (await ask(person, 'get-access-token')).json
    const { status, json } = await ask(person, 'refresh-token')
    expect([status, Object.keys(json).sort()]).toEqual([
      200,
      ['accessToken', 'accessTokenExpiresAt', 'idToken', 'refreshToken', 'scopes', 'tokenType'],
    ])
    expect(json).toMatchObject({ refreshToken: expect.any(String), tokenType: expect.stringMatching(/^bearer$/i) })
    expect(json.accessToken).not.toBe(before.accessToken)
  })

  test('are given as the provider gave them, whatever is kept beside them here', async () => {
    const person = await linked('vk')
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, json } = await ask(person, 'refresh-token', { providerId: 'vk' })
      expect([status, json.refreshToken]).toEqual([200, expect.stringMatching(/^\S+$/)])
    }
  })

  test('that were sealed under a secret that nobody knows any more cannot be had', async () => {
    const person = await linked()
    const forgotten = await testServer({ settings: { ...settings, AUTH_SECRET: 'zM3vLw2nXc9RtZ4mBk8sHf3dPy6gTa5u' }, clock })
    for (const [path, sentence] of [
      ['get-access-token', 'Failed to get a valid access token'],
      ['refresh-token', 'Failed to refresh access token'],
    ] as const) {
      const sent = { headers: { authorization: `Bearer ${SERVICE_TOKEN}` }, body: { providerId: 'gitlab', userId: person.id } }
      expect(await told(forgotten.request('POST', `/api/auth/${path}`, sent) as ReturnType<typeof ask>)).toEqual([400, sentence])
    }
    await forgotten.close()
  })

  test('that come without a refresh token leave the old one', async () => {
    const person = await linked('google')
    const first = (await ask(person, 'refresh-token', { providerId: 'google' })).json
    const second = (await ask(person, 'refresh-token', { providerId: 'google' })).json
    expect([first.refreshToken, second.refreshToken]).toEqual([first.refreshToken, first.refreshToken])
    expect(second.accessToken).not.toBe(first.accessToken)
  })

  test('asked for by ten at once, at two instances, are asked for once', async () => {
    const person = await linked()
    clock.advance(3 * HOUR)
    const { promise, resolve } = Promise.withResolvers<void>()
    standIn.answersAfter(promise)
    // Of the service's calls it is written down that they have looked: whoever comes after the answer may ask anew.
    const service = { authorization: `Bearer ${SERVICE_TOKEN}` }
    const askAt = (index: number) => {
      const path = index % 3 ? 'get-access-token' : 'refresh-token'
      const body = { providerId: 'gitlab', userId: person.id }
      return (index % 2 ? server : beside).request('POST', `/api/auth/${path}`, { headers: service, body })
    }
    const asked = Promise.all(Array.from({ length: 10 }, (_, index) => askAt(index)))
    const looked = db.selectFrom('audit_entries').select('id').where('user_id', '=', person.id)
    const given = looked.where('action', '=', 'user.provider_tokens_given')
    await expect.poll(async () => (await given.execute()).length, { timeout: 8000 }).toBe(10)
    resolve()
    const answers = await asked
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map(({ json }) => json.accessToken)).size).toBe(1)
    expect(refreshes()).toBe(1)
  })

  test('that nobody wrote, because whoever asked for them is gone, are asked for again', async () => {
    const person = await linked()
    const endsAt = new Date(clock.now().getTime() + 1000)
    await db.updateTable('accounts').set({ refresh_lease_ends_at: endsAt }).where('user_id', '=', person.id).execute()
    clock.advance(1)
    expect((await ask(person, 'refresh-token')).status).toBe(200)
  })

  test('are refused in words where there are none', async () => {
    const person = await linked('github')
    const ofGithub = (path: 'get-access-token' | 'refresh-token', body = {}) => told(ask(person, path, { providerId: 'github', ...body }))
    expect(await ofGithub('refresh-token')).toEqual([400, 'Failed to refresh access token'])
    expect(await ofGithub('get-access-token', { accountId: newId(clock.now()) })).toEqual([400, 'Account not found'])
    expect(await ofGithub('get-access-token', { accountId: 'words' })).toEqual([400, 'Account not found'])
    expect(await ofGithub('refresh-token', { providerId: 'google' })).toEqual([400, 'Account not found'])
    expect(await ofGithub('get-access-token', { providerId: 'nothing' })).toEqual([400, 'Provider nothing is not supported.'])
    expect((await ask(person, 'refresh-token', { providerId: 'credential' })).json).toEqual({
      code: 'PROVIDER_CREDENTIAL_IS_NOT_SUPPORTED',
      message: 'Provider credential is not supported.',
    })
    const other = await linked('facebook')
    expect(await told(ask(other, 'refresh-token', { providerId: 'facebook' }))).toEqual([
      400,
      'Provider facebook does not support token refreshing.',
    ])
  })
})

describe('whose tokens', () => {
  test('an account is found by its row, else the oldest is meant, and never somebody else’s', async () => {
    const [person, other] = [await linked(), await linked()]
    clock.advance(1)
    await aBrowser(server, standIn, person.cookie).link('gitlab', { person: aStranger() })
    const accounts: { id: string; provider: string }[] = (await person.request('GET', '/api/auth/list-accounts')).json
    const [first, second] = accounts.filter(({ provider }) => provider === 'gitlab').map(({ id }) => id)
    const tokenOf = async (body: Record<string, unknown>) => (await ask(person, 'get-access-token', body)).json.accessToken
    expect(await tokenOf({})).toBe(await tokenOf({ accountId: first }))
    expect(await tokenOf({ accountId: second })).not.toBe(await tokenOf({}))
    expect(await told(ask(other, 'get-access-token', { accountId: first }))).toEqual([400, 'Account not found'])
    expect(await tokenOf({ userId: other.id })).toBe(await tokenOf({}))
    expect(await tokenOf({ userId: 'words' })).toBe(await tokenOf({}))
  })

  test('nobody gets any, and a server call names whose it wants and is written down', async () => {
    const person = await linked()
    const call = (headers: Record<string, string>, body: Record<string, unknown> = {}) =>
      server.request('POST', '/api/auth/get-access-token', { headers, body: { providerId: 'gitlab', ...body } })
    const nobody = await call({}, { userId: person.id })
    expect([nobody.status, nobody.text]).toEqual([401, ''])
    const service = { authorization: `Bearer ${SERVICE_TOKEN}` }
    expect(await told(call(service))).toEqual([400, 'Either userId or session is required'])
    expect(await told(call(service, { userId: newId(clock.now()) }))).toEqual([400, 'Account not found'])
    expect(await told(call(service, { userId: 'words' }))).toEqual([400, 'Account not found'])
    expect((await call(service, { userId: person.id })).json).toEqual((await ask(person, 'get-access-token')).json)
    const entries = await db.selectFrom('audit_entries').select('action').where('user_id', '=', person.id).execute()
    expect(entries.filter(({ action }) => action === 'user.provider_tokens_given')).toHaveLength(1)
    const renewed = await server.request('POST', '/api/auth/refresh-token', {
      headers: service,
      body: { providerId: 'gitlab', userId: person.id },
    })
    expect(renewed.status).toBe(200)
  })
})
