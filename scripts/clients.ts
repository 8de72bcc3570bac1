// `npm run clients` runs the matrix of published clients with the locked versions and prints what is held. `-- --newest` runs it with the
// newest versions that the registry serves, in a temporary folder: a call that they add or change fails here first.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { families } from '#test/clients/families.ts'
import { NEWEST_ENTRY, NEWEST_FOLDER } from '#test/clients/matrix.ts'
import { failureOf } from './newest-clients.ts'
import { summaryRows } from './reference/clients.ts'
import { table } from './reference/markdown.ts'
import { runCommand, runInTerminal } from './steps/suite-steps.ts'

const MATRIX = ['run', '--project', 'application', 'test/clients/']

async function runNewest(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-clients-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    writeFileSync(join(folder, NEWEST_ENTRY), 'export const load = (specifier) => import(specifier)\n')
    const packages = families.map(({ packageName }) => `${packageName}@latest`)
    const installed = await runCommand('npm', [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--fetch-retries=1',
      ...packages,
    ])
    if (installed.code !== 0) {
      console.error(failureOf(packages, installed.output))
      return 1
    }
    return (await runInTerminal('vitest', MATRIX, { [NEWEST_FOLDER]: folder })).code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runLocked(): Promise<number> {
  const { code } = await runInTerminal('vitest', MATRIX)
  console.log(table(['Client', 'Version', 'Calls', 'Held'], families.flatMap(summaryRows)))
  return code
}

process.exitCode = process.argv.includes('--newest') ? await runNewest() : await runLocked()
