// Behind `.ci/run`: two lanes side by side. `embedded` is `npm test` as the README tells it and what becomes of torn data directories;
// `server` proves the house again on PostgreSQL, with everything that may go wrong around it. test/budget.json holds the seconds that each part may take: whoever adds a part says there what gives way.
import { readFileSync } from 'node:fs'
import { startPostgres, type ThrowAwayPostgres } from '#test/support/postgres.ts'
import { freshBuild } from './fresh-build.ts'
import { type Counts, close, type Part, runParts, type Told } from './parts.ts'
import { seedsOfCommit } from './seeds.ts'
import { checkParts, embeddedFaults, houseParts, postgresParts } from './suites.ts'

/** What the allowances of a lane may sum to … */
const MOST_SECONDS = 14 * 60
/** … and what a lane may really take: a minute of air for a machine that is slower today. */
const TAKEN_SECONDS = 15 * 60

type Allowances = Readonly<Record<string, number>>
const budget = JSON.parse(readFileSync('test/budget.json', 'utf8')) as Record<'before' | 'embedded' | 'server', Allowances>

/** Installing took this many seconds; it ended before this process began. */
const installed: Told = { name: 'install', seconds: Number(process.argv[2] ?? 0), passed: 0, failed: 0, skipped: 0, said: '' }

let postgres: ThrowAwayPostgres | undefined
const databaseServer: Part = {
  name: 'PostgreSQL',
  run: async () => {
    postgres = process.env['DATABASE_URL'] ? undefined : await startPostgres()
    return { passed: 0, failed: 0, skipped: 0, said: '' }
  },
}

async function serverLane(): Promise<Told[]> {
  const lane = 'server'
  const server = await runParts([databaseServer], { lane })
  if (server.some(({ failed }) => failed)) return server
  const env = { ...seeds, ...(postgres && { DATABASE_URL: postgres.url }) }
  return [...server, ...(await runParts(postgresParts, { lane, env }))]
}

/** What is wrong with a lane's time: a part without an allowance, or sums (allowed or taken) of more than fourteen and fifteen minutes. */
function overspent(lane: 'embedded' | 'server', before: readonly Told[], parts: readonly Told[]): string[] {
  const allowances: Allowances = { ...budget.before, ...budget[lane] }
  const sum = (seconds: readonly number[]) => Math.round(seconds.reduce((total, each) => total + each, 0))
  const told = [...before, ...parts]
  for (const { name, seconds } of told) {
    if (seconds > (allowances[name] ?? 0)) console.log(`${lane}: ${name} took ${seconds.toFixed(1)} s, allowed are ${allowances[name]} s.`)
  }
  const allowed = sum(Object.values(allowances))
  const taken = sum(told.map(({ seconds }) => seconds))
  console.log(`${lane}: ${taken} s taken, ${allowed} s allowed in test/budget.json, ${TAKEN_SECONDS} s at most`)
  return [
    ...told
      .filter(({ name }) => allowances[name] === undefined)
      .map(({ name }) => `${lane}: "${name}" has no allowance in test/budget.json.`),
    ...(allowed > MOST_SECONDS ? [`${lane}: the allowances sum to ${allowed} s, more than ${MOST_SECONDS} s.`] : []),
    ...(taken > TAKEN_SECONDS ? [`${lane}: took ${taken} s, more than ${TAKEN_SECONDS} s.`] : []),
  ]
}

const seeds = await seedsOfCommit()
const before = [installed, ...(await runParts([freshBuild], {}))]
const [embedded, server] = await Promise.all([
  runParts([...checkParts, ...houseParts, embeddedFaults], { lane: 'embedded', env: { ...seeds, DATABASE_URL: undefined } }),
  serverLane().finally(() => postgres?.stop()),
])
const faults = [...overspent('embedded', before, embedded), ...overspent('server', before, server)]
for (const fault of faults) console.log(`BUDGET ${fault}`)
const inTime: Counts = { passed: 0, failed: faults.length, skipped: 0 }
close([...before, ...embedded, ...server, inTime])
