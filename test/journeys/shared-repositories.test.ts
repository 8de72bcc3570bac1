// A repository at GitHub that several benefits of one customer name: they have the highest permission of those that they have (rules Y3, Y7).
import { beforeEach, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aConnectedServer } from '#test/support/grants/a-connected-server.ts'
import { type AccessShop, anAccessShop, repositoryProperties } from '#test/support/grants/an-access-shop.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'

const { services, server } = await aConnectedServer({ database: await ownDatabase() })

const [MAYA, ADA] = [77, 583_231]
let merchant: TestMerchant
let shop: AccessShop

beforeEach(async () => {
  merchant = await aMerchant(server)
  shop = anAccessShop(server, services, merchant)
  services.github.accounts.set(ADA, 'ada').set(MAYA, 'maya')
})

/** A repository, and a customer who has accepted its invitation and buys more of it. */
async function aShared(first: string) {
  // The tokens of an installation are kept for its repository by name.
  const name = `handbook-${services.github.repositories.length}`
  const repository = services.github.addRepository('acme', name)
  repository.collaborators.set(MAYA, 'admin')
  await shop.connectGithub(MAYA)
  const portal = await aPortal(server, merchant)
  await shop.link(portal, 'github', String(ADA))
  /** Offers a benefit of the repository with a permission. Returns what sells it to the customer. */
  const offer = async (permission: string) => {
    const benefit = await shop.aBenefit('github_repository', repositoryProperties(name, permission))
    const { id: productId } = await aProduct(merchant)
    await shop.give(productId, [benefit])
    const sell = async () => {
      await (await aCheckout(server, merchant, { products: [productId] })).confirm(undefined, { body: { customer_email: portal.email } })
      await server.drain()
    }
    return { benefit, productId, sell }
  }
  /** Buys such a benefit. Returns what ends it again, and the benefit. */
  const buy = async (permission: string) => {
    const { benefit, productId, sell } = await offer(permission)
    await sell()
    const [order] = (await merchant.request('GET', `/v1/orders/?product_id=${productId}`)).json.items
    const end = async () => {
      const body = { order_id: order.id, reason: 'customer_request', revoke_benefits: true }
      expect((await merchant.request('POST', '/v1/refunds/', { body })).status).toBe(200)
      await server.drain()
    }
    return { benefit, end }
  }
  const bought = await buy(first)
  services.github.accept(repository, ADA)
  return { name, repository, offer, buy, first: bought, permission: () => repository.collaborators.get(ADA) }
}

const grantOf = async (benefit: string) => (await merchant.request('GET', `/v1/benefit-grants/?benefit_id=${benefit}`)).json.items[0]

test('the highest permission is given in either order of purchase, and the rest stays when it ends', async () => {
  for (const order of [
    ['pull', 'maintain', 'push'],
    ['maintain', 'push', 'pull'],
  ]) {
    const shared = await aShared(order[0] ?? '')
    const bought = new Map([[order[0], shared.first]])
    for (const permission of order.slice(1)) bought.set(permission, await shared.buy(permission))
    expect(shared.permission()).toBe('maintain')
    const ended = async (permission: string) => {
      await bought.get(permission)?.end()
      const grant = await grantOf(bought.get(permission)?.benefit ?? '')
      return [grant.is_revoked, shared.permission()]
    }
    expect(await ended('maintain')).toEqual([true, 'write'])
    expect(await ended('pull')).toEqual([true, 'write'])
    expect(await ended('push')).toEqual([true, undefined])
    merchant = await aMerchant(server)
    shop = anAccessShop(server, services, merchant)
  }
})

test('a benefit whose permission is changed leaves the permission of the others', async () => {
  const shared = await aShared('push')
  const other = await shared.buy('triage')
  const change = async (benefit: string, permission: string) => {
    const body = { type: 'github_repository', properties: repositoryProperties(shared.name, permission) }
    expect((await merchant.request('PATCH', `/v1/benefits/${benefit}`, { body })).status).toBe(200)
    await server.drain()
    return shared.permission()
  }
  expect(await change(other.benefit, 'admin')).toBe('admin')
  expect(await change(other.benefit, 'pull')).toBe('write')
  expect(await change(shared.first.benefit, 'pull')).toBe('read')
  expect((await grantOf(shared.first.benefit)).properties).toMatchObject({ account_id: String(ADA), permission: 'pull' })
})

test('the lower permission is tried again where GitHub does not answer, and the grant ends with it', async () => {
  const shared = await aShared('pull')
  const higher = await shared.buy('admin')
  services.force({ status: 503, at: /PUT .*collaborators/ })
  await higher.end()
  expect(await grantOf(higher.benefit)).toMatchObject({ is_granted: true, is_revoked: false, error: { type: 'TRANSIENT' } })
  expect(shared.permission()).toBe('admin')
  server.clock.advance(16)
  await server.drain()
  expect([(await grantOf(higher.benefit)).is_revoked, (await grantOf(shared.first.benefit)).is_granted]).toEqual([true, true])
  expect(shared.permission()).toBe('read')
})

test('a merchant who no longer administers the repository gives no more of it, and what ends is lowered and taken all the same', async () => {
  const shared = await aShared('pull')
  const higher = await shared.buy('push')
  // It is saved while the merchant administers the repository, and sold after that.
  const highest = await shared.offer('admin')
  shared.repository.collaborators.delete(MAYA)
  await highest.sell()
  expect(await grantOf(highest.benefit)).toMatchObject({ is_granted: false, error: { code: 'merchant_not_administrator' } })
  expect(shared.permission()).toBe('write')
  await higher.end()
  expect(shared.permission()).toBe('read')
  await shared.first.end()
  expect(shared.permission()).toBeUndefined()
})
