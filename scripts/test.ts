// `npm test` runs the checks, the application, the simulations and journeys through the browser; `npm test -- <project | vectors | path |
// name>` runs a part of all tests, and `npm test -- fuzz --requests N --seed S` N fuzz requests with the seed S.
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findPostgres } from '#test/support/postgres.ts'
import { freshBuild } from './fresh-build.ts'
import { freshTypes } from './fresh-types.ts'
import { embedded, withPostgres } from './steps/on-postgres.ts'
import { finish, inParts, runInTerminal, runSteps, type StepReport, vitest } from './steps/suite-steps.ts'
import { applicationOnPostgres, browserJourneys, checkSteps, embeddedAlone, PARALLEL, simulations } from './suites.ts'

const PROJECTS = ['rules', 'architecture', 'application', 'simulation', 'conservation', 'browser', 'faults', 'fuzz']
/** Tests that start the server, which would otherwise build the web app within their time limits. */
const WITH_SERVERS = ['application', 'browser', 'faults', 'fuzz']
const SERVER_TEST = /^test\/(browser|process|wire|faults|fuzz)\//
const TESTS = '{server,client,emails,locales,scripts,test,web}/**/*.test.ts'

/** Runs the selected tests: `selector` is a project, a part of a path, or otherwise a part of a test's name. */
async function runSelection(selector: string, rest: readonly string[]): Promise<void> {
  const files = globSync(TESTS, { exclude: ['**/node_modules/**'] }).filter((file) => file.includes(selector))
  if (WITH_SERVERS.includes(selector) || files.some((file) => SERVER_TEST.test(file))) await runSteps([freshBuild], {})
  const filter = PROJECTS.includes(selector) ? ['--project', selector] : files.length ? [selector] : ['--testNamePattern', selector]
  finish([await vitest([...filter, ...rest], {}, runInTerminal)])
}

/** All of it: the application on PostgreSQL where a server is found, and otherwise on the embedded database, as all else. */
async function runAll(): Promise<StepReport[]> {
  const types = await runSteps([freshTypes], {})
  const checks = [...types, ...(await runSteps(checkSteps, { width: 2 }))]
  const steps = (): Promise<StepReport[]> =>
    process.env['DATABASE_URL'] || findPostgres()
      ? withPostgres((onServer) =>
          runSteps([...inParts(3, applicationOnPostgres).map(onServer), ...[browserJourneys, ...simulations].map(embedded)], {
            width: PARALLEL,
          }),
        )
      : runSteps([...embeddedAlone, browserJourneys], { width: PARALLEL })
  return [...checks, ...(await steps())]
}

/** Runs the fuzz tests with the number of requests and the seed, which the test reads from its environment. */
async function fuzz(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { requests: { type: 'string' }, seed: { type: 'string' } },
    allowPositionals: true,
  })
  const env: NodeJS.ProcessEnv = {}
  for (const [name, text] of Object.entries(values)) {
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes an integer of at most nine digits, not ${JSON.stringify(text)}.`)
    env[`FUZZ_${name.toUpperCase()}`] = text
  }
  finish([await vitest(['--project', 'fuzz', ...positionals], env, runInTerminal)])
}

const [selector, ...rest] = process.argv.slice(2)
if (selector === undefined) finish(await runAll())
else if (selector === 'vectors') process.exitCode = (await runInTerminal('node', ['scripts/vectors.ts', ...rest])).code
else if (selector === 'fuzz') await fuzz(rest)
else await runSelection(selector.replace(/^\.\//, ''), rest)
