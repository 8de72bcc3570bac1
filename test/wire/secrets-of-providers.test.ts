// A real server that logs all it can, and all eighteen providers: none of the codes, verifiers, tokens and client secrets that went
// over its wires stands readable in its log or in any table, whether things went well or not.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProviderId, providerIds } from '#identity/providers/model.ts'
import { openDatabase } from '#platform/database/open.ts'
import { aStranger } from '#test/support/a-browser.ts'
import { newAddress, PASSWORD } from '#test/support/a-user.ts'
import { type CalledBack, fakeProvider, type Trouble } from '#test/support/fake-provider.ts'
import { startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'
import { Jar, publishedClient } from '#test/support/published-client.ts'

const NOTHING = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
const SENT = ['code', 'code_verifier', 'client_secret', 'refresh_token', 'access_token', 'input_token', 'device_id']
const BROUGHT = ['code', 'state', 'device_id']
const folder = mkdtempSync(join(tmpdir(), 'guildhall-secrets-'))
/** Each secret by what it is. */
const secrets = new Map<string, string>()
let log = ''
let rows = ''

function note(what: string, ...values: readonly (string | null | undefined)[]): void {
  // Shorter ones are no secrets, and stand anywhere by chance.
  for (const value of values) if (value && value.length >= 8) secrets.set(value, what)
}

async function signInEverywhere(address: string, standIn: Awaited<ReturnType<typeof fakeProvider>>): Promise<void> {
  const jar = new Jar(address)
  const client = publishedClient(address, jar)
  const walk = async (provider: ProviderId, links: boolean, decision: 'agrees' | 'denies' = 'agrees') => {
    const ask = { provider, callbackURL: '/in', errorCallbackURL: '/out' }
    const { data } = await (links ? client.linkSocial(ask) : client.signIn.social(ask))
    const numbered = { id: String(583_000 + providerIds.indexOf(provider)), email: newAddress() }
    const back = standIn.authorize(data.url, { person: aStranger(numbered), decision })
    for (const name of BROUGHT) note(`the ${name}`, back.fields[name])
    return back
  }
  const comeBack = async ({ method, url, fields }: CalledBack) => {
    const led =
      method === 'GET' ? url : (await fetch(url, { method, body: new URLSearchParams(fields), redirect: 'manual' })).headers.get('location')
    return (await jar.fetch(led ?? '')).headers.get('location')
  }
  await client.signUp.email({ name: 'Ada Byron', email: newAddress(), password: PASSWORD })
  for (const provider of providerIds) {
    expect([provider, await comeBack(await walk(provider, true))]).toEqual([provider, '/in'])
    const { data: first } = await client.getAccessToken({ providerId: provider })
    note('a token that was given', first?.accessToken, first?.idToken)
    const { data: second } = await client.refreshToken({ providerId: provider })
    note('a token that was given', second?.accessToken, second?.idToken, second?.refreshToken)
    standIn.misbehave(provider, { trouble: 'error' })
    await client.refreshToken({ providerId: provider })
    standIn.misbehave(provider, null)
    note('the cookie of the state', ...(jar.cookies.get('better-auth.state') ?? '').split('.'))
  }
  await client.signOut()
  for (const provider of providerIds) {
    for (const trouble of ['error', 'html', '500'] satisfies Trouble[]) {
      const back = await walk(provider, false)
      standIn.misbehave(provider, { trouble })
      expect([provider, trouble, await comeBack(back)]).toEqual([provider, trouble, '/out?error=invalid_code'])
      standIn.misbehave(provider, null)
    }
    await comeBack(await walk(provider, false, 'denies'))
    // A state that is nobody's, and a way back that is walked twice.
    const back = await walk(provider, false)
    await fetch(back.url, { redirect: 'manual' })
    await comeBack(back)
    await comeBack(back)
  }
  for (const provider of ['google', 'apple', 'facebook'] as const) {
    const [good, bad] = [standIn.idToken(provider, { nonce: 'n' }), standIn.idToken(provider, { nonce: 'n', wrong: 'expired' })]
    const accessToken = standIn.accessToken(provider)
    note('a token of an app', good, bad)
    for (const token of [good, bad, `${good}x`]) await client.signIn.social({ provider, idToken: { token, nonce: 'n', accessToken } })
  }
  for (const { form, url } of standIn.arrived) for (const name of SENT) note(`the ${name}`, form.get(name), url.searchParams.get(name))
  for (const [name, value] of Object.entries(standIn.settings)) {
    if (/_SECRET$/.test(name)) note('a secret of a client', value)
    // By its lines, as it may be written in several.
    if (name === 'APPLE_PRIVATE_KEY') note('a secret of a client', ...value.split(/\n|\\n/).filter((line) => !line.startsWith('-----')))
  }
}

beforeAll(async () => {
  const port = String(await freePort())
  const BASE_URL = `http://localhost:${port}`
  const standIn = await fakeProvider()
  const settings = { LOG_LEVEL: 'debug', AUTH_SECRET: 'a secret of this test that is long enough to be one', RATE_LIMIT_ENABLED: 'false' }
  const house = await startGuildhall({ DATA_DIR: folder, PORT: port, BASE_URL, ...standIn.settings, ...settings })
  try {
    await signInEverywhere(BASE_URL, standIn)
  } finally {
    const { out, err } = await house.end('SIGTERM')
    log = out + err
    await standIn.close()
  }
  const database = await openDatabase({ directory: join(folder, 'database') }, NOTHING)
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

test('the ways were walked, logged and kept', () => {
  expect([...new Set(secrets.values())].sort()).toEqual([
    'a secret of a client',
    'a token of an app',
    'a token that was given',
    'the access_token',
    'the client_secret',
    'the code',
    'the code_verifier',
    'the cookie of the state',
    'the device_id',
    'the refresh_token',
    'the state',
  ])
  for (const said of ['auth:callback', 'auth:callback-by-form', 'auth:refresh-token', 'A provider was asked in vain.', 'invalid_code'])
    expect(log).toContain(said)
  for (const provider of providerIds) {
    expect(log).toContain(`"provider":"${provider}"`)
    expect(rows).toMatch(new RegExp(`,${provider},`))
  }
})

test.each([
  ['the log', () => log],
  ['any table', () => rows],
] as const)('none of those secrets stands in %s', (_, text) => {
  const found = [...secrets].filter(([secret]) => text().includes(secret)).map(([secret, what]) => `${what}: ${secret}`)
  expect(found).toEqual([])
})
