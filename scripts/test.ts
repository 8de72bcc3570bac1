// `npm test` proves everything that needs nothing but Node; `npm test -- <project | vectors | path | name>` a part of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { checkParts } from './check-parts.ts'
import { freshBuild } from './fresh-build.ts'
import { close, type command, counting, project, runParts, vitest } from './parts.ts'

const PROJECTS = ['rules', 'architecture', 'house', 'browser']

/** Runs a command with its output on this terminal as it comes. */
async function shown(...[name, args, env]: Parameters<typeof command>): ReturnType<typeof command> {
  const child = spawn(name, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, said: '' }
}

async function everything(): Promise<void> {
  const checked = await runParts(checkParts, 2)
  const proved = await runParts([project('house'), counting('vectors', 'node', ['scripts/vectors.ts']), freshBuild, project('browser')], 1)
  close([...checked, ...proved])
}

/** A word is a project, a part of a path, or else a part of a test's name. */
async function chosen(word: string, rest: readonly string[]): Promise<void> {
  if (word === 'vectors') {
    process.exitCode = (await shown('node', ['scripts/vectors.ts', ...rest])).code
    return
  }
  const files = globSync('{server,client,emails,locales,scripts,test,web}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
  const isProject = PROJECTS.includes(word)
  const isPath = files.some((file) => file.includes(word.replace(/^\.\//, '')))
  if (word === 'browser' || (isPath && files.some((file) => file.includes(word) && file.startsWith('test/browser/')))) {
    await runParts([freshBuild], 1)
  }
  const args = isProject ? ['--project', word, ...rest] : isPath ? [word, ...rest] : ['--testNamePattern', word, ...rest]
  close([await vitest(args, {}, shown)])
}

const [word, ...rest] = process.argv.slice(2)
await (word === undefined ? everything() : chosen(word, rest))
