import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { newAddress } from '#test/support/a-user.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'
import type { BuyerFacts } from '../rules.ts'
import { findCustomer, insertCustomer, saveCustomer } from '../store.ts'
import { attachBuyer } from './attach-buyer.ts'
import { learnFromPaidPurchase } from './learn-from-purchase.ts'

let server: TestServer
let shop: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  shop = await aMerchant(server)
})

const facts = (email: string, more: Partial<BuyerFacts> = {}): BuyerFacts => ({
  email,
  name: 'Zoe',
  externalId: null,
  billingAddress: null,
  metadata: {},
  ...more,
})

async function attach(buyer: BuyerFacts, customerId: string | null = null) {
  const { platform } = server
  const given = { platform, organizationId: shop.organizationId, customerId, facts: buyer, now: server.clock.now() }
  return (await platform.database.transaction((tx) => attachBuyer(tx, given))).customer
}

function learn(customerId: string, known: Omit<BuyerFacts, 'email'>) {
  const { platform } = server
  const given = { platform, organizationId: shop.organizationId, customerId, facts: known, now: server.clock.now() }
  return platform.database.transaction((tx) => learnFromPaidPurchase(tx, given))
}

async function factsTold(id: string): Promise<string[]> {
  const rows = await server.platform.database.db
    .selectFrom('facts')
    .select('name')
    .where('resource_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.name)
}

describe('who a buyer is', () => {
  test('somebody new is written down once and told of', async () => {
    const email = newAddress()
    const made = await attach(facts(email.toUpperCase(), { externalId: email }))
    expect(made).toMatchObject({ email, externalId: email, isEmailVerified: false, modifiedAt: null })
    expect(await factsTold(made.id)).toEqual(['customer.created'])
    expect(await findCustomer(server.platform.database.db, [shop.organizationId], made.id)).toEqual(made)
  })

  test('the same address in any case, the same id and the same external id are the same customer', async () => {
    const email = newAddress()
    const { id } = await attach(facts(email, { externalId: email }))
    const again = [
      await attach(facts(email.toUpperCase())),
      await attach(facts(newAddress(), { externalId: email })),
      await attach(facts(newAddress()), id),
    ]
    expect(again.map((each) => each.id)).toEqual([id, id, id])
    expect(await factsTold(id)).toEqual(['customer.created'])
  })

  test('an address that belongs to another external id is refused', async () => {
    const email = newAddress()
    await attach(facts(email, { externalId: email }))
    await expect(attach(facts(email, { externalId: 'other' }))).rejects.toMatchObject({
      status: 422,
      problems: [{ loc: ['body', 'customer_email'] }],
    })
  })

  test('of eight at once with the same address one is made and all are the same', async () => {
    const email = newAddress()
    const attached = await Promise.all(Array.from({ length: 8 }, () => attach(facts(email))))
    const [id] = attached.map((each) => each.id)
    expect(attached.map((each) => each.id)).toEqual(Array(8).fill(id))
    expect(await factsTold(id ?? '')).toEqual(['customer.created'])
  })

  test('a deleted customer frees address and external id', async () => {
    const email = newAddress()
    const first = await attach(facts(email, { externalId: email }))
    await server.platform.database.transaction((tx) => saveCustomer(tx, { ...first, deletedAt: server.clock.now() }))
    const second = await attach(facts(email, { externalId: email }))
    expect(second.id).not.toBe(first.id)
  })

  test('customers of another merchant are nobody here', async () => {
    const email = newAddress()
    const other = await aMerchant(server)
    const { platform } = server
    const given = { platform, organizationId: other.organizationId, customerId: null, facts: facts(email), now: server.clock.now() }
    const { customer: theirs } = await platform.database.transaction((tx) => attachBuyer(tx, given))
    expect((await attach(facts(email))).id).not.toBe(theirs.id)
    expect((await attach(facts(newAddress()), theirs.id)).organizationId).toBe(shop.organizationId)
  })

  test('the database itself refuses a second living customer of an address', async () => {
    const made = await attach(facts(newAddress()))
    const twin = { ...made, id: newId(server.clock.now()) }
    expect(await server.platform.database.transaction((tx) => insertCustomer(tx, twin))).toBe(false)
  })
})

describe('what a purchase teaches', () => {
  test('name and metadata are written, an external id adopted, and the change told', async () => {
    const email = newAddress()
    const { id } = await attach(facts(email, { name: null, metadata: { a: 1 } }))
    const learned = await learn(id, { name: 'Zoe B.', externalId: email, billingAddress: null, metadata: { b: 2 } })
    expect(learned).toMatchObject({ name: 'Zoe B.', externalId: email, metadata: { a: 1, b: 2 }, modifiedAt: server.clock.now() })
    expect(await findCustomer(server.platform.database.db, [shop.organizationId], id)).toEqual(learned)
    expect(await factsTold(id)).toEqual(['customer.created', 'customer.updated'])
  })

  test('an external id that somebody else has got meanwhile stays theirs, and the purchase counts all the same', async () => {
    const { id } = await attach(facts(newAddress()))
    const externalId = newAddress()
    await attach(facts(newAddress(), { externalId }))
    const learned = await learn(id, { name: 'Zoe C.', externalId, billingAddress: null, metadata: {} })
    expect(learned).toMatchObject({ name: 'Zoe C.', externalId: null })
    expect(await findCustomer(server.platform.database.db, [shop.organizationId], id)).toEqual(learned)
  })

  test('nothing is told when nothing changed', async () => {
    const { id } = await attach(facts(newAddress(), { metadata: { a: 1 } }))
    await learn(id, { name: 'Zoe', externalId: null, billingAddress: null, metadata: {} })
    expect(await factsTold(id)).toEqual(['customer.created'])
  })
})
