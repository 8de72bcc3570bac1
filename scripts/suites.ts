import { freshBuild } from './fresh-build.ts'
import { counting, type Part, project, whole } from './parts.ts'

/** Types, style, rules, generated files, words and sizes: everything that needs neither a database nor a browser. */
export const checkParts: readonly Part[] = [
  whole('types of the server', 'tsc', ['--noEmit', '-p', 'tsconfig.json']),
  whole('types of the web', 'tsc', ['--noEmit', '-p', 'tsconfig.web.json']),
  whole('lint and format', 'biome', ['check', '--error-on-warnings', '.']),
  whole('lock file', 'npm', ['ci', '--dry-run', '--ignore-scripts']),
  project('architecture'),
  project('rules'),
  whole('generated files fresh', 'node', ['scripts/generate-reference.ts', '--check']),
  whole('locales complete', 'node', ['scripts/check-locales.ts']),
  {
    name: 'web build and sizes',
    run: async (env) => {
      const built = await freshBuild.run(env)
      return built.failed ? built : whole('sizes', 'node', ['scripts/check-sizes.ts']).run(env)
    },
  },
]

/** What `npm test` proves after those: the whole server on the embedded database in memory, the exact examples, the walks. */
export const houseParts: readonly Part[] = [project('house'), counting('vectors', 'node', ['scripts/vectors.ts']), project('browser')]

/** Which of `test/faults` runs in which lane: a word of the path of each. */
export const faultLanes = {
  embedded: ['directory'],
  server: [
    'kill-rounds-postgres',
    'failpoints',
    'database-gone',
    'connections',
    'start-early',
    'instances',
    'rolling-restart',
    'processor',
    'receivers',
    'disk-full',
    'kill-rounds-embedded',
  ],
} as const

/** What becomes of data directories that are copied, torn, damaged or in use. */
export const embeddedFaults: Part = project('faults', 'faults embedded', faultLanes.embedded)

/** What is proved again where the database is a PostgreSQL server, and what may happen to it, to disks and to the world outside. */
export const postgresParts: readonly Part[] = [
  project('house', 'house on PostgreSQL'),
  project('faults', 'faults', faultLanes.server),
  project('fuzz'),
]
