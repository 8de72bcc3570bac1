import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'
import type { EmailSource } from '../model.ts'
import type { BuyerDetails } from '../rules.ts'
import { customers, insertCustomer } from '../store.ts'
import { attachBuyer } from './attach-buyer.ts'
import { updateCustomerFromPurchase } from './update-from-purchase.ts'

let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const buyerDetails = (email: string, more: Partial<BuyerDetails> = {}): BuyerDetails => ({
  email,
  name: 'Zoe',
  externalId: null,
  billingAddress: null,
  taxId: null,
  metadata: {},
  ...more,
})

async function attach(buyer: BuyerDetails, customerId: string | null = null, emailSource: EmailSource = 'typed') {
  const { platform } = server
  const { organizationId } = merchant
  const input = { platform, organizationId, customerId, details: buyer, emailSource, now: server.clock.now() }
  return (await platform.database.transaction((tx) => attachBuyer(tx, input))).customer
}

function updateFromPurchase(customerId: string, known: Omit<BuyerDetails, 'email'>) {
  const { platform } = server
  const input = { platform, organizationId: merchant.organizationId, customerId, details: known, now: server.clock.now() }
  return platform.database.transaction((tx) => updateCustomerFromPurchase(tx, input))
}

async function emittedEvents(id: string): Promise<string[]> {
  const rows = await server.platform.database.db
    .selectFrom('domain_events')
    .select('name')
    .where('resource_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.name)
}

describe('a buyer is matched to a customer', () => {
  test('a new buyer becomes a customer, and one event is published', async () => {
    const email = uniqueEmail()
    const created = await attach(buyerDetails(email.toUpperCase(), { externalId: email }))
    expect(created).toMatchObject({ email, externalId: email, isEmailVerified: false, isTaxExempt: false, modifiedAt: null })
    expect(await emittedEvents(created.id)).toEqual(['customer.created'])
    expect(await customers.find(server.platform.database.db, [merchant.organizationId], created.id)).toEqual(created)
  })

  test('a buyer with a known email in any case, id or external id is the known customer', async () => {
    const email = uniqueEmail()
    const { id } = await attach(buyerDetails(email, { externalId: email }), null, 'stated')
    const again = [
      await attach(buyerDetails(email.toUpperCase())),
      await attach(buyerDetails(uniqueEmail(), { externalId: email })),
      await attach(buyerDetails(uniqueEmail()), id),
    ]
    expect(again.map((each) => each.id)).toEqual([id, id, id])
    expect(await emittedEvents(id)).toEqual(['customer.created'])
  })

  test('an address that was typed for an external id leads to no customer, and one external id has one customer', async () => {
    const email = uniqueEmail()
    const first = await attach(buyerDetails(email, { externalId: email }))
    const ids = await Promise.all(Array.from({ length: 8 }, () => attach(buyerDetails(email, { externalId: `${email}-2` }))))
    const [second] = ids
    expect(new Set(ids.map(({ id }) => id))).toEqual(new Set([second?.id]))
    const third = await attach(buyerDetails(email))
    expect(new Set([first.id, second?.id, third.id]).size).toBe(3)
    expect((await attach(buyerDetails(email))).id).toBe(third.id)
  })

  test('eight concurrent buyers with the same email become one customer', async () => {
    const email = uniqueEmail()
    const attached = await Promise.all(Array.from({ length: 8 }, () => attach(buyerDetails(email))))
    const [id] = attached.map((each) => each.id)
    expect(attached.map((each) => each.id)).toEqual(Array(8).fill(id))
    expect(await emittedEvents(id ?? '')).toEqual(['customer.created'])
  })

  test('a deleted customer frees the email and the external id', async () => {
    const email = uniqueEmail()
    const first = await attach(buyerDetails(email, { externalId: email }))
    await server.platform.database.transaction((tx) => customers.save(tx, { ...first, deletedAt: server.clock.now() }))
    const second = await attach(buyerDetails(email, { externalId: email }))
    expect(second.id).not.toBe(first.id)
  })

  test('a customer of another merchant does not match', async () => {
    const email = uniqueEmail()
    const other = await aMerchant(server)
    const { platform } = server
    const input = {
      platform,
      organizationId: other.organizationId,
      customerId: null,
      details: buyerDetails(email),
      emailSource: 'typed' as const,
      now: server.clock.now(),
    }
    const { customer: theirs } = await platform.database.transaction((tx) => attachBuyer(tx, input))
    expect((await attach(buyerDetails(email))).id).not.toBe(theirs.id)
    expect((await attach(buyerDetails(uniqueEmail()), theirs.id)).organizationId).toBe(merchant.organizationId)
  })

  test('the database refuses a second customer with the same email unless the first is deleted', async () => {
    const created = await attach(buyerDetails(uniqueEmail()))
    const twin = { ...created, id: newId(server.clock.now()) }
    expect(await server.platform.database.transaction((tx) => insertCustomer(tx, twin))).toBe(false)
  })
})

describe('a paid purchase updates its customer', () => {
  test('name and metadata are saved, the external id is adopted, and an event is published', async () => {
    const email = uniqueEmail()
    const { id } = await attach(buyerDetails(email, { name: null, metadata: { a: 1 } }))
    const updated = await updateFromPurchase(id, {
      name: 'Zoe B.',
      externalId: email,
      billingAddress: null,
      taxId: null,
      metadata: { b: 2 },
    })
    expect(updated).toMatchObject({ name: 'Zoe B.', externalId: email, metadata: { a: 1, b: 2 }, modifiedAt: server.clock.now() })
    expect(await customers.find(server.platform.database.db, [merchant.organizationId], id)).toEqual(updated)
    expect(await emittedEvents(id)).toEqual(['customer.created', 'customer.updated'])
  })

  test('an external id that another customer has taken meanwhile stays with that customer, and the purchase is still recorded', async () => {
    const { id } = await attach(buyerDetails(uniqueEmail()))
    const externalId = uniqueEmail()
    await attach(buyerDetails(uniqueEmail(), { externalId }))
    const updated = await updateFromPurchase(id, { name: 'Zoe C.', externalId, billingAddress: null, taxId: null, metadata: {} })
    expect(updated).toMatchObject({ name: 'Zoe C.', externalId: null })
    expect(await customers.find(server.platform.database.db, [merchant.organizationId], id)).toEqual(updated)
  })

  test('no event is published when nothing changed', async () => {
    const { id } = await attach(buyerDetails(uniqueEmail(), { metadata: { a: 1 } }))
    await updateFromPurchase(id, { name: 'Zoe', externalId: null, billingAddress: null, taxId: null, metadata: {} })
    expect(await emittedEvents(id)).toEqual(['customer.created'])
  })
})
