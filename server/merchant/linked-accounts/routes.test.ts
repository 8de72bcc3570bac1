import { beforeEach, describe, expect, test } from 'vitest'
import { memberRole, staffRole } from '#test/providers/discord-stand-in.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { aConnectedServer } from '#test/support/grants/a-connected-server.ts'
import type { TestAnswer } from '#test/support/server.ts'
import { giveDiscordRole, giveRepositoryAccess, takeDiscordRole, takeRepositoryAccess } from './index.ts'

const { services, server } = await aConnectedServer()

const [ADA, GUILD] = ['80351110224678912', '41771983423143937']
const GITHUB_ADA = '583231'
const { db } = server.platform.database
const { BASE_URL } = server.settings
let merchant: TestMerchant
let customerId: string
let asCustomer: Record<string, string>

/** Accounts are linked to one customer of an organization: each test has a merchant of its own. */
beforeEach(async () => {
  merchant = await aMerchant(server)
  const customer = await aCustomer()
  customerId = customer.id
  asCustomer = customer.headers
  services.discord.guilds.clear()
  services.discord.addGuild(GUILD)
  services.discord.accounts.set(ADA, 'ada')
  services.github.accounts.set(Number(GITHUB_ADA), 'ada').set(77, 'maya')
  services.github.repositories.length = 0
})

async function aCustomer() {
  const { id } = (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })).json
  return { id: id as string, headers: await aSession(id) }
}

async function aSession(customer_id: string) {
  const { token } = (await merchant.request('POST', '/v1/customer-sessions/', { body: { customer_id } })).json
  return { authorization: `Bearer ${token}` }
}

type Provider = 'discord' | 'github'
const cookieOf = (answer: TestAnswer) =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')
const paths = {
  discord: {
    authorize: '/v1/customer-portal/linked-accounts/discord/authorize',
    account: '/v1/customer-portal/linked-accounts/discord',
    connect: '/v1/connections/discord/authorize',
    callback: '/v1/linked-accounts/discord/callback',
  },
  github: {
    authorize: '/v1/customer-portal/linked-accounts/github/authorize',
    account: '/v1/customer-portal/linked-accounts/github',
    connect: '/v1/connections/github/authorize',
    callback: '/v1/linked-accounts/github/callback',
  },
}
const start = (provider: Provider, headers = asCustomer) => server.request('POST', paths[provider].authorize, { headers })
const connect = (provider: Provider) => merchant.request('POST', paths[provider].connect, { body: {} })
/** The browser comes back from the provider. */
const comeBack = (url: string, cookie: string) => server.request('GET', url.replace(BASE_URL, ''), { headers: { cookie } })
const locationOf = (answer: TestAnswer) => String(answer.headers['location'])

async function link(provider: Provider, accountId = provider === 'discord' ? ADA : GITHUB_ADA, headers = asCustomer) {
  const started = await start(provider, headers)
  const url = services[provider].authorize(started.json.url, { accountId })
  return { url, cookie: cookieOf(started), answer: await comeBack(url, cookieOf(started)) }
}

async function connectGithub(accountId = '77') {
  const started = await connect('github')
  return comeBack(services.github.authorize(started.json.url, { accountId }), cookieOf(started))
}

async function connectGuild() {
  const started = await connect('discord')
  const url = services.discord.authorize(started.json.url, { accountId: ADA, guildId: GUILD })
  const answer = await comeBack(url, cookieOf(started))
  return decodeURIComponent(new URL(locationOf(answer)).hash.replace('#guild_token=', ''))
}

const accountsOf = async (headers = asCustomer) =>
  (await server.request('GET', '/v1/customer-portal/customers/me', { headers })).json.oauth_accounts
const eventsOf = async () =>
  (
    await db
      .selectFrom('domain_events')
      .select('payload')
      .where('name', '=', 'customer.account_linked')
      .where('resource_id', '=', customerId)
      .execute()
  ).map(({ payload }) => payload)

describe('a customer', () => {
  test.each(['discord', 'github'] as const)('links an account at %s, which their own view shows, and unlinks it', async (provider) => {
    const { answer } = await link(provider)
    expect([answer.status, locationOf(answer)]).toEqual([302, `${BASE_URL}/portal/${merchant.slug}/benefits?linked=${provider}`])
    const account_id = provider === 'discord' ? ADA : GITHUB_ADA
    expect(await accountsOf()).toEqual({ [provider]: { account_id, account_username: 'ada' } })
    expect(await eventsOf()).toEqual([{ organization_id: merchant.organizationId, customer_id: customerId, provider, account_id }])
    const unlink = () => server.request('DELETE', paths[provider].account, { headers: asCustomer })
    expect([(await unlink()).status, (await unlink()).status]).toEqual([204, 404])
    expect(await accountsOf()).toEqual({})
  })

  test('links another account in place of the last, and its tokens are sealed', async () => {
    services.discord.accounts.set('5', 'ada-at-work')
    await link('discord')
    await link('discord', '5')
    expect(await accountsOf()).toEqual({ discord: { account_id: '5', account_username: 'ada-at-work' } })
    const rows = await db
      .selectFrom('linked_accounts')
      .select(['sealed_access_token', 'sealed_refresh_token'])
      .where('customer_id', '=', customerId)
      .execute()
    expect(rows).toEqual([{ sealed_access_token: expect.stringMatching(/^v1\./), sealed_refresh_token: expect.stringMatching(/^v1\./) }])
  })

  test('cannot link an account that another customer of the merchant has linked', async () => {
    await link('discord')
    const other = await aCustomer()
    const { answer } = await link('discord', ADA, other.headers)
    expect(locationOf(answer)).toContain('link_error=account_taken')
    expect(await accountsOf(other.headers)).toEqual({})
  })

  test('refuses at the provider, or the provider is down: the page says which, and nothing is linked', async () => {
    const started = await start('discord')
    const state = new URL(started.json.url).searchParams.get('state')
    const callback = `/v1/linked-accounts/discord/callback?error=access_denied&state=${state}`
    expect(locationOf(await comeBack(callback, cookieOf(started)))).toContain('link_error=access_denied')
    services.force({ status: 503, at: /oauth2/ })
    expect(locationOf((await link('discord')).answer)).toContain('link_error=try_again')
    expect(await accountsOf()).toEqual({})
  })

  test('whose accounts are linked is deleted: the accounts are deleted with them', async () => {
    await link('github')
    await merchant.request('DELETE', `/v1/customers/${customerId}`)
    await server.drain()
    expect(await db.selectFrom('linked_accounts').select('id').where('customer_id', '=', customerId).execute()).toEqual([])
  })
})

describe('a callback leads to the error page', () => {
  const errorPage = `${BASE_URL}/api/auth/error?error=please_restart_the_process`

  test('if its state was used, is of another browser or another provider, or is missing', async () => {
    const { url, cookie } = await link('discord')
    expect(locationOf(await comeBack(url, cookie))).toBe(errorPage)
    const started = await start('discord')
    const foreign = services.discord.authorize(started.json.url, { accountId: ADA })
    expect(locationOf(await comeBack(foreign, ''))).toBe(errorPage)
    expect(locationOf(await comeBack(foreign, cookieOf(await start('github', (await aCustomer()).headers))))).toBe(errorPage)
    expect(locationOf(await comeBack(foreign.replace('/discord/', '/github/'), cookieOf(started)))).toBe(errorPage)
    for (const { callback } of Object.values(paths)) expect(locationOf(await comeBack(callback, cookie))).toBe(errorPage)
  })

  test('if its state has expired', async () => {
    const started = await start('discord')
    const url = services.discord.authorize(started.json.url, { accountId: ADA })
    server.clock.advance(600)
    expect(locationOf(await comeBack(url, cookieOf(started)))).toBe(errorPage)
  })
})

describe('a merchant', () => {
  const benefit = (type: string, properties: object, by = merchant) =>
    by.request('POST', '/v1/benefits/', { body: { type, description: 'A way in', properties } })
  const problemOf = (answer: TestAnswer) => [answer.status, answer.json.detail[0].loc.at(-1), answer.json.detail[0].msg]

  test.each(['discord', 'github'] as const)(
    'connects nothing at %s who may no longer write benefits when they come back',
    async (provider) => {
      const admin = await aMember(server, merchant.organizationId, 'admin')
      const start = () => admin.request('POST', paths[provider].connect, { body: { organization_id: merchant.organizationId } })
      const finish = async (started: TestAnswer) => {
        const url = services[provider].authorize(started.json.url, { accountId: provider === 'discord' ? ADA : '77', guildId: GUILD })
        return locationOf(await comeBack(url, cookieOf(started)))
      }
      const members = (role: string) =>
        server.platform.database.transaction((tx) => tx.updateTable('members').set({ role }).where('user_id', '=', admin.id).execute())
      const started = await start()
      await members('member')
      expect(await finish(started)).toBe(`${BASE_URL}/dashboard/${merchant.slug}/benefits?provider=${provider}&link_error=not_permitted`)
      expect((await merchant.request('GET', '/v1/connections/')).json.items).toEqual([])
      await members('admin')
      expect(await finish(await start())).toContain(`linked=${provider}`)
      const byToken = await connect(provider)
      await merchant.owner.request('DELETE', `/v1/organization-access-tokens/${merchant.tokenId}`)
      expect(await finish(byToken)).toContain('link_error=not_permitted')
    },
  )

  test('adds the bot to a Discord server, and creates a benefit with a role below the bot', async () => {
    const guild_token = await connectGuild()
    expect(guild_token).toMatch(/^v1\./)
    const created = await benefit('discord', { guild_token, role_id: memberRole.id, kick_member: true })
    expect([created.status, created.json.properties]).toEqual([
      201,
      { guild_id: GUILD, role_id: memberRole.id, kick_member: true, guild_token: expect.stringMatching(/^v1\./) },
    ])
    // The token of the benefit does not expire, so that its role can be changed later.
    server.clock.advance(3600)
    const properties = { guild_token: created.json.properties.guild_token, role_id: memberRole.id }
    const changed = await merchant.request('PATCH', `/v1/benefits/${created.json.id}`, { body: { type: 'discord', properties } })
    expect([changed.status, changed.json.properties.kick_member]).toEqual([200, false])
  })

  test('cannot use a token that is expired, changed, or of another merchant, nor a role above the bot', async () => {
    const guild_token = await connectGuild()
    const role_id = memberRole.id
    expect(problemOf(await benefit('discord', { guild_token, role_id: staffRole.id }))).toEqual([
      422,
      'role_id',
      expect.stringContaining('not below'),
    ])
    expect(problemOf(await benefit('discord', { guild_token, role_id }, await aMerchant(server)))).toEqual([
      422,
      'guild_token',
      expect.any(String),
    ])
    expect(problemOf(await benefit('discord', { guild_token: guild_token.slice(0, -8), role_id }))).toEqual([
      422,
      'guild_token',
      expect.any(String),
    ])
    server.clock.advance(600)
    expect(problemOf(await benefit('discord', { guild_token, role_id }))).toEqual([422, 'guild_token', expect.stringContaining('expired')])
  })

  test('connects a GitHub account, and creates a benefit with a repository that it and the app administer', async () => {
    const repository = services.github.addRepository('Acme', 'Templates')
    const properties = { repository_owner: 'acme', repository_name: 'templates', permission: 'pull' }
    expect(problemOf(await benefit('github_repository', properties))).toEqual([
      422,
      'repository_name',
      expect.stringContaining('Connect a GitHub account'),
    ])
    expect(locationOf(await connectGithub())).toBe(`${BASE_URL}/dashboard/${merchant.slug}/benefits?linked=github`)
    expect(problemOf(await benefit('github_repository', properties))).toEqual([
      422,
      'repository_name',
      expect.stringContaining('no administrator'),
    ])
    repository.collaborators.set(77, 'admin')
    const created = await benefit('github_repository', properties)
    expect([created.status, created.json.properties]).toEqual([
      201,
      { ...properties, repository_id: String(repository.id), repository_owner: 'Acme', repository_name: 'Templates' },
    ])
    repository.isInstalled = false
    expect(problemOf(await benefit('github_repository', properties))[2]).toContain('https://github.com/apps/guildhall/installations/new')
    expect(problemOf(await benefit('github_repository', { ...properties, repository_name: '..' }))[2]).toBe('There is no such repository.')
  })

  test('sees and deletes its connection, and another account replaces it', async () => {
    await connectGithub()
    services.github.accounts.set(78, 'max')
    await connectGithub('78')
    const { items } = (await merchant.request('GET', '/v1/connections/')).json
    expect(items).toEqual([expect.objectContaining({ provider: 'github', account_id: '78', account_name: 'max' })])
    const remove = () => merchant.request('DELETE', `/v1/connections/${items[0].id}`)
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
    const { rows } = {
      rows: await db.selectFrom('audit_entries').select('action').where('organization_id', '=', merchant.organizationId).execute(),
    }
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['connection.created', 'connection.deleted']))
  })
})

describe('a grant', () => {
  const of = () => ({ organizationId: merchant.organizationId, customerId })

  test('of a role waits for the account, joins the member, and is taken again', async () => {
    const role = { guildId: GUILD, roleId: memberRole.id }
    expect(await giveDiscordRole(server.platform, { ...of(), ...role, accountId: null })).toMatchObject({ kind: 'action_required' })
    await link('discord')
    expect(await giveDiscordRole(server.platform, { ...of(), ...role, accountId: ADA })).toMatchObject({ kind: 'done' })
    expect(services.discord.guilds.get(GUILD)?.members.get(ADA)).toEqual(new Set([memberRole.id]))
    expect(await takeDiscordRole(server.platform, { ...role, accountId: ADA, isKicked: true })).toMatchObject({ kind: 'done' })
    expect(services.discord.guilds.get(GUILD)?.members.has(ADA)).toBe(false)
  })

  test('of a role refreshes an expired token once, also if two run at a time', async () => {
    const role = { guildId: GUILD, roleId: memberRole.id }
    await link('discord')
    const used = services.discord.refreshTokens.size
    server.clock.advance(604_800)
    const outcomes = await Promise.all([1, 2].map(() => giveDiscordRole(server.platform, { ...of(), ...role, accountId: ADA })))
    expect(outcomes.some(({ kind }) => kind === 'done')).toBe(true)
    expect(await giveDiscordRole(server.platform, { ...of(), ...role, accountId: ADA })).toMatchObject({ kind: 'done' })
    expect(services.discord.refreshTokens.size).toBe(used)
  })

  test('of a role needs the customer again after Discord has refused the link', async () => {
    const role = { ...of(), guildId: GUILD, roleId: memberRole.id, accountId: ADA }
    await link('discord')
    services.discord.refreshTokens.clear()
    server.clock.advance(604_800)
    expect(await giveDiscordRole(server.platform, role)).toMatchObject({ kind: 'transient' })
    expect(await giveDiscordRole(server.platform, role)).toMatchObject({ kind: 'action_required' })
    await link('discord', ADA, await aSession(customerId))
    expect(await giveDiscordRole(server.platform, role)).toMatchObject({ kind: 'done' })
  })

  test('of a repository waits for the account, invites it in the name of the merchant, and is taken again', async () => {
    const stored = services.github.addRepository('acme', 'templates')
    stored.collaborators.set(77, 'admin')
    const repository = { id: String(stored.id), owner: 'acme', name: 'templates' }
    const access = { organizationId: merchant.organizationId, repository, permission: 'push' as const, isLowered: false }
    const give = (accountId: string | null, isLowered = false) => giveRepositoryAccess(server.platform, { ...access, accountId, isLowered })
    expect(await give(null)).toMatchObject({ kind: 'action_required' })
    expect(await give(GITHUB_ADA)).toMatchObject({ kind: 'permanent', code: 'merchant_not_connected' })
    expect(stored.invitations).toEqual([])
    await connectGithub()
    expect(await give(GITHUB_ADA)).toMatchObject({ kind: 'done' })
    expect(stored.invitations).toMatchObject([{ permission: 'write' }])
    stored.collaborators.delete(77)
    expect(await give(GITHUB_ADA)).toMatchObject({ kind: 'permanent', code: 'merchant_not_administrator' })
    expect(await give(GITHUB_ADA, true)).toMatchObject({ kind: 'done' })
    expect(await takeRepositoryAccess(server.platform, { repository, accountId: GITHUB_ADA })).toMatchObject({ kind: 'done' })
    expect(stored.invitations).toEqual([])
  })
})
