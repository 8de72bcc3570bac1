import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { lucideIcons } from './scripts/web/icons.ts'

// A test that imports from test/support or opens a database needs the application; all other tests are pure. The projects are
// derived from the imports, so there is no list to maintain.
const NEEDS_APPLICATION = /from '(#test\/support\/|[^']*\/support\/|#platform\/database\/|[^']*\/open\.ts|@electric-sql\/pglite)/

const found = globSync('{server,client,emails,locales,scripts,test,web}/**/*.test.ts', {
  exclude: ['**/node_modules/**', '**/dist/**'],
}).sort()
const architecture: string[] = found.filter((file) => /^test\/architecture[a-z-]*\.test\.ts$/.test(file))
const browser = found.filter((file) => file.startsWith('test/browser/'))
const faults = found.filter((file) => file.startsWith('test/faults/'))
const fuzz = found.filter((file) => file.startsWith('test/fuzz/'))
// The longest of the random sequences; the shorter ones belong to the application.
const simulation = found.filter((file) => file.startsWith('test/simulation/subscriptions/'))
const conservation = found.filter((file) => file.startsWith('test/simulation/conservation/'))
const rest = found.filter(
  (file) => ![architecture, browser, faults, fuzz, simulation, conservation].some((special) => special.includes(file)),
)
const applicationFiles = rest.filter((file) => NEEDS_APPLICATION.test(readFileSync(file, 'utf8')))
const rules = rest.filter((file) => !applicationFiles.includes(file))
const { DATABASE_URL, TEST_DATABASES } = process.env
// Tests of processes that do not read DATABASE_URL use the embedded database in any case: they do not run on PostgreSQL.
const isEmbeddedProcess = (file: string) =>
  file.startsWith('test/process/') && !readFileSync(file, 'utf8').includes("process.env['DATABASE_URL']")
// The first line of a file says so where its tests depend on the database. TEST_DATABASES=both runs these alone: the others ran on PostgreSQL.
const needsBoth = (file: string) => readFileSync(file, 'utf8').startsWith('// Databases: both.\n')
const application = applicationFiles.filter((file) => {
  if (DATABASE_URL) return !isEmbeddedProcess(file)
  return TEST_DATABASES !== 'both' || needsBoth(file)
})

// Isolation makes tests eight to thirteen times slower, and one process opens the embedded database once for all files.
const shared = {
  pool: 'threads',
  isolate: false,
  maxWorkers: 1,
  fileParallelism: false,
  // The default wait limit is long, because the speed of the machine does not matter unless a test says otherwise.
  expect: { poll: { timeout: 15_000 } },
  setupFiles: 'test/fixed-seed.ts',
} as const

// Node itself loads the modules of tests that import the server, which takes two thirds of the time of Vite's module runner.
const loadedByNode = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const

// Only what hangs takes so long: a busy machine may need minutes for what takes seconds. The faults set limits of their own.
const limits = { testTimeout: 300_000, hookTimeout: 300_000 } as const

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      { plugins: [lucideIcons()], test: { name: 'rules', include: rules, ...shared, ...limits } },
      { test: { name: 'architecture', include: architecture, ...shared, ...limits } },
      {
        test: {
          name: 'application',
          include: application,
          ...shared,
          ...loadedByNode,
          globalSetup: 'test/support/application-global.ts',
          setupFiles: ['test/fixed-seed.ts', 'test/support/warnings/print-warnings.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'simulation',
          include: simulation,
          ...shared,
          ...loadedByNode,
          globalSetup: 'test/support/application-global.ts',
          setupFiles: ['test/fixed-seed.ts', 'test/support/warnings/print-warnings.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'conservation',
          include: conservation,
          ...shared,
          ...loadedByNode,
          globalSetup: 'test/support/application-global.ts',
          setupFiles: ['test/fixed-seed.ts', 'test/support/warnings/print-warnings.ts'],
          ...limits,
        },
      },
      // Real servers in separate processes that are killed, starved and disconnected; each test sets its own time limit.
      { test: { name: 'faults', include: faults, ...shared, ...loadedByNode, ...limits } },
      { test: { name: 'fuzz', include: fuzz, ...shared, ...loadedByNode, ...limits } },
      {
        plugins: [lucideIcons()],
        test: {
          name: 'browser',
          include: browser,
          ...shared,
          globalSetup: 'test/support/browser-global.ts',
          ...limits,
        },
      },
    ],
  },
})
