import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { sharedServer } from '#test/support/server.ts'
import { verifyLedger } from './verify-ledger.ts'

const server = await sharedServer()
const { db, transaction } = server.platform.database

async function aSoldOrder() {
  const merchant = await aMerchant(server)
  await (await aCheckout(server, merchant)).confirm()
  const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
  return { organizationId: merchant.organizationId, orderId: order.id as string }
}

async function faultsOf(organizationId: string) {
  return (await verifyLedger(db)).faults.filter((fault) => fault.organizationId === organizationId)
}

/** Changes posted rows, which only someone with access to the database can do. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await transaction(async (tx) => {
    await sql`select set_config('guildhall.erasing', 'on', true)`.execute(tx)
    await statement.execute(tx)
  })
}

test('the ledger of a sale is consistent', async () => {
  const { organizationId } = await aSoldOrder()
  expect(await faultsOf(organizationId)).toEqual([])
})

test('an order whose entry has another amount is reported with the entry', async () => {
  const { organizationId, orderId } = await aSoldOrder()
  await tamper(sql`update ledger_postings set amount = amount * 2 where organization_id = ${organizationId}`)
  expect(await faultsOf(organizationId)).toEqual([
    {
      organizationId,
      orderId,
      entryId: expect.any(String),
      sentence: `of order ${orderId}: provider_clearing is 8096 instead of 4048, revenue is -8400 instead of -4200, provider_fees is 304 instead of 152`,
    },
  ])
  await tamper(sql`update ledger_postings set amount = amount / 2 where organization_id = ${organizationId}`)
})

test('a paid order without an entry is reported', async () => {
  const { organizationId, orderId } = await aSoldOrder()
  await tamper(sql`delete from ledger_entries where organization_id = ${organizationId}`)
  expect(await faultsOf(organizationId)).toMatchObject([{ orderId, entryId: null }])
  await transaction((tx) => sql`update orders set status = 'pending' where organization_id = ${organizationId}`.execute(tx))
})

test('a verification that is stopped says that it is not complete', async () => {
  await aSoldOrder()
  expect(await verifyLedger(db)).toMatchObject({ isComplete: true })
})
