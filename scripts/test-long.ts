// `npm run test:long`: what is repeated more often than `.ci/run` does. The whole application on both databases, and free seeds with full
// counts in the suites of random input. It takes hours, and prints the seeds that repeat it.
import { freeSeeds } from '#test/seeds.ts'
import { freshBuild } from './fresh-build.ts'
import { runOnPostgres } from './steps/on-postgres.ts'
import { finish, runSteps } from './steps/suite-steps.ts'
import { applicationOnPostgres, browserStep, embeddedAlone, faultsStep, fuzzStep } from './suites.ts'

const COUNTS = {
  ATTEMPT_RUNS: '200',
  CONSERVATION_SEQUENCES: '10000',
  EVERY_PAGE: 'yes',
  FAULT_DATABASES: 'both',
  FAULT_ROUNDS: '100',
  FUZZ_REQUESTS: '50000',
  SIMULATION_LIVES: '2000',
}

const seeds = freeSeeds()
console.log(
  Object.entries(seeds)
    .map(([name, seed]) => `${name}=${seed}`)
    .join(' '),
)
const env = { ...COUNTS, ...seeds }
const build = await runSteps([freshBuild], {})
const onServer = await runOnPostgres([applicationOnPostgres(), fuzzStep], { env })
finish([
  ...build,
  ...onServer,
  ...(await runSteps([...embeddedAlone, faultsStep(), browserStep()], { env: { ...env, DATABASE_URL: undefined } })),
])
