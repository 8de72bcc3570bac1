// The metrics of a year by day, of a merchant with many orders, beside a page of those orders.
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { applicationOn, type BenchRequest } from '../fixture.ts'
import { createDatabase, query } from '../rivals/rivals.ts'
import { startServer } from '../targets.ts'
import { besideRow, executionMs, lastStatement, timeRow } from './beside.ts'
import type { Line } from './line.ts'

/** Orders of the year. */
const ORDERS = Number(process.env['BENCH_ORDERS'] ?? '1000000')
const YEAR = 'start_date=2025-03-01&end_date=2026-02-28'
/** The token, what the query does not name, and the figures; of a list the token and the page. */
const STATEMENTS = 3
const LIST_STATEMENTS = 2

/** Copies the only order of a merchant by SQL, with times that are spread over the year, and adds up what is counted. */
async function sellForAYear(databaseUrl: string, organizationId: string): Promise<void> {
  await query(
    databaseUrl,
    `create temp table copied as select n, gen_random_uuid() as id, timestamptz '2025-03-01 00:00:00Z' + random() * interval '365 days' as at
       from generate_series(1, ${ORDERS}) as n;
     insert into orders select copy.* from orders, copied, lateral jsonb_populate_record(orders, jsonb_build_object('id', copied.id,
         'number', 'COPY-' || copied.n, 'checkout_id', null, 'payment_id', null, 'created_at', copied.at, 'paid_at', copied.at)) as copy
       where orders.organization_id = '${organizationId}';
     drop table copied;
     select add_up_metric_changes(2147483647)`,
  )
}

export const metricsLine: Line = {
  name: 'metrics',
  run: async (options) => {
    // A separate database, without the data of other lines.
    const databaseUrl = await createDatabase(options.setup.databaseUrl, 'metrics')
    const application = await applicationOn(databaseUrl)
    const merchant = await aMerchant(application)
    await aSale(application, merchant)
    await sellForAYear(databaseUrl, merchant.organizationId)
    await query(databaseUrl, 'vacuum analyze')
    const requestOf = (path: string, { headers }: TestMerchant): BenchRequest => ({ method: 'GET', path, headers })
    const page = requestOf('/v1/orders/?limit=100', merchant)
    const pageMs = await executionMs(databaseUrl, await lastStatement(application, page, LIST_STATEMENTS))
    const metricsOf = (zone: string) => requestOf(`/v1/metrics/?${YEAR}&interval=day&timezone=${zone}`, merchant)
    const lineOf = (zone: string) => `metrics of a year by day in ${zone}, ${ORDERS.toLocaleString('en')} orders, beside a page of 100`
    const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata']
    const inPostgres = []
    for (const zone of zones) {
      const statement = await lastStatement(application, metricsOf(zone), STATEMENTS)
      inPostgres.push(timeRow(lineOf(zone), await executionMs(databaseUrl, statement), pageMs))
    }
    await application.close()
    const target = await startServer({ ...options.setup, databaseUrl }, ['--role', 'web'])
    try {
      const rows = []
      for (const zone of zones)
        rows.push(
          await besideRow(options, target, { line: lineOf(zone), request: metricsOf(zone), beside: page, statementCount: STATEMENTS }),
        )
      return [...rows, ...inPostgres]
    } finally {
      await target.stop()
    }
  },
}
