// The lists of a merchant who has a million products and a million orders, beside those of one who has ten thousand of each.
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import type { TestServer } from '#test/support/server.ts'
import { applicationOn, type BenchRequest } from '../fixture.ts'
import { createDatabase, query } from '../rivals/rivals.ts'
import { startServer } from '../targets.ts'
import { besideRow, executionMs, lastStatement, timeRow } from './beside.ts'
import type { Line, Row } from './line.ts'

const FEW = 10_000
const MANY = 1_000_000
const DEEP_PAGE = 500
/** The look-up of the token, and the page. */
const STATEMENTS = 2

interface Merchants<T> {
  readonly many: T
  readonly few: T
}

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

/** Copies the only order of a merchant by SQL, each copy a second older than the one before. */
async function copyOrder(databaseUrl: string, organizationId: string, count: number): Promise<void> {
  await query(
    databaseUrl,
    `create temp table copied as select n, gen_random_uuid() as id from generate_series(1, ${count}) as n;
     insert into orders select copy.* from orders, copied, lateral jsonb_populate_record(orders, jsonb_build_object('id', copied.id,
         'number', 'COPY-' || copied.n, 'checkout_id', null, 'payment_id', null, 'created_at', orders.created_at - make_interval(secs => copied.n))) as copy
       where orders.organization_id = '${organizationId}';
     insert into order_items select copy.* from order_items as item, copied, lateral jsonb_populate_record(item,
         jsonb_build_object('id', gen_random_uuid(), 'order_id', copied.id)) as copy
       where item.organization_id = '${organizationId}';
     drop table copied`,
  )
}

const requestOf = (path: string, { headers }: TestMerchant): BenchRequest => ({ method: 'GET', path, headers })

async function rowsInPostgres(databaseUrl: string, application: TestServer, { many, few }: Merchants<TestMerchant>): Promise<Row[]> {
  const time = async (merchant: TestMerchant, page: number) =>
    executionMs(databaseUrl, await lastStatement(application, requestOf(`/v1/orders/?page=${page}`, merchant), STATEMENTS))
  const [first, firstOfFew] = [await time(many, 1), await time(few, 1)]
  const [deep, deepOfFew] = [await time(many, DEEP_PAGE), await time(few, DEEP_PAGE)]
  return [
    timeRow('order list of 1,000,000, beside one of 10,000', first, firstOfFew),
    timeRow(`its page ${DEEP_PAGE}, beside page 1`, deep, first),
    timeRow(`its page ${DEEP_PAGE}, beside that of 10,000`, deep, deepOfFew),
  ]
}

export const longListsLine: Line = {
  name: 'long lists',
  run: async (options) => {
    // A separate database, without the data of other lines.
    const databaseUrl = await createDatabase(options.setup.databaseUrl, 'long_lists')
    const application = await applicationOn(databaseUrl)
    const merchants = { many: await aMerchant(application), few: await aMerchant(application) }
    const { many, few } = merchants
    for (const [merchant, count] of [[few, FEW] as const, [many, MANY] as const]) {
      await aSale(application, merchant)
      await copyOrder(databaseUrl, merchant.organizationId, count)
      await insertProducts(databaseUrl, merchant.organizationId, count)
    }
    await query(databaseUrl, 'vacuum analyze')
    const inPostgres = await rowsInPostgres(databaseUrl, application, merchants)
    await application.close()
    const target = await startServer({ ...options.setup, databaseUrl }, ['--role', 'web'])
    const compare = (line: string, request: BenchRequest, beside: BenchRequest) =>
      besideRow(options, target, { line, request, beside, statementCount: STATEMENTS })
    const [products, orders] = ['/v1/products/', '/v1/orders/']
    try {
      return [
        await compare('product list of 1,000,000, beside one of 10,000', requestOf(products, many), requestOf(products, few)),
        await compare('order list of 1,000,000, beside one of 10,000', requestOf(orders, many), requestOf(orders, few)),
        await compare(`its page ${DEEP_PAGE}, beside page 1`, requestOf(`${orders}?page=${DEEP_PAGE}`, many), requestOf(orders, many)),
        ...inPostgres,
      ]
    } finally {
      await target.stop()
    }
  },
}
