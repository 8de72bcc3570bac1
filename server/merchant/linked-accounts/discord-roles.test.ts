// The roles that a merchant may choose for a benefit, as Discord has them.
import { beforeEach, expect, test } from 'vitest'
import { DISCORD_BOT, memberRole, staffRole } from '#test/providers/discord-stand-in.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aConnectedServer } from '#test/support/grants/a-connected-server.ts'
import { anAccessShop } from '#test/support/grants/an-access-shop.ts'
import { sharedServer } from '#test/support/server.ts'

const { services, server } = await aConnectedServer()

let merchant: TestMerchant
let guildId: string
let guilds = 0

/** The roles that were read of a guild are remembered: each test has its own. */
beforeEach(async () => {
  merchant = await aMerchant(server)
  guilds += 1
  guildId = `4197198342314393${guilds}`
  services.discord.addGuild(guildId)
  services.discord.accounts.set('1', 'owner')
})

const list = (guild_token: string, of = merchant) => of.request('POST', '/v1/connections/discord/roles', { body: { guild_token } })
const token = () => anAccessShop(server, services, merchant).guildToken(guildId, '1')
const requests = () => services.requests.filter((line) => line.includes(guildId)).length

test('the roles are listed, the highest first, with why the bot cannot give one', async () => {
  const { status, json } = await list(await token())
  expect(status).toBe(200)
  expect(json.items).toEqual([
    { id: staffRole.id, name: 'Staff', fault: expect.stringContaining('above') },
    { id: '12', name: 'Bot', fault: expect.stringContaining('manages') },
    { id: memberRole.id, name: 'Member', fault: null },
  ])
})

test('they are read from Discord once in half a minute', async () => {
  const guildToken = await token()
  await list(guildToken)
  const before = requests()
  for (let time = 0; time < 3; time += 1) expect((await list(guildToken)).status).toBe(200)
  expect(requests()).toBe(before)
  services.discord.guilds.get(guildId)?.roles.push({ id: '14', name: 'New', position: 1 })
  server.clock.advance(31)
  expect((await list(guildToken)).json.items.map(({ name }: { name: string }) => name)).toContain('New')
})

test('a failure is an error at the token, and is not remembered', async () => {
  const guildToken = await token()
  services.force({ status: 503, at: /guilds/, json: {} })
  const failed = await list(guildToken)
  expect([failed.status, failed.json.detail[0].loc, failed.json.detail[0].msg]).toEqual([
    422,
    ['body', 'guild_token'],
    'Discord answered 503.',
  ])
  expect((await list(guildToken)).status).toBe(200)
  services.discord.guilds.get(guildId)?.members.delete(DISCORD_BOT)
  server.clock.advance(31)
  const left = await list(guildToken)
  expect([left.status, left.json.detail[0].msg]).toEqual([422, 'The bot is not on the Discord server.'])
})

test('only the organization that has connected the server reads its roles, by who may change benefits', async () => {
  const guildToken = await token()
  const stranger = await aMerchant(server)
  const other = await list(guildToken, stranger)
  expect([other.status, other.json.detail[0].msg]).toEqual([422, expect.stringContaining('connect the server again')])
  expect((await list('no token')).status).toBe(422)
  const member = await aMember(server, merchant.organizationId, 'member')
  const body = { organization_id: merchant.organizationId, guild_token: guildToken }
  expect((await member.request('POST', '/v1/connections/discord/roles', { body })).status).toBe(403)
  server.clock.advance(601)
  expect((await list(guildToken)).status).toBe(422)
})

test('without a bot there are none', async () => {
  const plain = await sharedServer()
  const { status, json } = await list('any', await aMerchant(plain))
  expect([status, json.error]).toEqual([404, 'ProviderNotAvailable'])
})
