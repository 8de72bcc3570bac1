import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { movableClock } from '#platform/clock.ts'
import { aBrowser, aProviderUser } from '#test/support/a-browser.ts'
import { aUser, type TestUser } from '#test/support/a-user.ts'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'

const SERVICE_TOKEN = 'the-token-of-the-service'
const clock = movableClock(START)
const fake = await fakeProvider({ now: () => clock.now() })
const settings = { ...fake.settings, SERVICE_TOKEN }
const server = await testServer({ settings, clock })
/** Another instance with the same database. */
const beside = await testServer({ settings, clock })
afterAll(async () => {
  await Promise.all([server, beside].map((each) => each.close()))
  await fake.close()
})
beforeEach(() => fake.reset())

const { db } = server.platform.database
const HOUR = 3600

/** A user with an account of a provider, whose tokens are valid for an hour and can be refreshed. */
async function linked(provider = 'gitlab'): Promise<TestUser> {
  const user = await aUser(server)
  await aBrowser(server, fake, user.cookie).link(provider, { user: aProviderUser() })
  return user
}
const send = (user: TestUser, path: 'get-access-token' | 'refresh-token', body: Record<string, unknown> = {}, to: TestServer = server) =>
  to.request('POST', `/api/auth/${path}`, { headers: { authorization: `Bearer ${user.token}` }, body: { providerId: 'gitlab', ...body } })
const refreshes = () => fake.requests.filter(({ at, form }) => at === 'token' && form.get('grant_type') === 'refresh_token').length
const outcomeOf = async (answer: ReturnType<typeof send>) => {
  const { status, json } = await answer
  return [status, json.message]
}

describe('an access token', () => {
  test('is returned with its expiry and scopes while it is valid, without a request to the provider', async () => {
    const user = await linked()
    const { status, json } = await send(user, 'get-access-token')
    expect([status, json]).toEqual([
      200,
      { accessToken: expect.any(String), accessTokenExpiresAt: expect.stringMatching(/Z$/), scopes: expect.any(Array), idToken: null },
    ])
    expect(refreshes()).toBe(0)
  })

  test('is refreshed if it expires within five seconds; values that the provider does not send again stay', async () => {
    const user = await linked()
    const before = (await send(user, 'get-access-token')).json
    const left = (Date.parse(before.accessTokenExpiresAt) - clock.now().getTime()) / 1000
    clock.advance(left - 5)
    expect((await send(user, 'get-access-token')).json.accessToken).toBe(before.accessToken)
    clock.advance(1)
    const after = (await send(user, 'get-access-token')).json
    expect(after.accessToken).not.toBe(before.accessToken)
    expect(Date.parse(after.accessTokenExpiresAt)).toBeGreaterThan(clock.now().getTime())
    expect(after.scopes).toEqual(before.scopes)
    expect((await send(user, 'get-access-token')).json).toEqual(after)
    expect(refreshes()).toBe(1)
  })

  test('is refreshed if its expiry is unknown', async () => {
    const user = await linked()
    await db.updateTable('accounts').set({ access_token_expires_at: null }).where('user_id', '=', user.id).execute()
    expect((await send(user, 'get-access-token')).status).toBe(200)
    expect(refreshes()).toBe(1)
  })

  test('without expiry is returned without a refresh token', async () => {
    const user = await linked('github')
    expect((await send(user, 'get-access-token', { providerId: 'github' })).json).toMatchObject({
      accessToken: expect.any(String),
      accessTokenExpiresAt: null,
    })
    expect(refreshes()).toBe(0)
  })

  test('that has expired and cannot be refreshed is refused', async () => {
    const user = await linked()
    fake.fail('gitlab', { kind: 'error', at: 'token' })
    clock.advance(3 * HOUR)
    expect(await outcomeOf(send(user, 'get-access-token'))).toEqual([400, 'Failed to get a valid access token'])
    await db.updateTable('accounts').set({ sealed_refresh_token: null }).where('user_id', '=', user.id).execute()
    expect(await outcomeOf(send(user, 'get-access-token'))).toEqual([400, 'Failed to get a valid access token'])
    fake.fail('gitlab', null)
  })

  test('is stored sealed', async () => {
    const user = await linked()
    const { accessToken } = (await send(user, 'get-access-token')).json
    const rows = await db
      .selectFrom('accounts')
      .select(['sealed_access_token', 'sealed_refresh_token', 'sealed_id_token', 'scope'])
      .execute()
    expect(JSON.stringify(rows)).not.toContain(accessToken)
  })
})

const accountIdOf = async (user: TestUser, provider = 'gitlab') => {
  const { json } = await user.request('GET', '/api/auth/list-accounts')
  return json.find(({ providerId }: { providerId: string }) => providerId === provider).id as string
}

describe('an account by its own id', () => {
  test('gives its tokens without the name of the provider, to its user alone', async () => {
    const [user, other] = [await linked(), await linked()]
    const accountId = await accountIdOf(user)
    const named = (await send(user, 'get-access-token')).json
    expect((await send(user, 'get-access-token', { providerId: undefined, accountId })).json).toEqual(named)
    const refreshed = (await send(user, 'refresh-token', { providerId: undefined, accountId })).json
    expect(refreshed).toMatchObject({ providerId: 'gitlab', accountId, scope: expect.any(String) })
    expect(await outcomeOf(send(other, 'get-access-token', { providerId: undefined, accountId }))).toEqual([400, 'Account not found'])
  })

  test('is described by its provider: the user there, our account, and what the provider sent', async () => {
    const user = await linked()
    const accountId = await accountIdOf(user)
    const { status, json } = await user.request('GET', `/api/auth/account-info?accountId=${accountId}`)
    expect([status, json]).toEqual([
      200,
      {
        user: {
          id: expect.any(String),
          name: expect.any(String),
          email: expect.any(String),
          image: json.data.avatar_url ?? null,
          emailVerified: expect.any(Boolean),
        },
        account: { id: accountId, providerId: 'gitlab', accountId: json.user.id },
        data: expect.objectContaining({ name: json.user.name }),
      },
    ])
  })

  test.each(['google', 'apple', 'github'])('of %s is described from the stored id token or the profile', async (provider) => {
    const user = await linked(provider)
    const accountId = await accountIdOf(user, provider)
    const { json } = await user.request('GET', `/api/auth/account-info?accountId=${accountId}`)
    expect(json.account).toEqual({ id: accountId, providerId: provider, accountId: json.user.id })
  })

  test('is not described while its provider refuses the request, for a password, and for other users', async () => {
    const [user, other] = [await linked(), await linked()]
    const accountId = await accountIdOf(user)
    const info = (who: TestUser, id: string) => outcomeOf(who.request('GET', `/api/auth/account-info?accountId=${id}`))
    expect(await info(other, accountId)).toEqual([400, 'Account not found'])
    expect(await info(user, await accountIdOf(user, 'credential'))).toEqual([400, 'Provider credential is not supported.'])
    fake.fail('gitlab', { kind: 'error', at: 'profile' })
    expect(await info(user, accountId)).toEqual([401, 'Failed to get user info'])
    fake.fail('gitlab', null)
  })

  test('is unlinked without the name of the provider', async () => {
    const user = await linked()
    const accountId = await accountIdOf(user)
    const unlinked = await user.request('POST', '/api/auth/unlink-account', { body: { accountId } })
    expect([unlinked.status, unlinked.json]).toEqual([200, { status: true }])
    expect(await outcomeOf(user.request('POST', '/api/auth/unlink-account', { body: { accountId } }))).toEqual([
      400,
      "You can't unlink your last account",
    ])
  })
})

describe('refreshed tokens', () => {
  test('are all returned by refresh-token', async () => {
    const user = await linked()
    const before = (await send(user, 'get-access-token')).json
    const { status, json } = await send(user, 'refresh-token')
    expect([status, Object.keys(json).sort()]).toEqual([
      200,
      [
        ...['accessToken', 'accessTokenExpiresAt', 'accountId', 'idToken', 'providerId', 'refreshToken', 'refreshTokenExpiresAt'],
        ...['scope', 'scopes', 'tokenType'],
      ],
    ])
    expect(json).toMatchObject({ refreshToken: expect.any(String), tokenType: expect.stringMatching(/^bearer$/i) })
    expect(json.accessToken).not.toBe(before.accessToken)
  })

  test('are returned as the provider sent them, without the values stored with them', async () => {
    const user = await linked('vk')
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, json } = await send(user, 'refresh-token', { providerId: 'vk' })
      expect([status, json.refreshToken]).toEqual([200, expect.stringMatching(/^\S+$/)])
    }
  })

  test('that were sealed with a lost secret are refused', async () => {
    const user = await linked()
    const forgotten = await testServer({ settings: { ...settings, AUTH_SECRET: 'zM3vLw2nXc9RtZ4mBk8sHf3dPy6gTa5u' }, clock })
    for (const [path, sentence] of [
      ['get-access-token', 'Failed to get a valid access token'],
      ['refresh-token', 'Failed to refresh access token'],
    ] as const) {
      const sent = { headers: { authorization: `Bearer ${SERVICE_TOKEN}` }, body: { providerId: 'gitlab', userId: user.id } }
      expect(await outcomeOf(forgotten.request('POST', `/api/auth/${path}`, sent) as ReturnType<typeof send>)).toEqual([400, sentence])
    }
    await forgotten.close()
  })

  test('without a refresh token keep the old one', async () => {
    const user = await linked('google')
    const first = (await send(user, 'refresh-token', { providerId: 'google' })).json
    const second = (await send(user, 'refresh-token', { providerId: 'google' })).json
    expect([first.refreshToken, second.refreshToken]).toEqual([first.refreshToken, first.refreshToken])
    expect(second.accessToken).not.toBe(first.accessToken)
  })

  test('of ten concurrent requests on two instances are requested from the provider once', async () => {
    const user = await linked()
    clock.advance(3 * HOUR)
    const { promise, resolve } = Promise.withResolvers<void>()
    fake.delayAnswersUntil(promise)
    // Server calls are recorded after their read: a call after the answer may send another request.
    const service = { authorization: `Bearer ${SERVICE_TOKEN}` }
    const sendAt = (index: number) => {
      const path = index % 3 ? 'get-access-token' : 'refresh-token'
      const body = { providerId: 'gitlab', userId: user.id }
      return (index % 2 ? server : beside).request('POST', `/api/auth/${path}`, { headers: service, body })
    }
    const pending = Promise.all(Array.from({ length: 10 }, (_, index) => sendAt(index)))
    const reads = db.selectFrom('audit_entries').select('id').where('user_id', '=', user.id)
    const recorded = reads.where('action', '=', 'user.provider_tokens_given')
    await expect.poll(async () => (await recorded.execute()).length, { timeout: 8000 }).toBe(10)
    resolve()
    const answers = await pending
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map(({ json }) => json.accessToken)).size).toBe(1)
    expect(refreshes()).toBe(1)
  })

  test('are requested again if the instance with the lease stopped', async () => {
    const user = await linked()
    const endsAt = new Date(clock.now().getTime() + 1000)
    await db.updateTable('accounts').set({ refresh_lease_ends_at: endsAt }).where('user_id', '=', user.id).execute()
    clock.advance(1)
    expect((await send(user, 'refresh-token')).status).toBe(200)
  })

  test('are refused with a sentence if there are none', async () => {
    const user = await linked('github')
    const ofGithub = (path: 'get-access-token' | 'refresh-token', body = {}) =>
      outcomeOf(send(user, path, { providerId: 'github', ...body }))
    expect(await ofGithub('refresh-token')).toEqual([400, 'Failed to refresh access token'])
    expect(await ofGithub('get-access-token', { accountId: newId(clock.now()) })).toEqual([400, 'Account not found'])
    expect(await ofGithub('get-access-token', { accountId: 'words' })).toEqual([400, 'Account not found'])
    expect(await ofGithub('refresh-token', { providerId: 'google' })).toEqual([400, 'Account not found'])
    expect(await ofGithub('get-access-token', { providerId: 'nothing' })).toEqual([400, 'Provider nothing is not supported.'])
    expect((await send(user, 'refresh-token', { providerId: 'credential' })).json).toEqual({
      code: 'PROVIDER_CREDENTIAL_IS_NOT_SUPPORTED',
      message: 'Provider credential is not supported.',
    })
    const other = await linked('facebook')
    expect(await outcomeOf(send(other, 'refresh-token', { providerId: 'facebook' }))).toEqual([
      400,
      'Provider facebook does not support token refreshing.',
    ])
  })
})

describe('the account of the tokens', () => {
  test('is found by its id, by default is the oldest one, and is never that of another user', async () => {
    const [user, other] = [await linked(), await linked()]
    clock.advance(1)
    await aBrowser(server, fake, user.cookie).link('gitlab', { user: aProviderUser() })
    const accounts: { id: string; provider: string }[] = (await user.request('GET', '/api/auth/list-accounts')).json
    const [first, second] = accounts.filter(({ provider }) => provider === 'gitlab').map(({ id }) => id)
    const tokenOf = async (body: Record<string, unknown>) => (await send(user, 'get-access-token', body)).json.accessToken
    expect(await tokenOf({})).toBe(await tokenOf({ accountId: first }))
    expect(await tokenOf({ accountId: second })).not.toBe(await tokenOf({}))
    expect(await outcomeOf(send(other, 'get-access-token', { accountId: first }))).toEqual([400, 'Account not found'])
    expect(await tokenOf({ userId: other.id })).toBe(await tokenOf({}))
    expect(await tokenOf({ userId: 'words' })).toBe(await tokenOf({}))
  })

  test('is not found for anonymous callers; a server call names the user and is recorded', async () => {
    const user = await linked()
    const call = (headers: Record<string, string>, body: Record<string, unknown> = {}) =>
      server.request('POST', '/api/auth/get-access-token', { headers, body: { providerId: 'gitlab', ...body } })
    const anonymous = await call({}, { userId: user.id })
    expect([anonymous.status, anonymous.text]).toEqual([401, ''])
    const service = { authorization: `Bearer ${SERVICE_TOKEN}` }
    expect(await outcomeOf(call(service))).toEqual([400, 'Either userId or session is required'])
    expect(await outcomeOf(call(service, { userId: newId(clock.now()) }))).toEqual([400, 'Account not found'])
    expect(await outcomeOf(call(service, { userId: 'words' }))).toEqual([400, 'Account not found'])
    expect((await call(service, { userId: user.id })).json).toEqual((await send(user, 'get-access-token')).json)
    const entries = await db.selectFrom('audit_entries').select('action').where('user_id', '=', user.id).execute()
    expect(entries.filter(({ action }) => action === 'user.provider_tokens_given')).toHaveLength(1)
    const renewed = await server.request('POST', '/api/auth/refresh-token', {
      headers: service,
      body: { providerId: 'gitlab', userId: user.id },
    })
    expect(renewed.status).toBe(200)
  })
})
