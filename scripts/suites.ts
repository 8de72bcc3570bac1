import { freshBuild } from './fresh-build.ts'
import { commandStep, countingStep, type Step, vitestStep } from './steps/suite-steps.ts'
import { repeatingStep } from './steps/unsteady-tests.ts'

/** Types, style, rules, generated files, locales and sizes: all checks that need neither a database nor a browser. */
export const checkSteps: readonly Step[] = [
  commandStep('types of the server', 'tsc', ['--noEmit', '-p', 'tsconfig.json']),
  commandStep('types of the web', 'tsc', ['--noEmit', '-p', 'tsconfig.web.json']),
  commandStep('lint and format', 'biome', ['check', '--error-on-warnings', '.']),
  commandStep('lock file', 'npm', ['ci', '--dry-run', '--ignore-scripts']),
  vitestStep('architecture'),
  vitestStep('rules'),
  commandStep('generated files fresh', 'node', ['scripts/generate-reference.ts', '--check']),
  commandStep('locales complete', 'node', ['scripts/check-locales.ts']),
  {
    name: 'web build and sizes',
    run: async (env) => {
      const buildResult = await freshBuild.run(env)
      return buildResult.failed ? buildResult : commandStep('sizes', 'node', ['scripts/check-sizes.ts']).run(env)
    },
  },
]

/** How the OpenAPI document differs from that of the commit before. It is printed also where nothing is at fault. */
export const apiDifference: Step = {
  name: 'API difference',
  run: async (env) => {
    const result = await countingStep('', 'node', ['scripts/api-difference.ts']).run(env)
    if (!result.failed) console.log(result.output.trim())
    return result
  },
}

/** The whole application on the embedded database in memory. */
export const wholeEmbedded: Step = vitestStep('application', 'application embedded')

/** The whole application on a PostgreSQL server. */
export const applicationOnPostgres: Step = vitestStep('application', 'application on PostgreSQL')

const onBoth: Step = {
  name: 'application on both',
  run: (env) => vitestStep('application').run({ ...env, TEST_DATABASES: 'both' }),
}

const simulations: readonly Step[] = [
  vitestStep('simulation'),
  vitestStep('conservation'),
  countingStep('vectors', 'node', ['scripts/vectors.ts']),
]

/** What depends on the database, on the embedded one in memory, the simulations and the vectors: the others need a PostgreSQL server. */
export const embeddedSteps: readonly Step[] = [onBoth, ...simulations]

/** The same without a PostgreSQL server. */
export const embeddedAlone: readonly Step[] = [wholeEmbedded, ...simulations]

/** The browser tests, the last step of `npm test`. They mostly wait, so `.ci/run` runs them beside the other lanes. */
export const browserStep: Step = repeatingStep('browser')

/** The files of `test/faults` by lane, each by a part of its path. */
export const faultLanes = {
  embedded: ['directory', 'disk-full', 'invoice-numbers', 'kill-rounds-embedded'],
  server: [
    'kill-rounds-postgres',
    'failpoints',
    'database-outage',
    'connections',
    'early-start',
    'instances',
    'interrupted-work',
    'rolling-restart',
    'processor',
    'stripe/answers',
    'stripe/repeats',
    'plan-changes',
    'changes-in-flight',
    'renewals',
    'grants',
    'ingestion',
    'test-clocks',
    'receivers',
  ],
} as const

/** The steps of deploy/Dockerfile in an empty folder, and the server in what they made. */
export const imageStep: Step = commandStep('image', 'node', ['scripts/try-image.ts'])

/** A newcomer's first hour, in an empty folder. */
export const firstHourStep: Step = commandStep('first hour', 'node', ['scripts/first-hour.ts'])

/** Tests with copied, truncated, damaged and locked data directories, with full disks, and of servers that are killed on them. */
export const embeddedFaults: Step = vitestStep('faults', 'faults embedded', faultLanes.embedded)

/** Tests of faults of the database, of the network and of processes: each starts the servers that it needs. */
export const serverFaults: Step = vitestStep('faults', 'faults', faultLanes.server)

/** Tests on a PostgreSQL server: the application, and generated requests. */
export const postgresSteps: readonly Step[] = [applicationOnPostgres, vitestStep('fuzz')]
