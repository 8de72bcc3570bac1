// What the database says at the end, whatever the answers said.
import pg from 'pg'
import { expect } from 'vitest'
import { guildhall } from '#test/support/guildhall.ts'

/** Runs one statement on the server at `url`, over a connection of its own. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
export async function onServer(url: string, text: string, values: readonly unknown[] = []): Promise<readonly any[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  const answer = await client.query(text, [...values]).finally(() => client.end())
  return answer.rows
}

/** Every checkout of the organization that was to be paid has one order and one charge, none has more, and the books hold. */
export async function expectEachPaidOnce(url: string, organizationId: string, paid: readonly (string | undefined)[]): Promise<void> {
  const orders = () =>
    onServer(
      url,
      `select checkouts.id, count(orders.id)::int as orders from checkouts
       left join orders on orders.organization_id = checkouts.organization_id and orders.checkout_id = checkouts.id
       where checkouts.organization_id = $1 group by checkouts.id order by checkouts.id`,
      [organizationId],
    )
  await expect.poll(orders, { timeout: 20_000, interval: 250 }).toEqual(paid.toSorted().map((id) => ({ id, orders: 1 })))
  const charges = await onServer(
    url,
    'select status, count(*)::int as times from sandbox_charges where organization_id = $1 group by status',
    [organizationId],
  )
  expect(charges).toEqual([{ status: 'succeeded', times: paid.length }])
  const books = await guildhall(['verify-ledger', '--json'], {
    DATABASE_URL: url,
    AUTH_SECRET: 'a secret that only tests know, 32 and more',
  })
  expect([books.code, JSON.parse(books.out)]).toMatchObject([0, { orders: paid.length, faults: [] }])
}
