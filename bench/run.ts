// The bench: `npm run bench`, or `node_modules/.bin/node bench/run.ts [--rounds N] [--seconds N] [--only name] [--rivals] [--profile folder] [--statements]`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '#test/support/postgres.ts'
import { recordDelivery } from './deliveries.ts'
import { applicationOn, createFixture } from './fixture.ts'
import { accountsLine } from './lines/accounts.ts'
import { ingestionLine } from './lines/ingestion.ts'
import type { Row } from './lines/line.ts'
import { longListsLine } from './lines/long-lists.ts'
import { memoryLine } from './lines/memory.ts'
import { metricsLine } from './lines/metrics.ts'
import { neighboursLine } from './lines/neighbours.ts'
import { organizationsLine } from './lines/organizations.ts'
import { quantitiesLine } from './lines/quantities.ts'
import { renewalsLine } from './lines/renewals.ts'
import { requestLines } from './lines/requests.ts'
import { slowReceiverLine } from './lines/slow-receiver.ts'
import { startLine } from './lines/start.ts'
import { testClockLine } from './lines/test-clock.ts'
import { webhookQueueLine } from './lines/webhook-queues.ts'
import { webhookLine } from './lines/webhooks.ts'
import { coresOf, machineLines, pinSelf } from './machine.ts'

/** The settings of a server that must not lose data. */
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'shared_buffers=256MB', 'max_wal_size=4GB']
/** Measures the cost of each statement in PostgreSQL; not for comparable figures. */
const STATEMENT_STATISTICS = 'shared_preload_libraries=pg_stat_statements'

const lines = [
  ...requestLines,
  longListsLine,
  metricsLine,
  accountsLine,
  organizationsLine,
  webhookLine,
  webhookQueueLine,
  slowReceiverLine,
  neighboursLine,
  renewalsLine,
  ingestionLine,
  quantitiesLine,
  testClockLine,
  startLine,
  memoryLine,
]

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    rivals: { type: 'boolean', default: false },
    profile: { type: 'string' },
    statements: { type: 'boolean', default: false },
  },
})

const selected = lines.filter(({ name }) => values.only === undefined || name.includes(values.only))
if (!selected.length) throw new Error(`There is no such line. The lines are: ${lines.map(({ name }) => name).join(', ')}.`)

const cores = coresOf()
const machine = machineLines(cores)
if (cores) pinSelf(cores.postgres)
const postgres = await startPostgres(values.statements ? [...DURABLE, STATEMENT_STATISTICS] : DURABLE)
if (cores) pinSelf(cores.load)
const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
process.once('exit', (code) => {
  if (code) console.error(`The logs of the servers are kept in ${folder}.`)
  else rmSync(folder, { recursive: true, force: true })
})
try {
  for (const line of [...machine, await versionOf(postgres.url), `PostgreSQL settings: ${DURABLE.join(', ')}`]) console.log(line)
  const application = await applicationOn(postgres.url)
  const fixture = await createFixture(application)
  const delivery = await recordDelivery(application, fixture)
  await application.close()
  const script = join(folder, 'script.json')
  writeFileSync(script, JSON.stringify({ flows: fixture.flows }))
  const deliveries = join(folder, 'deliveries.json')
  writeFileSync(deliveries, JSON.stringify(delivery))
  const setup = { cores, databaseUrl: postgres.url, folder, profiles: values.profile }
  const options = {
    setup,
    fixture,
    script,
    deliveries,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    withRivals: values.rivals,
  }
  const rows: Row[] = []
  // The pending work of one line would run during the next.
  for (const line of selected) {
    console.error(`${line.name} …`)
    await execute(
      postgres.url,
      'update domain_events set relayed_at = happened_at where relayed_at is null',
      'delete from jobs',
      'vacuum analyze',
    )
    rows.push(...(await line.run(options)))
    if (values.statements) console.log(await slowestStatements(postgres.url))
  }
  console.log(`\n${tableOf(rows)}`)
} finally {
  await postgres.stop()
}

async function execute<T extends pg.QueryResultRow>(url: string, ...texts: readonly string[]): Promise<readonly T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const answers: pg.QueryResult<T>[] = []
    for (const text of texts) answers.push(await client.query<T>(text))
    return answers.at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

async function versionOf(url: string): Promise<string> {
  const [row] = await execute<{ version: string }>(url, `select current_setting('server_version') as version`)
  return `PostgreSQL ${row?.version}`
}

/** The slowest statements since the last call: calls, total milliseconds, mean milliseconds, text. */
async function slowestStatements(url: string): Promise<string> {
  const rows = await execute<{ line: string }>(
    url,
    'create extension if not exists pg_stat_statements',
    `create temp table slowest as select concat_ws('  ', calls, round(total_exec_time), round(mean_exec_time::numeric, 3),
       left(regexp_replace(query, '\\s+', ' ', 'g'), 160)) as line
     from pg_stat_statements order by total_exec_time desc limit 12`,
    'select pg_stat_statements_reset()',
    'select line from slowest',
  )
  return rows.map(({ line }) => line).join('\n')
}

function tableOf(rows: readonly Row[]): string {
  const head = [
    'Line',
    'Guildhall',
    'Bare',
    'Ratio',
    'CPU each: ours, bare, ratio',
    'p50 / p99 ms: ours; bare',
    'Busy server / load and PostgreSQL: ours; bare',
    ...(rows.some(({ comparison }) => comparison) ? ['better-auth: rate, ours times it'] : []),
  ]
  const cells = rows.map(({ line, ours, bare, ratio, cpu, times, limit, comparison }) => [
    line,
    ours,
    bare,
    ratio,
    cpu,
    times,
    limit,
    ...(comparison ? [comparison] : []),
  ])
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
