// The bench: `npm run bench`, or `node_modules/.bin/node bench/run.ts [--rounds N] [--seconds N] [--only name] [--profile folder]`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '#test/support/postgres.ts'
import { houseOf, makeFixture } from './fixture.ts'
import type { Row } from './lines/line.ts'
import { requestLines } from './lines/requests.ts'
import { coresOf, machineLines, pinSelf } from './machine.ts'

/** What a server keeps that must not lose a sale. */
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'shared_buffers=256MB', 'max_wal_size=4GB']

const lines = [...requestLines]

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
})

const chosen = lines.filter(({ name }) => values.only === undefined || name.includes(values.only))
if (!chosen.length) throw new Error(`There is no such line. There are: ${lines.map(({ name }) => name).join(', ')}.`)

const cores = coresOf()
const machine = machineLines(cores)
if (cores) pinSelf(cores.postgres)
const postgres = await startPostgres(DURABLE)
if (cores) pinSelf(cores.load)
const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
try {
  for (const line of [...machine, await versionOf(postgres.url), `PostgreSQL settings: ${DURABLE.join(', ')}`]) console.log(line)
  const house = await houseOf(postgres.url)
  const fixture = await makeFixture(house)
  await house.close()
  const script = join(folder, 'script.json')
  writeFileSync(script, JSON.stringify({ flows: fixture.flows }))
  const ground = { cores, databaseUrl: postgres.url, folder, profiles: values.profile }
  const course = { ground, fixture, script, rounds: Number(values.rounds), seconds: Number(values.seconds) }
  const rows: Row[] = []
  for (const line of chosen) {
    console.error(`${line.name} …`)
    rows.push(...(await line.run(course)))
  }
  console.log(`\n${tableOf(rows)}`)
} finally {
  await postgres.stop()
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client
    .query<{ version: string }>(`select current_setting('server_version') as version`)
    .finally(() => client.end())
  return `PostgreSQL ${rows[0]?.version}`
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
  ]
  const cells = rows.map(({ line, ours, bare, ratio, cpu, times, limit }) => [line, ours, bare, ratio, cpu, times, limit])
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
