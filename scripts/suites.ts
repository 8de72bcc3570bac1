import { freshBuild } from './fresh-build.ts'
import { commandStep, countingStep, inParts, type Part, partArguments, partTitle, type Step, vitestStep } from './steps/suite-steps.ts'
import { repeatingStep } from './steps/unsteady-tests.ts'

/** The steps that run at a time: three keep two cores busy, because most of them wait for something for a third of their time. */
export const PARALLEL = 3

/** The checks that read the sources alone: they run beside the web build. */
export const sourceSteps: readonly Step[] = [
  commandStep('types of the server', 'tsc', ['--noEmit', '--singleThreaded', '-p', 'tsconfig.json']),
  commandStep('types of the web', 'tsc', ['--noEmit', '--singleThreaded', '-p', 'tsconfig.web.json']),
  commandStep('lint and format', 'biome', ['check', '--error-on-warnings', '.']),
]

/** Rules, generated files, locales and sizes: the other checks that need neither a database nor a browser. */
export const builtSteps: readonly Step[] = [
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

/** Types, style and both of those. */
export const checkSteps: readonly Step[] = [...sourceSteps, ...builtSteps]

/** The difference of the OpenAPI document from that of the commit before. It is printed also where nothing is at fault. */
export const apiDifference: Step = {
  name: 'API difference',
  run: async (env) => {
    const result = await countingStep('', 'node', ['scripts/api-difference.ts']).run(env)
    if (!result.failed) console.log(result.output.trim())
    return result
  },
}

/** The whole application on the embedded database in memory. */
const wholeEmbedded = (part: Part) => vitestStep('application', 'application embedded', part)

/** The whole application on a PostgreSQL server. */
export const applicationOnPostgres = (part?: Part) => vitestStep('application', 'application on PostgreSQL', part)

const onBoth: Step = {
  name: 'application on both',
  run: (env) => vitestStep('application').run({ ...env, TEST_DATABASES: 'both' }),
}

/** Random sequences on the embedded database in memory, and the vectors. */
export const simulations: readonly Step[] = [
  vitestStep('simulation'),
  vitestStep('conservation'),
  countingStep('vectors', 'node', ['scripts/vectors.ts']),
]

/** The steps that use the database, on the embedded one in memory, the simulations and the vectors: the others need a PostgreSQL server. */
export const embeddedSteps: readonly Step[] = [onBoth, ...simulations]

/** The same without a PostgreSQL server. */
export const embeddedAlone: readonly Step[] = [...inParts(3, wholeEmbedded), ...simulations]

/** The browser tests. They mostly wait. */
export const browserStep = (part?: Part) => repeatingStep(partTitle('browser', part), 'browser', partArguments(part))

/** The browser tests that `npm test` runs: a journey through each surface. */
export const JOURNEY_FILES: readonly string[] = [
  'accounts',
  'admin',
  'checkout',
  'dashboard-selling',
  'organization-settings',
  'portal/journey',
].map((name) => `test/browser/${name}.test.ts`)

/** Those tests. */
export const browserJourneys = repeatingStep('browser journeys', 'browser', JOURNEY_FILES)

/**
 * Tests of faults of disks, data directories, the database, the network and processes: each starts the servers that it needs, on PostgreSQL or
 * on the embedded database.
 */
export const faultsStep = (part?: Part) => vitestStep('faults', 'faults', part)

/** Generated requests, on a PostgreSQL server. */
export const fuzzStep: Step = vitestStep('fuzz')

/** The steps of deploy/Dockerfile in an empty folder, and the server in what they made. */
export const imageStep: Step = commandStep('image', 'node', ['scripts/try-image.ts'])

/** A newcomer's first hour, in an empty folder. */
export const firstHourStep: Step = commandStep('first hour', 'node', ['scripts/first-hour.ts'])
