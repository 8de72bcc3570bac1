// A real server with debug logs, and all eighteen providers: neither the log nor any table contains a code, verifier, token or client
// secret that it sent or received, after successes and failures.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProviderId, providerIds } from '#identity/providers/model.ts'
import { openDatabase } from '#platform/database/open.ts'
import { aProviderUser } from '#test/support/a-browser.ts'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { fakeProvider, type ProviderCallback, type ProviderFailureKind } from '#test/support/fake-provider.ts'
import { startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'
import { CookieJar, publishedClient } from '#test/support/published-client.ts'

const NO_WATCHES = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
const REQUEST_FIELDS = ['code', 'code_verifier', 'client_secret', 'refresh_token', 'access_token', 'input_token', 'device_id']
const CALLBACK_FIELDS = ['code', 'state', 'device_id']
const folder = mkdtempSync(join(tmpdir(), 'guildhall-secrets-'))
/** The kind of each secret. */
const secrets = new Map<string, string>()
let log = ''
let rows = ''

function recordSecret(kind: string, ...values: readonly (string | null | undefined)[]): void {
  // Shorter values are no secrets and may occur by chance.
  for (const value of values) if (value && value.length >= 8) secrets.set(value, kind)
}

async function signInEverywhere(baseUrl: string, fakeProviders: Awaited<ReturnType<typeof fakeProvider>>): Promise<void> {
  const jar = new CookieJar(baseUrl)
  const client = publishedClient(baseUrl, jar)
  const authorize = async (provider: ProviderId, links: boolean, decision: 'agrees' | 'denies' = 'agrees') => {
    const input = { provider, callbackURL: '/in', errorCallbackURL: '/out' }
    const { data } = await (links ? client.linkSocial(input) : client.signIn.social(input))
    const providerUser = { id: String(583_000 + providerIds.indexOf(provider)), email: uniqueEmail() }
    const callback = fakeProviders.authorize(data.url, { user: aProviderUser(providerUser), decision })
    for (const name of CALLBACK_FIELDS) recordSecret(`the ${name}`, callback.fields[name])
    return callback
  }
  const openCallback = async ({ method, url, fields }: ProviderCallback) => {
    const location =
      method === 'GET' ? url : (await fetch(url, { method, body: new URLSearchParams(fields), redirect: 'manual' })).headers.get('location')
    return (await jar.fetch(location ?? '')).headers.get('location')
  }
  await client.signUp.email({ name: 'Ada Byron', email: uniqueEmail(), password: PASSWORD })
  for (const provider of providerIds) {
    expect([provider, await openCallback(await authorize(provider, true))]).toEqual([provider, '/in'])
    const { data: first } = await client.getAccessToken({ providerId: provider })
    recordSecret('a token of getAccessToken or refreshToken', first?.accessToken, first?.idToken)
    const { data: second } = await client.refreshToken({ providerId: provider })
    recordSecret('a token of getAccessToken or refreshToken', second?.accessToken, second?.idToken, second?.refreshToken)
    fakeProviders.fail(provider, { kind: 'error' })
    await client.refreshToken({ providerId: provider })
    fakeProviders.fail(provider, null)
    recordSecret('the cookie of the state', ...(jar.cookies.get('better-auth.state') ?? '').split('.'))
  }
  await client.signOut()
  for (const provider of providerIds) {
    for (const kind of ['error', 'html', '500'] satisfies ProviderFailureKind[]) {
      const callback = await authorize(provider, false)
      fakeProviders.fail(provider, { kind })
      expect([provider, kind, await openCallback(callback)]).toEqual([provider, kind, '/out?error=invalid_code'])
      fakeProviders.fail(provider, null)
    }
    await openCallback(await authorize(provider, false, 'denies'))
    // A callback in another browser, and a callback that is repeated.
    const callback = await authorize(provider, false)
    await fetch(callback.url, { redirect: 'manual' })
    await openCallback(callback)
    await openCallback(callback)
  }
  for (const provider of ['google', 'apple', 'facebook'] as const) {
    const [validToken, expiredToken] = [
      fakeProviders.idToken(provider, { nonce: 'n' }),
      fakeProviders.idToken(provider, { nonce: 'n', wrong: 'expired' }),
    ]
    const accessToken = fakeProviders.accessToken(provider)
    recordSecret('a token of an app', validToken, expiredToken)
    for (const token of [validToken, expiredToken, `${validToken}x`])
      await client.signIn.social({ provider, idToken: { token, nonce: 'n', accessToken } })
  }
  for (const { form, url } of fakeProviders.requests)
    for (const name of REQUEST_FIELDS) recordSecret(`the ${name}`, form.get(name), url.searchParams.get(name))
  for (const [name, value] of Object.entries(fakeProviders.settings)) {
    if (/_SECRET$/.test(name)) recordSecret('a secret of a client', value)
    // Line by line, since it may be printed on several lines.
    if (name === 'APPLE_PRIVATE_KEY')
      recordSecret('a secret of a client', ...value.split(/\n|\\n/).filter((line) => !line.startsWith('-----')))
  }
}

beforeAll(async () => {
  const port = String(await freePort())
  const BASE_URL = `http://localhost:${port}`
  const fakeProviders = await fakeProvider()
  const settings = { LOG_LEVEL: 'debug', AUTH_SECRET: 'a secret of this test that is long enough to be one', RATE_LIMIT_ENABLED: 'false' }
  const server = await startGuildhall({ DATA_DIR: folder, PORT: port, BASE_URL, ...fakeProviders.settings, ...settings })
  try {
    await signInEverywhere(BASE_URL, fakeProviders)
  } finally {
    const { out, err } = await server.stop('SIGTERM')
    log = out + err
    await fakeProviders.close()
  }
  const database = await openDatabase({ directory: join(folder, 'database') }, NO_WATCHES)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(database.db)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows: found } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(database.db)
    texts.push(...found.map(({ row }) => row))
  }
  rows = texts.join('\n')
  await database.close()
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the scenario sent every kind of secret, and logged and stored every provider', () => {
  expect([...new Set(secrets.values())].sort()).toEqual([
    'a secret of a client',
    'a token of an app',
    'a token of getAccessToken or refreshToken',
    'the access_token',
    'the client_secret',
    'the code',
    'the code_verifier',
    'the cookie of the state',
    'the device_id',
    'the refresh_token',
    'the state',
  ])
  for (const said of ['auth:callback', 'auth:callback-by-form', 'auth:refresh-token', 'A request to a provider failed.', 'invalid_code'])
    expect(log).toContain(said)
  for (const provider of providerIds) {
    expect(log).toContain(`"provider":"${provider}"`)
    expect(rows).toMatch(new RegExp(`,${provider},`))
  }
})

test.each([
  ['the log', () => log],
  ['any table', () => rows],
] as const)('no secret of a provider is in %s', (_, text) => {
  const found = [...secrets].filter(([secret]) => text().includes(secret)).map(([secret, kind]) => `${kind}: ${secret}`)
  expect(found).toEqual([])
})
