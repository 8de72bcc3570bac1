// The benefits of customers at Discord and GitHub: given, tried again, moved and taken, with services that answer as they do.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { enqueue } from '#platform/worker/enqueue.ts'
import { outsideSpec } from '#sales/access/grants/job-specs.ts'
import { benefitGrants } from '#sales/access/grants/store.ts'
import { memberRole } from '#test/providers/discord-stand-in.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aConnectedServer } from '#test/support/grants/a-connected-server.ts'
import {
  type AccessShop,
  anAccessShop,
  type LinkedProvider,
  repositoryProperties,
  roleProperties,
} from '#test/support/grants/an-access-shop.ts'
import { aPortal, type TestPortal } from '#test/support/portal/a-portal.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const { services, server } = await aConnectedServer({ database: await ownDatabase() })

const [ADA, ADA_AT_WORK, GUILD, OTHER_GUILD] = ['80351110224678912', '5', '41771983423143937', '41771983423143938']
const [MAYA, GITHUB_ADA] = [77, 583_231]
const { db } = server.platform.database

let merchant: TestMerchant
let shop: AccessShop

beforeEach(async () => {
  merchant = await aMerchant(server)
  shop = anAccessShop(server, services, merchant)
  services.discord.guilds.clear()
  services.discord.addGuild(GUILD)
  services.discord.addGuild(OTHER_GUILD)
  services.discord.accounts.set(ADA, 'ada').set(ADA_AT_WORK, 'ada-at-work')
  services.github.accounts.set(GITHUB_ADA, 'ada').set(MAYA, 'maya')
  services.github.repositories.length = 0
})

const rolesOf = (account = ADA, guild = GUILD) => [...(services.discord.guilds.get(guild)?.members.get(account) ?? [])]
const guildToken = (guildId: string) => shop.guildToken(guildId, ADA)
const give: AccessShop['give'] = (productId, benefits) => shop.give(productId, benefits)

const aRole = async (kickMember = false) => shop.aBenefit('discord', roleProperties(await guildToken(GUILD), kickMember))

async function aRepository(permission = 'pull') {
  const repository = services.github.addRepository('acme', 'handbook')
  repository.collaborators.set(MAYA, 'admin')
  await shop.connectGithub(MAYA)
  const benefit = await shop.aBenefit('github_repository', repositoryProperties('handbook', permission))
  return { repository, benefit }
}

/** A customer who buys the product, again where they are known: then the merchant's server states their email. */
async function buy(productId: string, email?: string) {
  const checkout = await aCheckout(server, merchant, { products: [productId], ...(email !== undefined && { customer_email: email }) })
  const answer = await checkout.confirm(undefined, { body: email === undefined ? {} : { customer_email: email } })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  await server.drain()
  const [order] = (await merchant.request('GET', '/v1/orders/?sorting=-created_at')).json.items
  return { order, customerId: order.customer_id as string, email: email ?? checkout.email }
}

async function aSale(benefit: string) {
  const { id: productId } = await aProduct(merchant)
  await give(productId, [benefit])
  const sale = await buy(productId)
  return { productId, ...sale, portal: await aPortal(server, merchant, sale.customerId) }
}

async function link(portal: TestPortal, provider: LinkedProvider, accountId = provider === 'discord' ? ADA : String(GITHUB_ADA)) {
  await shop.link(portal, provider, accountId)
  await server.drain()
}

const grantsOf = async (benefit: string) =>
  (await merchant.request('GET', `/v1/benefit-grants/?benefit_id=${benefit}&sorting=created_at`)).json.items
const grantOf = async (benefit: string) => (await grantsOf(benefit))[0]

async function eventsOf(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from domain_events where organization_id = ${merchant.organizationId} and name like 'benefit_grant.%' order by position`.execute(
    db,
  )
  return rows.map(({ name }) => name.replace('benefit_grant.', ''))
}

async function wait(seconds: number): Promise<void> {
  server.clock.advance(seconds)
  await server.drain()
}

const refund = async (order: { readonly id: string }) => {
  const body = { order_id: order.id, reason: 'customer_request', amount: 100, revoke_benefits: true }
  expect((await merchant.request('POST', '/v1/refunds/', { body })).status).toBe(200)
  await server.drain()
}

test('a role waits for the account of the customer, is given when it is linked, and taken with a refund', async () => {
  const benefit = await aRole()
  const { order, portal } = await aSale(benefit)
  expect(await grantOf(benefit)).toMatchObject({
    is_granted: false,
    granted_at: null,
    error: { type: 'ACTION_REQUIRED', message: 'Link your Discord account.', code: 'link_discord' },
  })
  const requests = services.requests.length
  await wait(600)
  expect(services.requests.length).toBe(requests)
  await link(portal, 'discord')
  expect(await grantOf(benefit)).toMatchObject({ is_granted: true, error: null, properties: { account_id: ADA, guild_id: GUILD } })
  expect(rolesOf()).toEqual([memberRole.id])
  expect(await eventsOf()).toEqual(['created', 'updated'])
  await refund(order)
  expect([(await grantOf(benefit)).is_revoked, rolesOf(), await eventsOf()]).toEqual([true, [], ['created', 'updated', 'revoked']])
})

test('a role that two purchases share is taken with the last of them, and with it the membership', async () => {
  const benefit = await aRole(true)
  const first = await aSale(benefit)
  await link(first.portal, 'discord')
  const second = await buy(first.productId, first.email)
  expect((await grantsOf(benefit)).map((each: { is_granted: boolean }) => each.is_granted)).toEqual([true, true])
  await refund(first.order)
  expect((await grantsOf(benefit)).map((each: { is_granted: boolean }) => each.is_granted)).toEqual([false, true])
  expect(rolesOf()).toEqual([memberRole.id])
  await refund(second.order)
  expect(services.discord.guilds.get(GUILD)?.members.has(ADA)).toBe(false)
})

test('a role moves with its benefit to another server, and with the customer to another account', async () => {
  const benefit = await aRole()
  const { portal } = await aSale(benefit)
  await link(portal, 'discord')
  const properties = { guild_token: await guildToken(OTHER_GUILD), role_id: memberRole.id }
  expect((await merchant.request('PATCH', `/v1/benefits/${benefit}`, { body: { type: 'discord', properties } })).status).toBe(200)
  await server.drain()
  expect([rolesOf(), rolesOf(ADA, OTHER_GUILD)]).toEqual([[], [memberRole.id]])
  const [own] = (await portal.request('GET', '/benefit-grants/?type=discord')).json.items
  const update = (account_id: string) =>
    portal.request('PATCH', `/benefit-grants/${own.id}`, { body: { benefit_type: 'discord', properties: { account_id } } })
  expect((await update(ADA_AT_WORK)).status).toBe(422)
  await link(portal, 'discord', ADA_AT_WORK)
  expect([rolesOf(ADA, OTHER_GUILD), rolesOf(ADA_AT_WORK, OTHER_GUILD)]).toEqual([[memberRole.id], []])
  expect((await update(ADA_AT_WORK)).status).toBe(200)
  await server.drain()
  expect([rolesOf(ADA, OTHER_GUILD), rolesOf(ADA_AT_WORK, OTHER_GUILD)]).toEqual([[], [memberRole.id]])
  expect((await grantOf(benefit)).properties.account_id).toBe(ADA_AT_WORK)
})

test('a repository sends its invitation again after errors of GitHub, changes its permission in place, and is taken at the end of a period', async () => {
  const { repository, benefit } = await aRepository()
  const productId = await aPlan(merchant, 1000, { name: 'With a repository' })
  await give(productId, [benefit])
  const { customerId } = await buy(productId)
  const portal = await aPortal(server, merchant, customerId)
  services.force({ status: 503, at: /collaborators/, times: 2 })
  await link(portal, 'github')
  expect(await grantOf(benefit)).toMatchObject({ is_granted: false, error: { type: 'TRANSIENT' } })
  await wait(10)
  expect((await grantOf(benefit)).is_granted).toBe(false)
  await wait(10)
  expect((await grantOf(benefit)).is_granted).toBe(false)
  await wait(40)
  expect(await grantOf(benefit)).toMatchObject({ is_granted: true, error: null, properties: { permission: 'pull' } })
  services.github.accept(repository, GITHUB_ADA)
  const properties = { repository_owner: 'acme', repository_name: 'handbook', permission: 'push' }
  await merchant.request('PATCH', `/v1/benefits/${benefit}`, { body: { type: 'github_repository', properties } })
  await server.drain()
  expect(repository.collaborators.get(GITHUB_ADA)).toBe('write')
  const [{ id }] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
  await merchant.request('PATCH', `/v1/subscriptions/${id}`, { body: { cancel_at_period_end: true } })
  await wait(20 * 86_400)
  expect(repository.collaborators.has(GITHUB_ADA)).toBe(true)
  await wait(12 * 86_400)
  expect([(await grantOf(benefit)).is_revoked, repository.collaborators.has(GITHUB_ADA)]).toEqual([true, false])
})

describe('a failed attempt', () => {
  test('waits as long as the service asks, and is repeated once where a merchant retries it', async () => {
    const benefit = await aRole()
    const { portal } = await aSale(benefit)
    services.force({ status: 429, at: /members/, headers: { 'retry-after': '900' }, json: {} })
    await link(portal, 'discord')
    await wait(600)
    expect((await grantOf(benefit)).error.type).toBe('TRANSIENT')
    await wait(310)
    expect(await grantOf(benefit)).toMatchObject({ is_granted: true, error: null })
    const { id } = await grantOf(benefit)
    const answer = await merchant.request('POST', `/v1/benefit-grants/${id}/retry`)
    expect([answer.status, answer.json.error]).toEqual([409, 'GrantNotRetryable'])
  })

  test('that cannot succeed waits for the merchant, who has it tried again', async () => {
    const benefit = await aRole()
    const { portal } = await aSale(benefit)
    services.discord.guilds.get(GUILD)?.banned.add(ADA)
    await link(portal, 'discord')
    await wait(86_400)
    const grant = await grantOf(benefit)
    expect(grant).toMatchObject({ is_granted: false, error: { type: 'PERMANENT' } })
    services.discord.guilds.get(GUILD)?.banned.clear()
    expect((await merchant.request('POST', `/v1/benefit-grants/${grant.id}/retry`)).status).toBe(202)
    await server.drain()
    expect([(await grantOf(benefit)).is_granted, rolesOf(), await eventsOf()]).toEqual([
      true,
      [memberRole.id],
      ['created', 'updated', 'updated'],
    ])
    const { rows } =
      await sql`select from audit_entries where organization_id = ${merchant.organizationId} and action = 'benefit_grant.retried'`.execute(
        db,
      )
    expect(rows).toHaveLength(1)
    const unknown = await merchant.request('POST', `/v1/benefit-grants/${merchant.organizationId}/retry`)
    expect(unknown.status).toBe(404)
  })

  test('to take a role revokes the grant in the end, and keeps the error', async () => {
    const benefit = await aRole()
    const { portal, order } = await aSale(benefit)
    await link(portal, 'discord')
    services.force({ status: 500, at: /DELETE .*roles/, times: 12 })
    await refund(order)
    expect(await grantOf(benefit)).toMatchObject({ is_granted: true, is_revoked: false, error: { type: 'TRANSIENT' } })
    for (let attempt = 0; attempt < 12; attempt += 1) await wait(3610)
    expect(await grantOf(benefit)).toMatchObject({ is_granted: false, is_revoked: true, error: { type: 'RETRIES_EXHAUSTED' } })
    expect(rolesOf()).toEqual([memberRole.id])
    await wait(86_400)
    expect([(await grantOf(benefit)).error, rolesOf()]).toEqual([null, []])
  })
})

async function resumeOutside(customerId: string): Promise<void> {
  const request = { organizationId: merchant.organizationId, customerId, type: 'discord' } as const
  await server.platform.database.transaction((tx) => enqueue(tx, server.platform, outsideSpec, request))
  await server.drain()
}

test('a role whose answer was lost is given again, or taken where the grant has ended by then', async () => {
  for (const isRefunded of [false, true]) {
    const benefit = await aRole()
    const { portal, order } = await aSale(benefit)
    await link(portal, 'discord')
    const { id } = await grantOf(benefit)
    // As if the process had ended after the call: what is outside is more than what is recorded.
    await sql`update benefit_grants set attempted_access = properties, properties = '{}', granted_at = null where id = ${id}`.execute(db)
    if (isRefunded) await refund(order)
    else await resumeOutside(order.customer_id)
    expect([(await grantOf(benefit)).is_granted, rolesOf()]).toEqual([!isRefunded, isRefunded ? [] : [memberRole.id]])
    const [grant] = await benefitGrants.select(db, sql`where id = ${id}`)
    expect(grant?.attemptedAccess).toBeNull()
    await portal.request('DELETE', '/linked-accounts/discord')
  }
})

test('a customer sees their own grants alone, with what they may know of the benefit', async () => {
  const benefit = await aRole()
  const { portal } = await aSale(benefit)
  const other = await aPortal(server, merchant)
  const { items } = (await portal.request('GET', '/benefit-grants/')).json
  expect(items).toMatchObject([
    {
      benefit: { id: benefit, type: 'discord', properties: { guild_id: GUILD } },
      error: { type: 'ACTION_REQUIRED' },
      customer: { oauth_accounts: {} },
    },
  ])
  expect(Object.keys(items[0].benefit.properties)).toEqual(['guild_id'])
  const path = `/benefit-grants/${items[0].id}`
  const headers = { authorization: `Bearer ${portal.token}` }
  const listed = await server.request('GET', '/v1/customer-portal/benefit-grants/', { headers })
  expect(listed.json.items).toEqual(items)
  const shown = await server.request('GET', `/v1/customer-portal/benefit-grants/${items[0].id}`, { headers })
  expect(shown.json).toEqual(items[0])
  const body = { benefit_type: 'discord', properties: { account_id: ADA } }
  expect([(await other.request('GET', path)).status, (await other.request('PATCH', path, { body })).status]).toEqual([404, 404])
  expect((await other.request('GET', '/benefit-grants/')).json.items).toEqual([])
  expect((await portal.request('PATCH', path, { body: { benefit_type: 'custom' } })).status).toBe(422)
  expect((await merchant.request('GET', `/v1/benefit-grants/${items[0].id}`)).json.id).toBe(items[0].id)
})
