// Called by `.ci/run`: runs three lanes in parallel. `server` tests the application on PostgreSQL, and the fuzz tests. `embedded` are
// all checks, what depends on the database on the embedded one, and the tests of faults. `browser` are the browser tests, the image and a
// newcomer's first hour.
// test/budget.json contains what each step may take, in seconds, beside the other lanes on two cores. A step that takes longer is printed;
// a step without an allowance, and a lane above its limits, fail the run.
import { readFileSync } from 'node:fs'
import { freshBuild } from './fresh-build.ts'
import { freshTypes } from './fresh-types.ts'
import { runOnPostgres } from './steps/on-postgres.ts'
import { type Counts, finish, runSteps, type StepReport } from './steps/suite-steps.ts'
import {
  apiDifference,
  browserStep,
  checkSteps,
  embeddedFaults,
  embeddedSteps,
  firstHourStep,
  imageStep,
  postgresSteps,
  serverFaults,
} from './suites.ts'

/** The limit of the sum of a lane's allowances … */
const ALLOWED_MAX_SECONDS = 45 * 60
/** … and of the time that a lane takes, with tolerance for a machine that is slower or has other work. */
const TAKEN_MAX_SECONDS = 75 * 60

type Lane = 'embedded' | 'browser' | 'server'
type Allowances = Readonly<Record<string, number>>
const budget = JSON.parse(readFileSync('test/budget.json', 'utf8')) as Record<'before' | Lane, Allowances>

/** The installation, which ended before this process started, with its duration. */
const installed: StepReport = { name: 'install', seconds: Number(process.argv[2] ?? 0), passed: 0, failed: 0, skipped: 0, output: '' }

/** The budget faults of a lane: a step without an allowance, or a sum of allowed or taken time above its limit. */
function budgetFaults(lane: Lane, before: readonly StepReport[], steps: readonly StepReport[]): string[] {
  const allowances: Allowances = { ...budget.before, ...budget[lane] }
  const sum = (seconds: readonly number[]) => Math.round(seconds.reduce((total, each) => total + each, 0))
  const reports = [...before, ...steps]
  for (const { name, seconds } of reports) {
    if (seconds > (allowances[name] ?? 0)) console.log(`${lane}: ${name} took ${seconds.toFixed(1)} s, allowed ${allowances[name]} s.`)
  }
  const allowed = sum(Object.values(allowances))
  const taken = sum(reports.map(({ seconds }) => seconds))
  console.log(`${lane}: ${taken} s taken, ${allowed} s allowed in test/budget.json, ${TAKEN_MAX_SECONDS} s at most`)
  return [
    ...reports
      .filter(({ name }) => allowances[name] === undefined)
      .map(({ name }) => `${lane}: "${name}" has no allowance in test/budget.json.`),
    ...(allowed > ALLOWED_MAX_SECONDS ? [`${lane}: the allowances sum to ${allowed} s, more than ${ALLOWED_MAX_SECONDS} s.`] : []),
    ...(taken > TAKEN_MAX_SECONDS ? [`${lane}: took ${taken} s, more than ${TAKEN_MAX_SECONDS} s.`] : []),
  ]
}

/** The steps that need a PostgreSQL server, and then those that install the program anew, which are about as long as the browser tests. */
async function runServerLane(): Promise<StepReport[]> {
  const onServer = await runOnPostgres(postgresSteps, { lane: 'server' })
  return [...onServer, ...(await runSteps([imageStep, firstHourStep], { lane: 'server', env: embeddedEnvironment }))]
}

const embeddedEnvironment = { DATABASE_URL: undefined }
const before = [installed, ...(await runSteps([freshTypes, freshBuild], {}))]
const [embedded, browser, server] = await Promise.all([
  runSteps([...checkSteps, apiDifference, ...embeddedSteps, embeddedFaults, serverFaults], { lane: 'embedded', env: embeddedEnvironment }),
  runSteps([browserStep], { lane: 'browser', env: embeddedEnvironment }),
  runServerLane(),
])
const faults = [
  ...budgetFaults('embedded', before, embedded),
  ...budgetFaults('browser', before, browser),
  ...budgetFaults('server', before, server),
]
for (const fault of faults) console.log(`BUDGET ${fault}`)
const budgetCounts: Counts = { passed: 0, failed: faults.length, skipped: 0 }
finish([...before, ...embedded, ...browser, ...server, budgetCounts])
