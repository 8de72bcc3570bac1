// The authorization of a Discord account ends at Discord when the account is not linked any more.
import { expect, test } from 'vitest'
import { REVOKED } from '#test/providers/discord-stand-in.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aConnectedServer } from '#test/support/grants/a-connected-server.ts'
import { anAccessShop } from '#test/support/grants/an-access-shop.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'

const { services, server } = await aConnectedServer({ database: await ownDatabase() })

let accounts = 0
function anAccount(): string {
  accounts += 1
  services.discord.accounts.set(`90${accounts}`, `account-${accounts}`)
  return `90${accounts}`
}

const revocations = () => services.requests.filter((line) => line.endsWith('oauth2/token/revoke')).length
/** The tokens that act for an account. */
const liveTokens = (account: string) =>
  [services.discord.accessTokens, services.discord.refreshTokens]
    .flatMap((tokens) => [...tokens.values()])
    .filter((owner) => owner === account)

/** A customer who has linked an account. */
async function linked(account: string, merchant: TestMerchant) {
  const portal = await aPortal(server, merchant)
  const shop = anAccessShop(server, services, merchant)
  const link = (accountId: string) => shop.link(portal, 'discord', accountId)
  await link(account)
  const unlink = async () => {
    const answer = await portal.request('DELETE', '/linked-accounts/discord')
    await server.drain()
    return answer.status
  }
  return { customerId: portal.customerId, link, unlink }
}

test('unlinking revokes the tokens at Discord after the request, once', async () => {
  const [account, before] = [anAccount(), revocations()]
  const customer = await linked(account, await aMerchant(server))
  expect(liveTokens(account)).toHaveLength(2)
  expect([await customer.unlink(), revocations() - before, liveTokens(account)]).toEqual([204, 1, []])
  expect([...services.discord.accessTokens.values()]).toContain(REVOKED)
  expect([await customer.unlink(), revocations() - before]).toEqual([404, 1])
})

test('an outage of Discord delays it, and a refusal ends it', async () => {
  const account = anAccount()
  const customer = await linked(account, await aMerchant(server))
  services.force({ status: 503, at: /revoke/, json: {} })
  expect([await customer.unlink(), liveTokens(account).length]).toEqual([204, 2])
  server.clock.advance(3600)
  await server.drain()
  expect(liveTokens(account)).toEqual([])
  const other = anAccount()
  const refused = await linked(other, await aMerchant(server))
  services.force({ status: 401, at: /revoke/, json: {} })
  await refused.unlink()
  const before = revocations()
  server.clock.advance(3600)
  await server.drain()
  expect(revocations()).toBe(before)
})

test('an account that two merchants have linked keeps its tokens until the last link ends', async () => {
  const account = anAccount()
  const [one, other] = [await linked(account, await aMerchant(server)), await linked(account, await aMerchant(server))]
  await one.unlink()
  expect(liveTokens(account).length).toBeGreaterThan(0)
  await other.unlink()
  expect(liveTokens(account)).toEqual([])
})

test('another account takes the place of the first, whose tokens are revoked; the same one stays', async () => {
  const [first, second] = [anAccount(), anAccount()]
  const customer = await linked(first, await aMerchant(server))
  await customer.link(first)
  await server.drain()
  expect(liveTokens(first).length).toBeGreaterThan(0)
  await customer.link(second)
  await server.drain()
  expect([liveTokens(first), liveTokens(second).length]).toEqual([[], 2])
})

test('the tokens of a deleted customer are revoked', async () => {
  const [account, merchant] = [anAccount(), await aMerchant(server)]
  const { customerId } = await linked(account, merchant)
  await merchant.request('DELETE', `/v1/customers/${customerId}`)
  await server.drain()
  expect(liveTokens(account)).toEqual([])
})
