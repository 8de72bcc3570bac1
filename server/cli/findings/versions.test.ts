import { expect, test } from 'vitest'
import { migrationsFinding, serverFinding, webAppFinding } from './versions.ts'

const state = { pending: [], unknown: [], stopped: undefined, latest: '0027_active_teams' }
const build = { id: '0123456789abcdef', version: '1.2.0', folder: '/dist/0123456789abcdef' }

test.each([
  ['a database of this version', state, 'well', 'The schema is up to date (0027_active_teams).'],
  [
    'an older database',
    { ...state, pending: ['0026_a', '0027_active_teams'] },
    'fault',
    '2 migrations are not applied: 0026_a, 0027_active_teams. The next start or guildhall migrate does that.',
  ],
  [
    'a newer database',
    { ...state, unknown: ['0028_b'] },
    'fault',
    'A newer Guildhall wrote this database (0028_b). Start that version or a newer one, or restore the backup from before the upgrade.',
  ],
  [
    'a database of before the baseline',
    { ...state, pending: ['0001_baseline'], stopped: '0093_invoices' },
    'fault',
    'A version before the first release wrote this database (0093_invoices). Bring it up to date as docs/guides/upgrade.md says, then start this one.',
  ],
] as const)('%s is described with what to do', (_, migrations, expected, sentence) => {
  expect(migrationsFinding(migrations)).toEqual({ name: 'migrations', state: expected, sentence })
})

test.each([
  ['the build of this version', build, 'well', 'The web app is built (0123456789abcdef).'],
  ['no build', undefined, 'warning', 'There is no build of the present web app. The next start builds it, or npm run build does.'],
  [
    'the build of another version, as in an image of two versions',
    { ...build, version: '1.1.0' },
    'warning',
    'The web app was built from version 1.1.0, but this is 1.2.0: build both together.',
  ],
] as const)('%s is described with what to do', (_, present, expected, sentence) => {
  expect(webAppFinding('1.2.0', present)).toEqual({ name: 'web app', state: expected, sentence })
})

const installed = { version: '1.2.0', webBuild: 'new' }

test.each([
  ['the same program', { version: '1.2.0', webBuild: 'new' }, undefined],
  ['a program that serves no web app', { version: '1.2.0', webBuild: null }, undefined],
  [
    'an older web app',
    { version: '1.2.0', webBuild: 'old' },
    'The running server is Guildhall 1.2.0 with the web app old, and Guildhall 1.2.0 with the web app new is installed: restart it to complete the upgrade.',
  ],
  [
    'an older version',
    { version: '1.1.0', webBuild: null },
    'The running server is Guildhall 1.1.0, and Guildhall 1.2.0 with the web app new is installed: restart it to complete the upgrade.',
  ],
])('a running server with %s', (_, running, sentence) => {
  expect(serverFinding(installed, running)?.sentence).toBe(sentence)
})
