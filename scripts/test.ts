// `npm test` proves everything that needs nothing but Node; `npm test -- <project | vectors | path | name>` a part of it, and
// `npm test -- fuzz --requests N --seed S` that many requests of that seed.
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { freshBuild } from './fresh-build.ts'
import { close, runParts, shown, vitest } from './parts.ts'
import { checkParts, houseParts } from './suites.ts'

const PROJECTS = ['rules', 'architecture', 'house', 'browser', 'faults', 'fuzz']
const TESTS = '{server,client,emails,locales,scripts,test,web}/**/*.test.ts'

/** A word is a project, a part of a path, or else a part of a test's name. */
async function chosen(word: string, rest: readonly string[]): Promise<void> {
  const files = globSync(TESTS, { exclude: ['**/node_modules/**'] }).filter((file) => file.includes(word))
  if (word === 'browser' || files.some((file) => file.startsWith('test/browser/'))) await runParts([freshBuild], {})
  const choice = PROJECTS.includes(word) ? ['--project', word] : files.length ? [word] : ['--testNamePattern', word]
  close([await vitest([...choice, ...rest], {}, shown)])
}

/** The fuzz takes how many requests and which seed; the test reads them from its environment. */
async function fuzz(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { requests: { type: 'string' }, seed: { type: 'string' } },
    allowPositionals: true,
  })
  const env: NodeJS.ProcessEnv = {}
  for (const [name, text] of Object.entries(values)) {
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number of at most nine digits, and was ${JSON.stringify(text)}.`)
    env[`FUZZ_${name.toUpperCase()}`] = text
  }
  close([await vitest(['--project', 'fuzz', ...positionals], env, shown)])
}

const [word, ...rest] = process.argv.slice(2)
if (word === undefined) close([...(await runParts(checkParts, { width: 2 })), ...(await runParts(houseParts, {}))])
else if (word === 'vectors') process.exitCode = (await shown('node', ['scripts/vectors.ts', ...rest])).code
else if (word === 'fuzz') await fuzz(rest)
else await chosen(word.replace(/^\.\//, ''), rest)
