// The whole way to each of the eighteen and back, against what each of them publishes about its own door.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Line, platformOf } from '#test/providers/loopback.ts'
import { type CalledBack, type FakeProviderUser, fakeProvider, type Trouble } from '#test/support/fake-provider.ts'
import { type CameBack, type ProviderId, type ProviderUser, providerIds, type ReadyProvider, readyProvider } from './index.ts'

const now = new Date('2026-03-01T12:00:00Z')
const state = 's'.repeat(32)
const codeVerifier = 'v'.repeat(128)
const standIn = await fakeProvider({ now: () => now })
afterAll(() => standIn.close())

const lines: Line[] = []
beforeEach(() => {
  standIn.reset()
  lines.length = 0
})
const platform = platformOf({ ...standIn.settings, VK_LANGUAGE: '3' }, lines)
const named = (id: ProviderId) => readyProvider(platform, id) as ReadyProvider
const redirectUri = (id: ProviderId) => `https://guildhall.test/api/auth/callback/${id}`
const urlOf = (id: ProviderId, scopes: readonly string[] = []) =>
  named(id).authorizationUrl({ state, codeVerifier, redirectUri: redirectUri(id), scopes, loginHint: 'ada@example.com' })

async function went(id: ProviderId, person: Partial<FakeProviderUser> = {}, scopes: readonly string[] = []): Promise<CalledBack> {
  return standIn.authorize(await urlOf(id, scopes), { person })
}

function backFrom(id: ProviderId, { fields }: CalledBack, changed: Partial<CameBack> = {}): CameBack {
  const { code = '', device_id: deviceId, user } = fields
  return { code, state, codeVerifier, redirectUri: redirectUri(id), deviceId, user, now, ...changed }
}

async function cameBack(id: ProviderId, person: Partial<FakeProviderUser> = {}, scopes: readonly string[] = []) {
  return named(id).comeBack(backFrom(id, await went(id, person, scopes)))
}

const pictured = 'https://pictures.example/80351110224678912.png'
const ada: ProviderUser = {
  accountId: '80351110224678912',
  email: 'ada@example.com',
  emailVerified: true,
  name: 'Ada Lovelace',
  image: pictured,
}
const unproven = { emailVerified: false }
const unaddressed = { email: null, emailVerified: false }

// What differs from Ada as she is: who gives no address, who says nothing about it, who knows her by another name.
const people: Record<ProviderId, Partial<ProviderUser>> = {
  apple: { image: null },
  discord: { image: 'https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png' },
  facebook: unproven,
  github: { accountId: '583231' },
  microsoft: { image: null },
  google: {},
  spotify: unproven,
  twitch: { name: 'ada' },
  twitter: {},
  dropbox: { accountId: 'dbid:80351110224678912' },
  kick: { ...unproven, accountId: '583231' },
  linkedin: {},
  gitlab: { accountId: '583231' },
  tiktok: unaddressed,
  reddit: { ...unaddressed, name: 'ada', image: `${pictured}?width=256&s=1f` },
  roblox: unaddressed,
  vk: unproven,
  zoom: {},
}
// Ids that are numbers in JSON are short, as theirs are.
const numbered: readonly ProviderId[] = ['github', 'kick', 'gitlab']
const idOf = (id: ProviderId): Partial<FakeProviderUser> => (numbered.includes(id) ? { id: '583231' } : {})
const pictureOf = (id: ProviderId) => (numbered.includes(id) ? { image: 'https://pictures.example/583231.png' } : {})

test.each(providerIds)('%s: who goes there and agrees comes back as who they are', async (id) => {
  const { person, tokens } = await cameBack(id, idOf(id))
  expect(person).toEqual({ ...ada, ...pictureOf(id), ...people[id] })
  expect(tokens.accessToken).not.toBeNull()
  expect(tokens.idToken === null).toBe(!['apple', 'microsoft', 'google', 'twitch', 'linkedin', 'roblox'].includes(id))
  // Some tokens never end: that is said by saying nothing.
  expect(tokens.accessTokenExpiresAt === null).toBe(id === 'github')
  expect(lines).toEqual([])
})

test.each(providerIds)('%s: somebody without an address and a picture has none', async (id) => {
  const { person } = await cameBack(id, { ...idOf(id), email: null, hasPicture: false })
  expect(person).toMatchObject({ email: null, emailVerified: false })
  expect(person.image).toBe(id === 'discord' ? 'https://cdn.discordapp.com/embed/avatars/5.png' : null)
})

test.each(providerIds)('%s: an address that was not proven is not said to be', async (id) => {
  const { person } = await cameBack(id, { ...idOf(id), isVerified: false })
  expect(person.emailVerified).toBe(false)
})

test.each(providerIds)('%s: a code works once, for whoever began, and comes back to the same place', async (id) => {
  const back = backFrom(id, await went(id, idOf(id)))
  const elsewhere = { ...back, redirectUri: `https://elsewhere.test/api/auth/callback/${id}` }
  await expect(named(id).comeBack(elsewhere)).rejects.toMatchObject({ step: 'invalid_code', provider: id })
  if (new URL(await urlOf(id)).searchParams.has('code_challenge'))
    await expect(named(id).comeBack({ ...back, codeVerifier: 'w'.repeat(128) })).rejects.toMatchObject({ step: 'invalid_code' })
  await named(id).comeBack(back)
  await expect(named(id).comeBack(back)).rejects.toMatchObject({ step: 'invalid_code' })
})

const offline: Partial<Record<ProviderId, string>> = { microsoft: 'offline_access' }
const withoutRefresh: readonly ProviderId[] = ['facebook', 'github', 'linkedin']

test.each(providerIds)('%s: tokens are made new as long as there is something to make them from', async (id) => {
  const { tokens } = await cameBack(id, idOf(id), offline[id] ? [offline[id]] : [])
  expect(tokens.refreshToken === null).toBe(withoutRefresh.includes(id))
  if (tokens.refreshToken === null) return
  const second = await named(id).refresh(tokens.refreshToken, now)
  expect(second.accessToken).not.toBe(tokens.accessToken)
  const third = await named(id).refresh(second.refreshToken ?? tokens.refreshToken, now)
  expect(third.accessToken).not.toBe(second.accessToken)
  await expect(named(id).refresh('another', now)).rejects.toMatchObject({ step: 'refresh' })
})

test.each(providerIds)('%s: who says no comes back without a code', async (id) => {
  const { fields } = standIn.authorize(await urlOf(id), { decision: 'denies' })
  expect(fields).toMatchObject({ error: 'access_denied', state })
})

const troubles: readonly Trouble[] = ['down', '500', 'html', 'redirect', 'empty', 'error']

test.each(providerIds)('%s: while it is of no use nobody comes in, and the log says why', async (id) => {
  for (const trouble of troubles) {
    const back = backFrom(id, await went(id, idOf(id)))
    lines.length = 0
    standIn.misbehave(id, { trouble, at: 'token' })
    await expect(named(id).comeBack(back)).rejects.toMatchObject({ step: 'invalid_code' })
    expect(lines).toMatchObject([{ fields: { provider: id, step: 'invalid_code' } }])
    const line = JSON.stringify(lines)
    for (const secret of [back.code, codeVerifier, ...Object.values(standIn.settings).filter((each) => each.startsWith('secret'))])
      expect(line).not.toContain(secret)
    standIn.misbehave(id, null)
  }
})

const profiled = providerIds.filter((id) => !['apple', 'microsoft', 'google', 'twitch'].includes(id))

test.each(profiled)('%s: while its profiles are of no use nobody comes in', async (id) => {
  for (const trouble of troubles) {
    const back = backFrom(id, await went(id, idOf(id)))
    standIn.misbehave(id, { trouble, at: 'profile' })
    await expect(named(id).comeBack(back)).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
    standIn.misbehave(id, null)
  }
})

test('an answer of ten megabytes is not read to its end', async () => {
  const back = backFrom('discord', await went('discord'))
  standIn.misbehave('discord', { trouble: 'huge' })
  await expect(named('discord').comeBack(back)).rejects.toThrow('more than 1 MiB')
})

test('Apple tells a name with the first sign-in alone, in a form', async () => {
  const first = await went('apple', { id: '42' })
  expect([first.method, first.url, Object.keys(first.fields)]).toEqual(['POST', redirectUri('apple'), ['code', 'state', 'user']])
  const { person } = await named('apple').comeBack(backFrom('apple', await went('apple', { id: '42' })))
  expect(person.name).toBe('ada')
})

test('VK is asked in the language of the settings, and gives its code to one device', async () => {
  expect(new URL(await urlOf('vk')).searchParams.get('lang_id')).toBe('3')
  const back = backFrom('vk', await went('vk'))
  await expect(named('vk').comeBack({ ...back, deviceId: 'another' })).rejects.toMatchObject({ step: 'invalid_code' })
})

test('X may forbid the question for the address without shutting anybody out', async () => {
  const url = new URL(await urlOf('twitter'))
  url.searchParams.set('scope', 'users.read tweet.read')
  const { person, tokens } = await named('twitter').comeBack(backFrom('twitter', standIn.authorize(url.href)))
  expect(person).toMatchObject({ name: 'Ada Lovelace', email: null })
  expect(tokens.refreshToken).toBeNull()
})

test.each([
  ['response_type', 'token'],
  ['client_id', 'another'],
  ['redirect_uri', 'https://elsewhere.test/'],
  ['state', ''],
  ['code_challenge', 'short'],
  ['scope', 'email'],
])('the stand-in lets nobody in whose %s is wrong', async (name, value) => {
  const url = new URL(await urlOf('kick'))
  url.searchParams.set(name, value)
  expect(() => standIn.authorize(url.href)).toThrow('shows an error page')
})
