// The accounts that customers have linked, and which of these has access: in their export, and gone when they are erased.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { memberRole } from '#test/providers/discord-stand-in.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aConnectedServer } from '#test/support/grants/a-connected-server.ts'
import { anAccessShop, roleProperties } from '#test/support/grants/an-access-shop.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'

const { services, server } = await aConnectedServer({ database: await ownDatabase() })

const [ADA, NAME, GUILD] = ['80351110224678912', 'ada-lovelace', '41771983423143937']
const { db } = server.platform.database
let merchant: TestMerchant

beforeEach(async () => {
  merchant = await aMerchant(server)
  services.discord.guilds.clear()
  services.discord.addGuild(GUILD)
  services.discord.accounts.set(ADA, NAME)
})

/** A customer whose Discord account has a role by what they bought. */
async function aMember() {
  const shop = anAccessShop(server, services, merchant)
  const benefit = await shop.aBenefit('discord', roleProperties(await shop.guildToken(GUILD, ADA)))
  const { id: productId } = await aProduct(merchant)
  await shop.give(productId, [benefit])
  const portal = await aPortal(server, merchant)
  await shop.link(portal, 'discord', ADA)
  await (await aCheckout(server, merchant, { products: [productId] })).confirm(undefined, { body: { customer_email: portal.email } })
  await server.drain()
  expect(services.discord.guilds.get(GUILD)?.members.get(ADA)).toEqual(new Set([memberRole.id]))
  return { ...portal, grants: async () => (await merchant.request('GET', `/v1/benefit-grants/?benefit_id=${benefit}`)).json.items }
}

/** The tables whose rows name the account. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const table of ['linked_accounts', 'benefit_grants', 'customers', 'audit_entries']) {
    const { rows } = await sql`select from ${sql.table(table)} as found where organization_id = ${merchant.organizationId}
      and to_jsonb(found)::text ilike ${`%${text}%`}`.execute(db)
    if (rows.length > 0) found.push(table)
  }
  return found
}

const erase = async (customerId: string) => {
  expect((await merchant.request('DELETE', `/v1/customers/${customerId}?anonymize=true`)).status).toBe(204)
  await server.drain()
}

test('the export names the linked accounts and the account of each grant, and no token', async () => {
  const { customerId } = await aMember()
  const { text } = await merchant.request('GET', `/v1/customers/${customerId}/personal-data`)
  const document = JSON.parse(text)
  expect(document.linked_accounts).toEqual([
    { provider: 'discord', account_id: ADA, account_username: NAME, created_at: expect.any(String), modified_at: null },
  ])
  expect(document.benefit_grants).toMatchObject([{ is_granted: true, properties: { account_id: ADA } }])
  expect(text).not.toMatch(/access-\d|refresh-\d|sealed/)
})

test('erasing a customer takes the access, and removes the accounts and their ids', async () => {
  const { customerId, grants } = await aMember()
  expect(await tablesWith(ADA)).toEqual(['linked_accounts', 'benefit_grants'])
  await erase(customerId)
  server.clock.advance(3601)
  await server.drain()
  expect(services.discord.guilds.get(GUILD)?.members.get(ADA)).toEqual(new Set())
  expect(await grants()).toMatchObject([{ is_granted: false, is_revoked: true, error: null, properties: {} }])
  expect([await tablesWith(ADA), await tablesWith(NAME)]).toEqual([[], []])
})

test('an account id stays while its access is still to be taken, and goes when Discord refuses for good', async () => {
  const { customerId, grants } = await aMember()
  services.force({ status: 503, at: /DELETE .*roles/, json: {} })
  services.force({ status: 403, at: /DELETE .*roles/, json: { code: 50_013, message: 'Missing Permissions' } })
  await erase(customerId)
  expect(await tablesWith(ADA)).toEqual(['benefit_grants'])
  server.clock.advance(16)
  await server.drain()
  expect(await grants()).toMatchObject([{ is_granted: false, is_revoked: true, error: { type: 'PERMANENT' } }])
  server.clock.advance(3601)
  await server.drain()
  expect(await tablesWith(ADA)).toEqual([])
  expect(await grants()).toMatchObject([{ is_revoked: true, error: { type: 'PERMANENT' }, properties: { guild_id: GUILD } }])
})
