import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DISCORD_BOT, memberRole, staffRole } from '#test/providers/discord-stand-in.ts'
import { platformFor, type Services, startServices } from '#test/providers/services.ts'
import { done } from '../../call-outcome.ts'
import { checkRole, giveRole, takeRole } from '../access.ts'
import { servicesOf } from '../services.ts'
import type { Discord } from './discord.ts'

const ADA = '80351110224678912'
const GUILD = '41771983423143937'
const access = { guildId: GUILD, userId: ADA, roleId: memberRole.id }

let services: Services
let discord: Discord
const guild = () => services.discord.guilds.get(GUILD)
const token = async () => done('ada-token')

beforeEach(async () => {
  services = await startServices()
  services.discord.addGuild(GUILD)
  services.discord.accounts.set(ADA, 'ada')
  services.discord.accessTokens.set('ada-token', ADA)
  discord = servicesOf(platformFor(services)).discord as Discord
})
afterEach(async () => {
  expect(services.faults).toEqual([])
  await services.close()
})

test('a guild, its roles and those of the bot are read; the id of the bot once', async () => {
  expect(await discord.readGuild(GUILD)).toEqual(done({ id: GUILD, name: 'Acme' }))
  const roles = await discord.listRoles(GUILD)
  expect(roles).toMatchObject({
    kind: 'done',
    value: [{ name: 'Staff' }, { name: 'Bot', isManaged: true }, { name: 'Member' }, { id: GUILD }],
  })
  expect(await discord.listBotRoles(GUILD)).toEqual(done(['12']))
  expect(await discord.listBotRoles(GUILD)).toEqual(done(['12']))
  expect(services.requests.filter((line) => line.endsWith('users/@me'))).toHaveLength(1)
})

test('the bot may give a role below its own, and no other', async () => {
  expect(await checkRole(discord, { guildId: GUILD, roleId: memberRole.id })).toEqual(done(undefined))
  expect(await checkRole(discord, { guildId: GUILD, roleId: staffRole.id })).toEqual(done(expect.stringContaining('not below')))
  expect(await checkRole(discord, { guildId: '5', roleId: memberRole.id })).toMatchObject({ kind: 'permanent' })
})

describe('giving a role', () => {
  test('to a user who is no member joins them first, and repeating it changes nothing', async () => {
    expect(await giveRole(discord, access, token)).toEqual(done())
    expect(guild()?.members.get(ADA)).toEqual(new Set([memberRole.id]))
    const requests = services.requests.length
    expect(await giveRole(discord, access, () => expect.unreachable())).toEqual(done())
    expect(services.requests).toHaveLength(requests + 1)
  })

  test('to a user whose token Discord no longer accepts needs the customer', async () => {
    expect(await giveRole(discord, access, async () => done('expired'))).toMatchObject({ kind: 'action_required' })
    expect(guild()?.members.has(ADA)).toBe(false)
  })

  test('to a banned user, of an unknown role, above the bot, or on a guild without the bot is permanent', async () => {
    guild()?.banned.add(ADA)
    expect(await giveRole(discord, access, token)).toMatchObject({ kind: 'permanent', sentence: expect.stringContaining('banned') })
    guild()?.members.set(ADA, new Set())
    expect(await giveRole(discord, { ...access, roleId: '99' }, token)).toMatchObject({ kind: 'permanent' })
    expect(await giveRole(discord, { ...access, roleId: staffRole.id }, token)).toMatchObject({ kind: 'permanent' })
    guild()?.members.delete(DISCORD_BOT)
    expect(await giveRole(discord, access, token)).toMatchObject({ kind: 'permanent', sentence: expect.stringContaining('bot is not') })
  })
})

test('taking a role leaves the member, or removes them; what is gone already is done', async () => {
  await giveRole(discord, access, token)
  expect(await takeRole(discord, { ...access, isKicked: false })).toEqual(done())
  expect(guild()?.members.get(ADA)).toEqual(new Set())
  expect(await takeRole(discord, { ...access, isKicked: true })).toEqual(done())
  expect(guild()?.members.has(ADA)).toBe(false)
  for (const isKicked of [true, false]) expect(await takeRole(discord, { ...access, isKicked })).toEqual(done())
  services.discord.guilds.delete(GUILD)
  expect(await takeRole(discord, { ...access, isKicked: false })).toEqual(done())
})

describe('a rate limit', () => {
  test('is transient with Discord’s own time, and no further request of the allowance is sent before', async () => {
    services.force({ status: 429, json: { retry_after: 64.57, global: false }, headers: { 'retry-after': '65' } })
    expect(await discord.addRole(access)).toMatchObject({ kind: 'transient', retryAfterSeconds: 65 })
    const requests = services.requests.length
    expect(await discord.addRole(access)).toMatchObject({ kind: 'transient', retryAfterSeconds: 65 })
    expect(services.requests).toHaveLength(requests)
    expect(await discord.readGuild(GUILD)).toMatchObject({ kind: 'done' })
    services.clock.advance(66)
    expect(await discord.addRole(access)).toEqual(done('absent'))
  })

  test('of everything holds back every request', async () => {
    services.force({ status: 429, json: { retry_after: 2, global: true }, headers: { 'x-ratelimit-global': 'true' } })
    await discord.readGuild(GUILD)
    expect(await discord.removeMember(access)).toMatchObject({ kind: 'transient', retryAfterSeconds: 2 })
  })

  test('that a successful answer announces holds back the next request', async () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.5' }
    services.force({ status: 200, json: { id: GUILD, name: 'Acme' }, headers })
    expect(await discord.readGuild(GUILD)).toMatchObject({ kind: 'done' })
    expect(await discord.readGuild(GUILD)).toMatchObject({ kind: 'transient', retryAfterSeconds: 2 })
  })
})

test.each([
  ['an error of the server', { status: 502 } as const],
  ['a closed connection', { status: 'cut' } as const],
])('%s is transient', async (_, answer) => {
  services.force(answer)
  expect(await discord.addRole(access)).toMatchObject({ kind: 'transient', retryAfterSeconds: null })
})

test('a token of the bot that is no longer valid is permanent, and its sentence does not contain it', async () => {
  services.force({ status: 401, json: { code: 0, message: '401: Unauthorized' } })
  expect(await discord.addRole(access)).toEqual({
    kind: 'permanent',
    code: 'credentials_refused',
    sentence: 'Discord does not accept the credentials of this server.',
  })
})

test('a segment that would lead out of the path is refused before a request', async () => {
  await expect(discord.readGuild('..')).rejects.toThrow('leads out')
  expect(services.requests).toEqual([])
})

describe('the authorizations', () => {
  const oauth = () => servicesOf({ ...platformFor(services) }).discordOauth
  const codeVerifier = 'v'.repeat(64)
  const redirectUri = 'https://guildhall.test/callback'
  const codeOf = (url: string) => new URL(url).searchParams.get('code') ?? ''

  test('a customer links an account with its id, name and tokens; a code is used once', async () => {
    const url = oauth()?.authorizationUrl({ state: 's', codeVerifier, redirectUri }) ?? ''
    expect(new URL(url).searchParams.get('scope')).toBe('identify guilds.join')
    expect(url).not.toContain(codeVerifier)
    const code = codeOf(services.discord.authorize(url, { accountId: ADA }))
    const exchanged = await oauth()?.exchangeCode({ code, codeVerifier, redirectUri })
    const expiresAt = new Date(services.clock.now().getTime() + 604_800_000)
    expect(exchanged).toMatchObject({ kind: 'done', value: { accountId: ADA, accountName: 'ada', tokens: { expiresAt } } })
    expect(await oauth()?.exchangeCode({ code, codeVerifier, redirectUri })).toMatchObject({ kind: 'permanent' })
  })

  test('a code with another verifier is refused', async () => {
    const url = oauth()?.authorizationUrl({ state: 's', codeVerifier, redirectUri }) ?? ''
    const code = codeOf(services.discord.authorize(url, { accountId: ADA }))
    expect(await oauth()?.exchangeCode({ code, codeVerifier: 'w'.repeat(64), redirectUri })).toMatchObject({ kind: 'permanent' })
  })

  test('tokens are refreshed; where Discord refuses, the customer must act', async () => {
    services.discord.refreshTokens.set('refresh', ADA)
    expect(await oauth()?.refresh('refresh')).toMatchObject({ kind: 'done' })
    expect(await oauth()?.refresh('refresh')).toMatchObject({ kind: 'action_required' })
    services.force({ status: 503 })
    expect(await oauth()?.refresh('refresh')).toMatchObject({ kind: 'transient' })
  })

  test('the guild is the one of Discord’s answer; an authorization without one is refused', async () => {
    const url = oauth()?.installUrl({ state: 's', codeVerifier, redirectUri }) ?? ''
    const codes = [services.discord.authorize(url, { accountId: ADA, guildId: GUILD }), services.discord.authorize(url, { accountId: ADA })]
    const [named, none] = codes.map(codeOf)
    expect(await oauth()?.exchangeGuild({ code: named ?? '', codeVerifier, redirectUri })).toEqual(done({ id: GUILD, name: 'Acme' }))
    expect(await oauth()?.exchangeGuild({ code: none ?? '', codeVerifier, redirectUri })).toMatchObject({ kind: 'permanent' })
  })
})

test('without a bot there is no client', () => {
  const { settings } = platformFor(services)
  const deps = { ...platformFor(services), settings: { ...settings, DISCORD_BOT_TOKEN: undefined, GITHUB_APP_ID: undefined } }
  expect(servicesOf(deps)).toEqual({ discord: undefined, discordOauth: undefined, github: undefined, githubOauth: undefined })
})
