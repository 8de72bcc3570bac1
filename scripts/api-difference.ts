// Prints how the OpenAPI document differs from that of an earlier commit: of the one before, or of the commit that is given. Fails where
// something was removed or narrowed that no new entry of CHANGELOG.md marks **wire** and names.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ApiDocument, contractOf } from './api/contract.ts'
import { type ApiChange, differenceOf, entriesOf, unmarked } from './api/difference.ts'
import { openapiDocument } from './reference/openapi-document.ts'

const base = process.argv[2] ?? 'HEAD^'
const git = (...args: readonly string[]) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] })

/** The files of a commit in a temporary folder, with the packages that its lock names. */
function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-before-'))
  const archive = join(folder, 'files.tar')
  git('archive', '--output', archive, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  const isSameLock = readFileSync(join(folder, 'package-lock.json'), 'utf8') === readFileSync('package-lock.json', 'utf8')
  if (isSameLock) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--silent'], { cwd: folder, stdio: 'inherit' })
  return folder
}

function documentBefore(folder: string): ApiDocument {
  const printed = execFileSync(process.execPath, ['guildhall.js', 'openapi', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return JSON.parse(printed) as ApiDocument
}

const line = ({ path, kind, about }: ApiChange) => `${kind.padEnd(8)} ${path}${about.length > 0 ? `: ${about.join(', ')}` : ''}`

function compare(folder: string, after: ApiDocument): void {
  const changes = differenceOf(contractOf(documentBefore(folder)), contractOf(after))
  for (const each of changes) console.log(line(each))
  const changelog = join(folder, 'CHANGELOG.md')
  const known = new Set(existsSync(changelog) ? entriesOf(readFileSync(changelog, 'utf8')) : [])
  const entries = entriesOf(readFileSync('CHANGELOG.md', 'utf8')).filter((entry) => !known.has(entry))
  const unmarkedChanges = unmarked(changes, entries)
  for (const each of unmarkedChanges) console.log(`No new entry of CHANGELOG.md marks it **wire** and names it: ${line(each)}`)
  console.log(`${unmarkedChanges.length === 0 ? 1 : 0} passed, ${unmarkedChanges.length} failed`)
  process.exitCode = unmarkedChanges.length === 0 ? 0 : 1
}

let commit: string | undefined
try {
  commit = git('rev-parse', '--verify', '--quiet', `${base}^{commit}`).trim()
} catch {
  console.log(`There is no commit ${base} here to compare with.\n1 passed, 0 failed`)
}
if (commit !== undefined) {
  const folder = checkOut(commit)
  try {
    compare(folder, (await openapiDocument()) as unknown as ApiDocument)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
