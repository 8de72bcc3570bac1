// A merchant whose customers buy, return and end what every kind of benefit belongs to, on a server in another process.
import { startServices } from '#test/providers/services.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import { type AccessShop, anAccessShop, repositoryProperties, roleProperties } from '#test/support/grants/an-access-shop.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { runningServer } from '#test/support/running-server.ts'
import type { TestAnswer, TestServer } from '#test/support/server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'
import { pickWeighted, type Random } from '../random.ts'

const GUILD = '41771983423143937'
const REPOSITORY = 'handbook'
const MAYA = 77
const CUSTOMERS = 4
/** The units that each purchase credits. */
export const UNITS = 100
/** The actions of customers, with their weights. */
const ACTIONS = { purchase: 45, subscribe: 25, refund: 18, revoke: 12 } as const

/** A customer with both accounts linked. */
export interface Shopper {
  readonly customerId: string
  readonly email: string
  readonly discordId: string
  readonly githubId: number
}

/** The shop: its benefits by kind, its products, and those who buy. */
export interface GrantingShop {
  readonly server: TestServer
  readonly merchant: TestMerchant
  readonly receiver: Receiver
  readonly services: Awaited<ReturnType<typeof startServices>>
  readonly shop: AccessShop
  readonly bundleId: string
  readonly planId: string
  readonly shoppers: readonly Shopper[]
  readonly benefits: Readonly<Record<'note' | 'key' | 'credit' | 'role' | 'reader' | 'writer', string>>
  /** Unexpected answers, one sentence each. */
  readonly faults: string[]
  readonly guild: ReturnType<Awaited<ReturnType<typeof startServices>>['discord']['addGuild']>
  readonly repository: ReturnType<Awaited<ReturnType<typeof startServices>>['github']['addRepository']>
  /** The pages of a list, read one after the other. */
  all(path: string): Promise<TestAnswer['json'][]>
}

/** Starts the stand-ins of Discord and GitHub, in this process. */
export function startGrantServices() {
  return startServices({ now: () => new Date() })
}

/** Creates the shop through the API of the server at `baseUrl`. */
export async function createShop(baseUrl: string, services: GrantingShop['services']): Promise<GrantingShop> {
  const server = runningServer(baseUrl)
  const merchant = await aMerchant(server)
  const receiver = await aReceiver()
  const shop = anAccessShop(server, services, merchant)
  const [guild, repository] = [services.discord.addGuild(GUILD), services.github.addRepository('acme', REPOSITORY)]
  repository.collaborators.set(MAYA, 'admin')
  services.github.accounts.set(MAYA, 'maya')
  services.discord.accounts.set('1', 'owner')
  const events = [
    'benefit_grant.created',
    'benefit_grant.updated',
    'benefit_grant.cycled',
    'benefit_grant.revoked',
    'customer.state_changed',
  ]
  await merchant.request('POST', '/v1/webhooks/endpoints', { body: { url: receiver.url, format: 'raw', secret: 'of the test', events } })
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'calls' }] }
  const meter = await merchant.request('POST', '/v1/meters/', { body: { name: 'Calls', filter, aggregation: { func: 'count' } } })
  await shop.connectGithub(MAYA)
  const benefits = {
    note: await shop.aBenefit('custom'),
    key: await shop.aBenefit('license_keys', { prefix: 'KEY' }),
    credit: await shop.aBenefit('meter_credit', { units: UNITS, rollover: true, meter_id: meter.json.id }),
    role: await shop.aBenefit('discord', roleProperties(await shop.guildToken(GUILD, '1'))),
    reader: await shop.aBenefit('github_repository', repositoryProperties(REPOSITORY, 'pull')),
    writer: await shop.aBenefit('github_repository', repositoryProperties(REPOSITORY, 'push')),
  }
  const [{ id: bundleId }, planId] = [await aProduct(merchant), await aPlan(merchant, 1000)]
  const { note, key, credit, role, reader, writer } = benefits
  await shop.give(bundleId, [note, key, credit, role, reader])
  await shop.give(planId, [note, key, role, writer])
  const shoppers: Shopper[] = []
  for (let number = 1; number <= CUSTOMERS; number += 1) shoppers.push(await aShopper({ server, merchant, services, shop }, number))
  return {
    server,
    merchant,
    receiver,
    services,
    shop,
    bundleId,
    planId,
    shoppers,
    benefits,
    guild,
    repository,
    faults: [],
    all: (path) => everyPage(merchant, path),
  }
}

async function aShopper(
  { server, merchant, services, shop }: Pick<GrantingShop, 'server' | 'merchant' | 'services' | 'shop'>,
  number: number,
): Promise<Shopper> {
  const portal = await aPortal(server, merchant)
  const [discordId, githubId] = [`8035111022467890${number}`, 1000 + number]
  services.discord.accounts.set(discordId, `shopper-${number}`)
  services.github.accounts.set(githubId, `shopper-${number}`)
  await shop.link(portal, 'discord', discordId)
  await shop.link(portal, 'github', String(githubId))
  return { customerId: portal.customerId, email: portal.email, discordId, githubId }
}

async function everyPage(merchant: TestMerchant, path: string): Promise<TestAnswer['json'][]> {
  const found = new Map<string, TestAnswer['json']>()
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { status, text, json } = await merchant.request('GET', `${path}?limit=100&page=${page}`)
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`)
    for (const item of json.items) found.set(item.id, item)
    last = json.pagination.max_page
  }
  return [...found.values()]
}

/** All customers act until the server disconnects them, and the merchant changes what the bundle has. */
export async function actUntilDisconnected(shop: GrantingShop, random: Random): Promise<void> {
  const { note, key, credit, role, reader } = shop.benefits
  const withoutNote = [key, credit, role, reader]
  const change = shop.shop.give(shop.bundleId, random() < 0.5 ? withoutNote : [note, ...withoutNote])
  await Promise.allSettled([change, ...shop.shoppers.map((shopper) => actRepeatedly(shop, shopper, random))])
}

async function actRepeatedly(shop: GrantingShop, shopper: Shopper, random: Random): Promise<void> {
  for (;;) {
    const action = pickWeighted(random, ACTIONS)
    const answer = await actions[action](shop, shopper, random)
    if (answer && answer.status >= 500) shop.faults.push(`${action} was answered ${answer.status}: ${answer.text}`)
  }
}

type Action = (shop: GrantingShop, shopper: Shopper, random: Random) => Promise<TestAnswer | undefined>

async function buy({ server, merchant }: GrantingShop, { email }: Shopper, productId: string): Promise<TestAnswer> {
  const checkout = await aCheckout(server, merchant, { products: [productId] })
  return checkout.confirm(undefined, { body: { customer_email: email } })
}

const actions: Readonly<Record<keyof typeof ACTIONS, Action>> = {
  purchase: (shop, shopper) => buy(shop, shopper, shop.bundleId),
  subscribe: (shop, shopper) => buy(shop, shopper, shop.planId),
  refund: async ({ merchant, bundleId }, { customerId }, random) => {
    const path = `/v1/orders/?customer_id=${customerId}&product_id=${bundleId}&limit=20&sorting=-created_at`
    const { items } = (await merchant.request('GET', path)).json
    const order = items[Math.floor(random() * items.length)]
    const body = { order_id: order?.id, reason: 'customer_request', revoke_benefits: true }
    return order && merchant.request('POST', '/v1/refunds/', { body })
  },
  revoke: async ({ merchant }, { customerId }) => {
    const [subscription] = (await merchant.request('GET', `/v1/subscriptions/?customer_id=${customerId}&active=true`)).json.items
    return subscription && merchant.request('PATCH', `/v1/subscriptions/${subscription.id}`, { body: { revoke: true } })
  },
}
