// The first page of the products of a merchant who has a million, beside one who has ten thousand.
import { aMerchant } from '#test/support/a-merchant.ts'
import { applicationOn, type BenchRequest } from '../fixture.ts'
import { repeatRequests } from '../load.ts'
import { createDatabase, query } from '../rivals/rivals.ts'
import { startServer } from '../targets.ts'
import { inTurns, type Line, rateRow } from './line.ts'

const FEW = 10_000
const MANY = 1_000_000

/** Inserts products with one price each by SQL. */
async function insertProducts(databaseUrl: string, organizationId: string, count: number): Promise<void> {
  const of = `'${organizationId}'::uuid`
  await query(
    databaseUrl,
    `create temp table filled as select n, gen_random_uuid() as id from generate_series(1, ${count}) as n;
     insert into products (organization_id, id, name, is_archived, metadata, created_at)
       select ${of}, id, 'Template ' || n, false, '{}', timestamptz '2026-01-01 00:00:00Z' + make_interval(secs => n) from filled;
     insert into product_prices (organization_id, id, product_id, position, amount_type, price_currency, price_amount, is_archived, created_at)
       select ${of}, gen_random_uuid(), id, 0, 'fixed', 'usd', 900, false, timestamptz '2026-01-01 00:00:00Z' from filled;
     drop table filled`,
  )
}

export const longListsLine: Line = {
  name: 'long lists',
  run: async (options) => {
    // A separate database, without the data of other lines.
    const databaseUrl = await createDatabase(options.setup.databaseUrl, 'long_lists')
    const application = await applicationOn(databaseUrl)
    const [many, few] = [await aMerchant(application), await aMerchant(application)]
    await application.close()
    await insertProducts(databaseUrl, few.organizationId, FEW)
    await insertProducts(databaseUrl, many.organizationId, MANY)
    await query(databaseUrl, 'vacuum analyze')
    const target = await startServer({ ...options.setup, databaseUrl }, ['--role', 'web'])
    const list = (headers: BenchRequest['headers']): BenchRequest => ({ method: 'GET', path: '/v1/products/', headers })
    const requests = { ours: list(many.headers), bare: list(few.headers) }
    try {
      // Both sides are the same server: the second one is the merchant with few.
      const rounds = async (request: BenchRequest) =>
        (await inTurns(options, { only: target }, (server, seconds) => repeatRequests(server, [request], seconds))).only
      const sides = { ours: await rounds(requests.ours), bare: await rounds(requests.bare) }
      return [rateRow('product list of 1,000,000, beside one of 10,000', sides, 2)]
    } finally {
      await target.stop()
    }
  },
}
