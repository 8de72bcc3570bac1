import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// A test that needs the whole app or a database says so by importing from test/support or by opening a database itself; all
// others are pure. The projects are sorted by that, not by a list that somebody has to keep.
const NEEDS_THE_HOUSE = /from '(#test\/support\/|[^']*\/support\/|#platform\/database\/|[^']*\/open\.ts|@electric-sql\/pglite)/

const found = globSync('{server,client,emails,locales,scripts,test,web}/**/*.test.ts', {
  exclude: ['**/node_modules/**', '**/dist/**'],
}).sort()
const architecture: string[] = found.filter((file) => file === 'test/architecture.test.ts')
const browser = found.filter((file) => file.startsWith('test/browser/'))
const faults = found.filter((file) => file.startsWith('test/faults/'))
const fuzz = found.filter((file) => file.startsWith('test/fuzz/'))
const rest = found.filter((file) => ![architecture, browser, faults, fuzz].some((apart) => apart.includes(file)))
const whole = rest.filter((file) => NEEDS_THE_HOUSE.test(readFileSync(file, 'utf8')))
const rules = rest.filter((file) => !whole.includes(file))
// What processes on the embedded database do has been seen where that is the default; beside a PostgreSQL server it is the same.
const house = process.env['DATABASE_URL'] ? whole.filter((file) => file !== 'test/process/embedded.test.ts') : whole

// Isolation costs eight to thirteen times; one process also opens the embedded database once for all files.
const together = {
  pool: 'threads',
  isolate: false,
  maxWorkers: 1,
  fileParallelism: false,
  // What a test waits for comes or does not; how soon it comes is the machine's affair, unless the test says otherwise.
  expect: { poll: { timeout: 15_000 } },
} as const

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      { test: { name: 'rules', include: rules, ...together } },
      { test: { name: 'architecture', include: architecture, ...together, testTimeout: 30_000 } },
      {
        test: {
          name: 'house',
          include: house,
          ...together,
          globalSetup: 'test/support/application-global.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Real servers in processes of their own that are killed, starved and cut off; each test says how long it may take.
      { test: { name: 'faults', include: faults, ...together, testTimeout: 60_000, hookTimeout: 120_000 } },
      { test: { name: 'fuzz', include: fuzz, ...together, testTimeout: 300_000, hookTimeout: 120_000 } },
      {
        test: {
          name: 'browser',
          include: browser,
          ...together,
          globalSetup: 'test/support/browser-global.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
