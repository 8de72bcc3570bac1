// Strangers from many networks use up the emails of one purpose for a person: those of every other purpose still arrive.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailLimits } from '#identity/mail/rules.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { anOrganization, aUser, type TestOrganization, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailsTo } from '#test/support/emails.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

/** Emails of one purpose for one recipient in an hour. */
const MAXIMUM = 10
const TRIES = 12

/** A server without limits, on which people and shops are made, and one with limits over the same data. */
let free: TestServer
let server: TestServer
let shop: TestMerchant
let otherShop: TestMerchant
let inviter: TestOrganization
let otherInviter: TestOrganization
beforeAll(async () => {
  const database = await ownDatabase()
  free = await testServer({ database })
  const settings = { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' }
  server = await testServer({ database, clock: free.clock, settings })
  ;[shop, otherShop] = [await aMerchant(free), await aMerchant(free)]
  ;[inviter, otherInviter] = [await anOrganization(free), await anOrganization(free)]
})
afterAll(async () => {
  await server.close()
  await free.stop()
})

type Send = (email: string, network: number) => Promise<TestAnswer>

/** The headers of a request from a network: each number is a network of another provider. */
const from = (network: number) => ({ 'x-forwarded-for': `2001:${(0x2000 + network).toString(16)}:1:1::1` })
const post = (path: string, body: object, headers: Readonly<Record<string, string>>) => server.request('POST', path, { headers, body })
const asUser = ({ cookie }: Pick<TestUser, 'cookie'>) => ({ cookie, origin: server.settings.BASE_URL })

const invite =
  (by: TestOrganization): Send =>
  (email, network) => {
    const body = { email, role: 'member', organizationId: by.id, resend: true }
    return post('/api/auth/organization/invite-member', body, { ...asUser(by.owner), ...from(network) })
  }
const requestCode =
  (organizationId: () => string): Send =>
  (email, network) =>
    post('/v1/customer-portal/customer-session/request', { email, organization_id: organizationId() }, from(network))

async function buyFrom(merchant: TestMerchant, email: string, network: number): Promise<TestAnswer> {
  const products = [(await aProduct(merchant, { prices: [{ amount_type: 'free' }] })).id]
  const { client_secret } = (await merchant.request('POST', '/v1/checkouts/', { body: { products } })).json
  await server.request('GET', `/v1/checkouts/client/${client_secret}`, { headers: from(network) })
  return post(`/v1/checkouts/client/${client_secret}/confirm`, { customer_email: email }, from(network))
}

/** The cause of an email of each purpose, and the template by which it is known. */
const purposes: Readonly<Record<string, { readonly template: string; readonly send: Send }>> = {
  'a reset link': { template: 'reset-password', send: (email, network) => post('/api/auth/forget-password', { email }, from(network)) },
  'a verification link': {
    template: 'verification',
    send: (email, network) => post('/api/auth/send-verification-email', { email }, from(network)),
  },
  'an invitation': { template: 'invitation', send: (email, network) => invite(inviter)(email, network) },
  'an invitation by another organization': { template: 'invitation', send: (email, network) => invite(otherInviter)(email, network) },
  'a portal code': { template: 'portal-code', send: requestCode(() => shop.organizationId) },
  'a portal code of another shop': { template: 'portal-code', send: requestCode(() => otherShop.organizationId) },
  'a receipt': { template: 'receipt', send: (email, network) => buyFrom(shop, email, network) },
  'a receipt of another shop': { template: 'receipt', send: (email, network) => buyFrom(otherShop, email, network) },
}
const names = Object.keys(purposes)
const exhausted = names.filter((name) => !name.includes('another'))

/** A person with an account, who is a customer of both shops. */
async function aUserAndCustomer(): Promise<TestUser> {
  const user = await aUser(free)
  for (const merchant of [shop, otherShop]) await merchant.request('POST', '/v1/customers/', { body: { email: user.email } })
  return user
}

async function countOf(email: string, template: string): Promise<number> {
  const emails = await emailsTo(server, email)
  return emails.filter(({ headers }) => headers['X-Guildhall-Template'] === template).length
}

async function exhaust(name: string, email: string): Promise<void> {
  const { send, template } = purposes[name] as (typeof purposes)[string]
  for (let at = 0; at < TRIES; at += 1) {
    await send(email, at)
    await server.drain()
  }
  expect(await countOf(email, template)).toBe(MAXIMUM)
}

test.each(exhausted)('who has used up %s for a person has used up nothing else', async (name) => {
  const { email } = await aUserAndCustomer()
  await exhaust(name, email)
  const arrived = []
  for (const [at, other] of names.filter((each) => each !== name).entries()) {
    const { send, template } = purposes[other] as (typeof purposes)[string]
    const before = await countOf(email, template)
    await send(email, 50 + at)
    if ((await countOf(email, template)) === before + 1) arrived.push(other)
  }
  expect(arrived).toEqual(names.filter((each) => each !== name))
})

/** The count of a person or a shop at a further limit. */
interface Count {
  readonly rule: LimitRule
  readonly key: string
}

/** Fills a count for which an email was sent, as that many further emails do. */
async function fill({ rule, key }: Count): Promise<void> {
  const { db } = server.platform.database
  const { numUpdatedRows } = await db
    .updateTable('limit_counts')
    .set({ count: rule.max })
    .where('name', '=', rule.name)
    .where('key', '=', key)
    .executeTakeFirst()
  expect(Number(numUpdatedRows)).toBe(1)
}

/** The owner of the shop sends the receipt of the person's order again. */
const sendAgain: Send = async (email) => {
  const { items } = (await shop.request('GET', '/v1/orders/?limit=100')).json
  const order = items.find(({ customer }: { readonly customer: { readonly email: string } }) => customer.email === email)
  return shop.request('POST', `/v1/orders/${order.id}/receipt-email`)
}
const withOwn: typeof purposes = { ...purposes, 'a receipt that the shop sends again': { template: 'receipt', send: sendAgain } }

test.each<[string, string, (email: string) => Count, readonly string[]]>([
  ['what buyers cause at a shop', 'a receipt', () => ({ rule: emailLimits.buyersOfOrganization, key: shop.organizationId }), ['a receipt']],
  [
    'what buyers cause for a person at all shops',
    'a receipt',
    (email) => ({ rule: emailLimits.purchases, key: email }),
    ['a receipt', 'a receipt of another shop'],
  ],
  [
    'what a shop causes itself',
    'a receipt that the shop sends again',
    () => ({ rule: emailLimits.organization, key: shop.organizationId }),
    ['a receipt that the shop sends again'],
  ],
  [
    'the invitations of a person by all organizations',
    'an invitation',
    (email) => ({ rule: emailLimits.invitations, key: email }),
    ['an invitation', 'an invitation by another organization'],
  ],
])('%s is counted apart from everything else', async (_, cause, countFor, stopped) => {
  const { email } = await aUserAndCustomer()
  const arrives = async (name: string, network: number): Promise<boolean> => {
    const { send, template } = withOwn[name] as (typeof purposes)[string]
    const before = await countOf(email, template)
    await send(email, network)
    await server.drain()
    return (await countOf(email, template)) === before + 1
  }
  expect([await arrives('a receipt', 50), await arrives(cause, 51)]).toEqual([true, true])
  const count = countFor(email)
  await fill(count)
  const missing: string[] = []
  for (const [at, name] of Object.keys(withOwn).entries()) if (!(await arrives(name, 60 + at))) missing.push(name)
  expect(missing).toEqual(stopped)
  await server.platform.database.db.deleteFrom('limit_counts').where('name', '=', count.rule.name).where('key', '=', count.key).execute()
})

test('requests about an organization, a customer or an account that does not exist use up nothing', async () => {
  const [{ email }, stranger] = [await aUser(free), uniqueEmail()]
  const counts = () => server.platform.database.db.selectFrom('limit_counts').select(['name', 'key']).execute()
  for (let at = 0; at < TRIES; at += 1) {
    expect((await requestCode(randomUUID)(email, at)).status).toBe(202)
    expect((await requestCode(() => shop.organizationId)(email, at)).status).toBe(202)
    expect((await post('/api/auth/forget-password', { email: stranger }, from(at))).status).toBe(200)
    await server.drain()
  }
  const about = (await counts()).filter(({ key }) => key.includes(email) || key.includes(stranger))
  expect(about).toEqual([])
})

test('a reset link that strangers have used up is mailed to a browser in which its user has signed in before', async () => {
  const user = await aUserAndCustomer()
  await exhaust('a reset link', user.email)
  const forget = (headers: Readonly<Record<string, string>>) => post('/api/auth/forget-password', { email: user.email }, headers)
  const [known, unknown] = [await forget({ ...asUser(user), ...from(70) }), await forget(from(71))]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  expect(await countOf(user.email, 'reset-password')).toBe(MAXIMUM + 1)
})

test('a verification link that strangers have used up is mailed to the user who asks for it, and to their new email', async () => {
  const user = await aUserAndCustomer()
  await exhaust('a verification link', user.email)
  const own = await post('/api/auth/send-verification-email', { email: user.email }, { ...asUser(user), ...from(70) })
  expect([own.status, await countOf(user.email, 'verification')]).toEqual([200, MAXIMUM + 1])
  const newEmail = uniqueEmail()
  const squatter = await aUser(free, { email: newEmail })
  await exhaust('a verification link', newEmail)
  await free.platform.database.db.deleteFrom('users').where('id', '=', squatter.id).execute()
  const change = await post('/api/auth/change-email', { newEmail }, { ...asUser(user), ...from(72) })
  expect([change.status, await countOf(newEmail, 'verification')]).toEqual([200, MAXIMUM + 1])
})

test('a receipt that strangers have used up is mailed where the merchant asks for it', async () => {
  const { email } = await aUserAndCustomer()
  await exhaust('a receipt', email)
  const { items } = (await shop.request('GET', '/v1/orders/')).json
  const order = items.find(({ customer }: { readonly customer: { readonly email: string } }) => customer.email === email)
  expect((await shop.request('POST', `/v1/orders/${order.id}/receipt-email`)).status).toBe(202)
  expect(await countOf(email, 'receipt')).toBe(MAXIMUM + 1)
})

test('signed-in users of a network are counted apart from its strangers', async () => {
  for (let at = 0; at < 105; at += 1) {
    await post('/api/auth/forget-password', { email: uniqueEmail() }, from(90))
    if (at % 10 === 0) server.clock.advance(11)
  }
  expect((await post('/api/auth/forget-password', { email: uniqueEmail() }, from(90))).status).toBe(429)
  expect((await invite(inviter)(uniqueEmail(), 90)).status).toBe(200)
})
