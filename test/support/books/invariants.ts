// The invariants of the books (rule L5), checked for one organization after it has sold, refunded and settled.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import { verifyBooks } from '#sales/returns/refunds/index.ts'
import { type TestMerchant, takeCreatedMerchants } from '../a-merchant.ts'
import type { TestServer } from '../server.ts'

/** The faults in the books of an organization, as sentences: none. */
export async function bookFaultsOf({ platform }: TestServer, { organizationId }: Pick<TestMerchant, 'organizationId'>): Promise<string[]> {
  const { faults } = await verifyBooks(platform.database.db)
  return faults.filter((fault) => fault.organizationId === organizationId).map(({ sentence }) => sentence)
}

/** The sum of each account per currency, in minor units, debit positive; accounts that are even are left out. */
export async function balancesOf({ platform }: TestServer, { organizationId }: Pick<TestMerchant, 'organizationId'>) {
  const { rows } = await sql<{ account: string; currency: string; balance: number }>`
    select account, currency, sum(amount)::int8 as balance from ledger_postings where organization_id = ${organizationId}
    group by account, currency having sum(amount) <> 0 order by currency, account`.execute(platform.database.db)
  return rows
}

/**
 * Expects the invariants of rule L5 of an organization whose payments and refunds are settled: no entry, order, refund or credit is at
 * fault, all accounts together are zero, tax is owed for what was sold and neither refunded, lost nor credited, and the clearing account equals what the
 * processor's own record says it holds.
 */
export async function expectSoundBooks(server: TestServer, merchant: Pick<TestMerchant, 'organizationId'>): Promise<void> {
  const { organizationId } = merchant
  const { db } = server.platform.database
  expect(await bookFaultsOf(server, merchant)).toEqual([])
  const balances = await balancesOf(server, merchant)
  for (const [, ofCurrency] of Map.groupBy(balances, ({ currency }) => currency))
    expect(ofCurrency.reduce((all, { balance }) => all + balance, 0)).toBe(0)
  const of = (account: string) =>
    balances.filter((each) => each.account === account).map(({ currency, balance }) => ({ currency, balance }))
  const owed = await sql<{ currency: string; balance: number }>`
    with owed as (
      select currency, refunded_tax_amount + disputed_tax_amount - tax_amount as amount from orders
      where organization_id = ${organizationId} and paid_at is not null
      union all select currency, tax_amount - reversed_tax_amount from customer_credits where organization_id = ${organizationId}
    )
    select currency, sum(amount)::int8 as balance from owed group by currency having sum(amount) <> 0 order by currency`.execute(db)
  expect(of('tax_payable')).toEqual(owed.rows)
  if (await isSettling(server, organizationId)) return
  expect(of('receivable')).toEqual([])
  // 2.9 % and 30 minor units of each charge, rounded half up, and 1500 for a dispute, as the sandbox says of itself.
  const held = await sql<{ currency: string; balance: number }>`
    with held as (
      select charge.currency, charge.amount - (floor(charge.amount * 29 / 1000.0 + 0.5) + 30) - coalesce((
        select sum(refund.amount) from sandbox_refunds refund where refund.organization_id = charge.organization_id
          and refund.charge_id = charge.id and refund.status = 'succeeded'), 0)
        - case when charge.dispute_status in ('needs_response', 'under_review', 'lost') then charge.amount - charge.refunded_amount + 1500 else 0 end as amount
      from sandbox_charges charge where charge.organization_id = ${organizationId} and charge.status in ('succeeded', 'refunded') and charge.amount > 0
    )
    select currency, sum(amount)::int8 as balance from held group by currency having sum(amount) <> 0 order by currency`.execute(db)
  expect(of('provider_clearing')).toEqual(held.rows)
}

// Of a payment, refund or dispute in progress the processor may know more than the books.
async function isSettling({ platform }: TestServer, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from payments where organization_id = ${organizationId} and status in ('pending', 'in_doubt', 'requires_action'))
      or exists (select from refunds where organization_id = ${organizationId} and status = 'pending')
      or exists (select from payment_events where organization_id = ${organizationId} and type = 'dispute.updated' and worked_at is null)`.execute(
    platform.database.db,
  )
  return rows.length > 0
}

/** After each test of a file, the books of all merchants that it has created are sound. */
export function checkBooksAfterEach(server: TestServer | (() => TestServer)): void {
  beforeEach(() => void takeCreatedMerchants())
  afterEach(async () => {
    for (const merchant of takeCreatedMerchants()) await expectSoundBooks(typeof server === 'function' ? server() : server, merchant)
  })
}
