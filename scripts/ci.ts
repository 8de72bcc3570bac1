// Called by `.ci/run`: all steps, from one queue, at most PARALLEL at a time. A step that takes long is divided into parts, and the longest
// come first, so that no core is idle until the end.
// test/budget.json contains what each step may take, in seconds, beside the others on two cores. A step that takes longer is printed; a step
// without an allowance, allowances beyond their limit, and a run beyond its own fail.
import { readFileSync } from 'node:fs'
import { freshBuild } from './fresh-build.ts'
import { freshTypes } from './fresh-types.ts'
import { embedded, withPostgres } from './steps/on-postgres.ts'
import { type Counts, finish, inParts, runSteps, type StepReport } from './steps/suite-steps.ts'
import {
  apiDifference,
  applicationOnPostgres,
  browserStep,
  builtSteps,
  embeddedSteps,
  faultsStep,
  firstHourStep,
  fuzzStep,
  imageStep,
  PARALLEL,
  sourceSteps,
} from './suites.ts'

/** The limit of the sum of all allowances, divided by the steps that run at a time … */
const ALLOWED_MAX_SECONDS = 40 * 60
/** … and of the time that a run takes, with tolerance for a machine that is slower or has other work. */
const TAKEN_MAX_SECONDS = 75 * 60

const allowances = JSON.parse(readFileSync('test/budget.json', 'utf8')) as Readonly<Record<string, number>>
const allowed = (name: string) => allowances[name] ?? 0

/** The installation, which ended before this process started, with its duration. */
const installed: StepReport = { name: 'install', seconds: Number(process.argv[2] ?? 0), passed: 0, failed: 0, skipped: 0, output: '' }

/** The budget faults of a run: a step without an allowance, or a sum of allowed or taken time above its limit. */
function budgetFaults(reports: readonly StepReport[], takenSeconds: number): string[] {
  for (const { name, seconds } of reports) {
    if (seconds > allowed(name)) console.log(`${name} took ${seconds.toFixed(1)} s, allowed ${allowed(name)} s.`)
  }
  const sum = Math.round(Object.values(allowances).reduce((total, each) => total + each, 0) / PARALLEL)
  console.log(`${Math.round(takenSeconds)} s taken, ${sum} s allowed in test/budget.json, ${TAKEN_MAX_SECONDS} s at most`)
  return [
    ...reports.filter(({ name }) => allowances[name] === undefined).map(({ name }) => `"${name}" has no allowance in test/budget.json.`),
    ...(sum > ALLOWED_MAX_SECONDS ? [`The allowances sum to ${sum} s, more than ${ALLOWED_MAX_SECONDS} s.`] : []),
    ...(takenSeconds > TAKEN_MAX_SECONDS ? [`It took ${Math.round(takenSeconds)} s, more than ${TAKEN_MAX_SECONDS} s.`] : []),
  ]
}

const startedMs = performance.now()
// The build uses one core at a time.
const before = [installed, ...(await runSteps([freshTypes], {})), ...(await runSteps([freshBuild, ...sourceSteps], { width: PARALLEL }))]
const steps = await withPostgres((onServer) => {
  const queue = [
    ...[...inParts(3, applicationOnPostgres), fuzzStep].map(onServer),
    ...[...inParts(4, browserStep), ...inParts(3, faultsStep)].map(embedded),
    ...[...embeddedSteps, ...builtSteps, apiDifference, firstHourStep, imageStep].map(embedded),
  ]
  return runSteps(
    queue.toSorted((one, other) => allowed(other.name) - allowed(one.name)),
    { width: PARALLEL },
  )
})
const faults = budgetFaults([...before, ...steps], installed.seconds + (performance.now() - startedMs) / 1000)
for (const fault of faults) console.log(`BUDGET ${fault}`)
const budgetCounts: Counts = { passed: 0, failed: faults.length, skipped: 0 }
finish([...before, ...steps, budgetCounts])
