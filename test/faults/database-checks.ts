// Checks of the database after a test, independent of the answers that clients received.
import pg from 'pg'
import { expect } from 'vitest'
import { guildhall } from '#test/support/guildhall.ts'

/** Runs one statement on the server at `url`, on a separate connection. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
export async function queryServer(url: string, text: string, values: readonly unknown[] = []): Promise<readonly any[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  const answer = await client.query(text, [...values]).finally(() => client.end())
  return answer.rows
}

/** A sale as its buyer knows it: paid, or confirmed while the processor's answer was lost and is fetched later. */
export interface KnownSale {
  readonly checkoutId: string | undefined
  readonly isInDoubt: boolean
}

/**
 * Asserts that every checkout of the organization is one of `sales`, that a paid sale has one order and one charge, that a sale in
 * doubt has one of each or none, and that the ledger balances.
 */
export async function expectEachPaidOnce(url: string, organizationId: string, sales: readonly KnownSale[]): Promise<void> {
  const doubted = new Set(sales.filter(({ isInDoubt }) => isInDoubt).map(({ checkoutId }) => checkoutId))
  const wrong = async () => {
    const rows = await queryServer(
      url,
      `select id, (select count(*)::int from orders where organization_id = checkouts.organization_id and checkout_id = checkouts.id) as orders,
        (select count(*)::int from sandbox_charges as charge join payments on payments.organization_id = charge.organization_id
          and payments.idempotency_key = charge.key where payments.purpose_id = checkouts.id and charge.status = 'succeeded') as charges
       from checkouts where organization_id = $1`,
      [organizationId],
    )
    const known = new Set(sales.map(({ checkoutId }) => checkoutId))
    const isRight = ({ id, orders, charges }: { id: string; orders: number; charges: number }) =>
      known.delete(id) && orders === charges && (orders === 1 || (orders === 0 && doubted.has(id)))
    return [...rows.filter((row) => !isRight(row)), ...known]
  }
  await expect.poll(wrong, { timeout: 30_000, interval: 250 }).toEqual([])
  const ledger = await guildhall(['verify-ledger', '--json'], {
    DATABASE_URL: url,
    AUTH_SECRET: 'a secret that only tests know, 32 and more',
  })
  expect([ledger.code, JSON.parse(ledger.out)]).toMatchObject([0, { faults: [] }])
}
