// The steps of `check`, `test` and `.ci/run`: each step is run, timed, counted and reported in one line.
import { type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'
import { memoryFolder } from '#test/support/memory-folder.ts'

/** Numbers of passed, failed and skipped tests. A check without counts is one test. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** A failed test of a report: its file, its name with those of its groups, and in one line why it failed. */
export interface FailedTest {
  readonly file: string
  readonly fullName: string
  readonly reason: string
}

/** The result of a step: its counts, its output (printed on failure), the failed tests, and those that passed when they were repeated. */
export interface StepResult extends Counts {
  readonly output: string
  readonly failedTests?: readonly FailedTest[]
  readonly unsteadyTests?: readonly FailedTest[]
  /** The files that took the longest, each with its seconds. */
  readonly slowest?: readonly string[]
}

/** One named step. `env` is added to the environment of this process. */
export interface Step {
  readonly name: string
  readonly run: (env: NodeJS.ProcessEnv) => Promise<StepResult>
}

/** The result of a step with its name and duration. */
export interface StepReport extends StepResult {
  readonly name: string
  readonly seconds: number
}

const BINARIES = resolve('node_modules/.bin')

/** `signal` is that which ended the process, if one did. */
type CommandResult = Promise<{ readonly code: number; readonly signal?: string | null; readonly output: string }>

/** Runs a command with the project's own binaries first in PATH. Resolves with its exit code and output. */
export function runCommand(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): CommandResult {
  return run(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The same with the terminal of this process; the output is not captured. */
export function runInTerminal(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): CommandResult {
  return run(name, args, { env, stdio: 'inherit' })
}

function run(name: string, args: readonly string[], { env, stdio }: Pick<SpawnOptions, 'env' | 'stdio'>): CommandResult {
  const path = `${BINARIES}${delimiter}${process.env['PATH'] ?? ''}`
  const child = spawn(name, args, { env: { ...process.env, PATH: path, ...env }, stdio })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  return new Promise((done) => {
    child.on('error', (reason) => done({ code: 127, output: `${name}: ${reason.message}` }))
    child.on('close', (code, signal) => done({ code: code ?? 1, signal, output }))
  })
}

/** A step that runs one command and passes with exit code 0. */
export function commandStep(name: string, file: string, args: readonly string[]): Step {
  return {
    name,
    run: async (env) => {
      const { code, output } = await runCommand(file, args, env)
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output }
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
  /** Milliseconds since 1970. */
  readonly startTime?: number
  readonly endTime?: number
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string; readonly failureMessages?: readonly string[] }[]
}

/** A part of the files of a vitest project: the `number`-th of `count`, from 1. */
export interface Part {
  readonly number: number
  readonly count: number
}

/** The steps that each run one of `count` parts. Every file is in one of them. */
export function inParts(count: number, step: (part: Part) => Step): Step[] {
  return Array.from({ length: count }, (_, at) => step({ number: at + 1, count }))
}

/** The name of a step, with that of its part. */
export const partTitle = (title: string, part: Part | undefined) => (part ? `${title} ${part.number}/${part.count}` : title)

/** The arguments by which vitest runs a part. */
export const partArguments = (part: Part | undefined) => (part ? [`--shard=${part.number}/${part.count}`] : [])

/** A step that runs a vitest project, or a part of its files. It fails when no test was run. */
export function vitestStep(name: string, title = name, part?: Part): Step {
  return {
    name: partTitle(title, part),
    run: async (env) => {
      const result = await vitest(['--project', name, ...partArguments(part)], env, runCommand)
      return sumOfAll(result) ? result : { ...result, failed: 1, output: `${result.output}\nNo test was run.` }
    },
  }
}

const sumOfAll = ({ passed, failed, skipped }: Counts) => passed + failed + skipped

/**
 * Runs vitest with `args` and counts by its JSON report. A file that could not be loaded counts as one failure, and so does a
 * failing exit code without a failed test (an error outside of any test). A process that crashed without a failed test is run once more, and
 * reported as unsteady.
 */
export async function vitest(args: readonly string[], env: NodeJS.ProcessEnv, run: typeof runCommand): Promise<StepResult> {
  const first = await vitestOnce(args, env, run)
  if (!first.crash) return first
  const fullName = `vitest ${args.join(' ')}`
  console.log(`\n── ${fullName} was ended by ${first.crash}, and is repeated once ${'─'.repeat(20)}\n${first.output.trim()}\n`)
  const second = await vitestOnce(args, env, run)
  return { ...second, unsteadyTests: [{ file: '', fullName, reason: `ended by ${first.crash}` }] }
}

/** The signals by which a process ends itself that Node or the system has stopped for a fault of its own. */
const CRASHES = ['SIGABRT', 'SIGBUS', 'SIGILL', 'SIGSEGV', 'SIGTRAP']

async function vitestOnce(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  run: typeof runCommand,
): Promise<StepResult & { readonly crash: string | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-report-'))
  const file = join(folder, 'report.json')
  const {
    code,
    signal = null,
    output,
  } = await run('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], {
    TMPDIR: memoryFolder(),
    ...env,
  })
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  let failedTests: FailedTest[] = []
  let slowest: string[] = []
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
    counts = countsOf(report)
    failedTests = failedTestsOf(report)
    slowest = slowestOf(report)
  } catch {
    if (code === 0 && !output.includes('No test files found')) counts = { ...counts, failed: 1 }
  }
  rmSync(folder, { recursive: true, force: true })
  const crash = signal !== null && CRASHES.includes(signal) && counts.failed === 0 ? signal : null
  return { ...counts, failed: counts.failed || (code === 0 ? 0 : 1), output, failedTests, slowest, crash }
}

/** A file that takes less is none of the slowest. */
const SLOW_SECONDS = 10
const SLOWEST_MAX = 8

/** The slowest files of a report, the slowest first. */
export function slowestOf({ testResults }: Pick<VitestReport, 'testResults'>): string[] {
  return testResults
    .map(({ name, startTime = 0, endTime = 0 }) => ({ file: relative('.', name), seconds: (endTime - startTime) / 1000 }))
    .filter(({ seconds }) => seconds >= SLOW_SECONDS)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_MAX)
    .map(({ file, seconds }) => `${seconds.toFixed(0)} s ${file}`)
}

/** The failed tests of a report. The reason is the first line of the message, and what a browser waited for. */
export function failedTestsOf({ testResults }: Pick<VitestReport, 'testResults'>): FailedTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        file: relative('.', name),
        fullName,
        reason: shortened(failureMessages?.[0] ?? ''),
      })),
  )
}

function shortened(message: string): string {
  const [first = '', ...rest] = message.split('\n')
  const awaited = rest.map((line) => line.trim()).find((line) => line.startsWith('- waiting for'))
  return awaited ? `${first} ${awaited}` : first
}

function countsOf(report: VitestReport): Counts {
  const unreadable = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unreadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** A step that runs a command which prints its counts as `N passed, N failed` in its last lines. */
export function countingStep(name: string, file: string, args: readonly string[]): Step {
  return {
    name,
    run: async (env) => {
      const { code, output } = await runCommand(file, args, env)
      return { ...parseCounts(output, code), output }
    },
  }
}

/** The counts of the last `N passed, N failed[, N skipped]` in `output`; one failure for a failing exit code without failed tests. */
export function parseCounts(output: string, code: number): Counts {
  const [passed = 0, failed = 0, skipped = 0] = ([...output.matchAll(/(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].at(-1) ?? [])
    .slice(1)
    .map((number) => Number(number ?? 0))
  return { passed, failed: failed || (code === 0 ? 0 : 1), skipped }
}

/** Options of a run: the number of parallel steps, and environment variables. */
export interface RunOptions {
  readonly width?: number
  readonly env?: NodeJS.ProcessEnv
}

/** Starts the steps in their order and reports each in one line, with its output when it failed. */
export async function runSteps(steps: readonly Step[], { width = 1, env = {} }: RunOptions): Promise<StepReport[]> {
  const queue = [...steps]
  const reports: StepReport[] = []
  const runQueue = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) reports.push(await runStep(step, env))
  }
  await Promise.all(Array.from({ length: width }, runQueue))
  return reports
}

async function runStep(step: Step, env: NodeJS.ProcessEnv): Promise<StepReport> {
  const startedMs = performance.now()
  const result: StepResult = await step.run(env).catch((reason: unknown) => ({ passed: 0, failed: 1, skipped: 0, output: String(reason) }))
  const seconds = (performance.now() - startedMs) / 1000
  const status = result.failed ? 'FAILED' : 'ok'
  if (result.failed) console.log(`\n── ${step.name} ${'─'.repeat(60)}\n${result.output.trim()}\n`)
  console.log(`${step.name.padEnd(29)} ${seconds.toFixed(1).padStart(6)} s  ${status.padEnd(6)} ${countsText(result)}`)
  if (result.slowest?.length) console.log(`  the slowest: ${result.slowest.join(', ')}`)
  return { ...result, name: step.name, seconds }
}

/** `N passed, N failed`, and the number of skipped tests if any. */
export function countsText({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

/** The sum of all counts. */
export function sumOf(results: readonly Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number) => results.reduce((total, counts) => total + pick(counts), 0)
  return { passed: sum((step) => step.passed), failed: sum((step) => step.failed), skipped: sum((step) => step.skipped) }
}

/** More unsteady tests than these fail a run. */
export const UNSTEADY_MAX = 1

/** Prints the failures, and the sums as the last line, and sets the exit code. A run without a passed test has failed, and so has one with two unsteady ones. */
export function finish(results: readonly (Counts & Partial<StepReport>)[]): void {
  const steps = sumOf(results)
  const unsteady = results.flatMap(({ unsteadyTests = [] }) => unsteadyTests)
  const sum = { ...steps, failed: steps.failed + (steps.failed === 0 && unsteady.length > UNSTEADY_MAX ? 1 : 0) }
  const line = ({ file, fullName, reason }: FailedTest) => `${file} > ${fullName}: ${reason}`
  for (const each of unsteady) console.log(`UNSTEADY ${line(each)}`)
  for (const { name = 'tests', failed, failedTests = [] } of results) {
    if (failed) console.log(`FAILED ${name}: ${failed}`)
    for (const each of failedTests) console.log(`FAILED ${line(each)}`)
  }
  process.exitCode = sum.failed || !sum.passed ? 1 : 0
  console.log(countsText(sum))
}
