// What `check`, `test` and `.ci/run` have in common: a proof is made of parts, each is run, timed, counted and told in one line.
import { type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'

/** How many tests (or whole checks, which count as one) ended how. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What a part found: its counts, and what it said, which is shown when something failed; `broken` names single tests that failed. */
export interface Finding extends Counts {
  readonly said: string
  readonly broken?: readonly string[]
}

/** One named part of a proof. `env` are the variables that its run adds to those of this process. */
export interface Part {
  readonly name: string
  readonly run: (env: NodeJS.ProcessEnv) => Promise<Finding>
}

/** A part that was run, with the seconds it took. */
export interface Told extends Finding {
  readonly name: string
  readonly seconds: number
}

const BINARIES = resolve('node_modules/.bin')

type Ran = Promise<{ readonly code: number; readonly said: string }>

/** Runs a command to its end with the project's own Node first in PATH. Resolves with its exit code and all it wrote. */
export function command(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  return run(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The same with this process's terminal, for whoever watches; what was written is not kept. */
export function shown(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  return run(name, args, { env, stdio: 'inherit' })
}

function run(name: string, args: readonly string[], { env, stdio }: Pick<SpawnOptions, 'env' | 'stdio'>): Ran {
  const path = `${BINARIES}${delimiter}${process.env['PATH'] ?? ''}`
  const child = spawn(name, args, { env: { ...process.env, PATH: path, ...env }, stdio })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk
    })
  }
  return new Promise((done) => {
    child.on('error', (reason) => done({ code: 127, said: `${name}: ${reason.message}` }))
    child.on('close', (code) => done({ code: code ?? 1, said }))
  })
}

/** A part that is one command: it passes with exit code 0. */
export function whole(name: string, file: string, args: readonly string[]): Part {
  return {
    name,
    run: async (env) => {
      const { code, said } = await command(file, args, env)
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, said }
    },
  }
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly TestFile[]
}

interface TestFile {
  readonly name: string
  readonly status: string
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string; readonly failureMessages?: readonly string[] }[]
}

/** A part that is one of vitest's projects, or those of its files whose paths hold one of `words`. One that ran no test has failed: a proof of nothing is none. */
export function project(name: string, title = name, words: readonly string[] = []): Part {
  return {
    name: title,
    run: async (env) => {
      const finding = await vitest(['--project', name, ...words], env, command)
      return sumOfAll(finding) ? finding : { ...finding, failed: 1, said: `${finding.said}\nNo test was run.` }
    },
  }
}

const sumOfAll = ({ passed, failed, skipped }: Counts) => passed + failed + skipped

/**
 * Runs vitest with `args` and counts by its JSON report. A file that could not be read counts as one failure, and so does a run
 * that ended badly though every test passed (an error outside of any test, say).
 */
export async function vitest(args: readonly string[], env: NodeJS.ProcessEnv, run: typeof command): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-report-'))
  const file = join(folder, 'report.json')
  const { code, said } = await run('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], env)
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  let broken: string[] = []
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
    counts = countsOf(report)
    broken = brokenOf(report)
  } catch {
    if (code === 0 && !said.includes('No test files found')) counts = { ...counts, failed: 1 }
  }
  rmSync(folder, { recursive: true, force: true })
  return { ...counts, failed: counts.failed || (code === 0 ? 0 : 1), said, broken }
}

/** Each failed test of a report in one line: its file, its name and the first line of what was wrong. */
export function brokenOf({ testResults }: Pick<VitestReport, 'testResults'>): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${relative('.', name)} > ${fullName}: ${failureMessages?.[0]?.split('\n')[0] ?? ''}`),
  )
}

function countsOf(report: VitestReport): Counts {
  const unread = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unread.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** A part that prints its own counts as `N passed, N failed` in its last lines. */
export function counting(name: string, file: string, args: readonly string[]): Part {
  return {
    name,
    run: async (env) => {
      const { code, said } = await command(file, args, env)
      return { ...closingCounts(said, code), said }
    },
  }
}

/** The counts of the last `N passed, N failed[, N skipped]` in `said`; one failure where an exit code tells of more than the line. */
export function closingCounts(said: string, code: number): Counts {
  const [passed = 0, failed = 0, skipped = 0] = ([...said.matchAll(/(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].at(-1) ?? [])
    .slice(1)
    .map((figure) => Number(figure ?? 0))
  return { passed, failed: failed || (code === 0 ? 0 : 1), skipped }
}

/** How parts are run: so many at a time, with these variables, told under the name of a lane. */
export interface Running {
  readonly width?: number
  readonly env?: NodeJS.ProcessEnv
  readonly lane?: string
}

/** Runs the parts in their order and tells each in one line (and all it said where it failed). */
export async function runParts(parts: readonly Part[], { width = 1, env = {}, lane = '' }: Running): Promise<Told[]> {
  const waiting = [...parts]
  const told: Told[] = []
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) told.push(await tell(part, env, lane))
  }
  await Promise.all(Array.from({ length: width }, work))
  return told
}

async function tell(part: Part, env: NodeJS.ProcessEnv, lane: string): Promise<Told> {
  const began = performance.now()
  const finding = await part.run(env).catch((reason: unknown) => ({ passed: 0, failed: 1, skipped: 0, said: String(reason) }))
  const seconds = (performance.now() - began) / 1000
  const mark = finding.failed ? 'FAILED' : 'ok'
  if (finding.failed) console.log(`\n── ${part.name} ${'─'.repeat(60)}\n${finding.said.trim()}\n`)
  console.log(
    `${lane && `${lane.padEnd(9)} `}${part.name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s  ${mark.padEnd(6)} ${sentence(finding)}`,
  )
  return { ...finding, name: part.name, seconds }
}

/** `N passed, N failed`, and how many were skipped where any was. */
export function sentence({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

/** The sums of all parts. */
export function sumOf(found: readonly Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number) => found.reduce((total, counts) => total + pick(counts), 0)
  return { passed: sum((part) => part.passed), failed: sum((part) => part.failed), skipped: sum((part) => part.skipped) }
}

/** Prints what failed, and the sums as the last line, and sets the exit code by them; a run in which nothing passed has failed. */
export function close(found: readonly (Counts & Partial<Told>)[]): void {
  const sum = sumOf(found)
  for (const { name = 'time', failed, broken = [] } of found) {
    if (failed) console.log(`FAILED ${name}: ${failed}`)
    for (const each of broken) console.log(`FAILED ${each}`)
  }
  process.exitCode = sum.failed || !sum.passed ? 1 : 0
  console.log(sentence(sum))
}
