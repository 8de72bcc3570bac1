import { writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { countsText, failedTestsOf, finish, parseCounts, slowestOf, sumOf, vitest } from './suite-steps.ts'

test.for([
  ['the last line counts, not an earlier one', '1 passed, 0 failed\n12 passed, 3 failed\n', 1, { passed: 12, failed: 3, skipped: 0 }],
  ['skipped tests are counted', '5 passed, 0 failed, 2 skipped', 0, { passed: 5, failed: 0, skipped: 2 }],
  ['waiting vectors are neither passed nor failed', '40 passed, 0 failed, 300 waiting', 0, { passed: 40, failed: 0, skipped: 0 }],
  ['a failing exit code is a failure even when no test failed', '40 passed, 0 failed', 1, { passed: 40, failed: 1, skipped: 0 }],
  ['a run without counts and with a failing exit code is one failure', 'Segmentation fault', 139, { passed: 0, failed: 1, skipped: 0 }],
] as const)('%s', ([, output, code, counts]) => {
  expect(parseCounts(output, code)).toEqual(counts)
})

test('the counts of steps are summed and printed in one line', () => {
  const steps = [
    { passed: 3, failed: 0, skipped: 1 },
    { passed: 4, failed: 2, skipped: 0 },
  ]
  expect(countsText(sumOf(steps))).toBe('7 passed, 2 failed, 1 skipped')
  expect(countsText({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed')
})

test('each failed test is reported with the first line of its message and what a browser waited for', () => {
  const passed = { status: 'passed', fullName: 'adds' }
  const failed = { status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1 to be 2\n  at a.ts:3'] }
  const late = { status: 'failed', fullName: 'opens', failureMessages: ['Timeout\nCall log:\n  - waiting for a row\n  at a.ts:9'] }
  const report = {
    testResults: [{ name: `${process.cwd()}/server/a.test.ts`, status: 'failed', assertionResults: [passed, failed, late] }],
  }
  expect(failedTestsOf(report)).toEqual([
    { file: 'server/a.test.ts', fullName: 'subtracts', reason: 'expected 1 to be 2' },
    { file: 'server/a.test.ts', fullName: 'opens', reason: 'Timeout - waiting for a row' },
  ])
})

test('the slowest files are named with their seconds, the slowest first', () => {
  const file = (name: string, seconds: number) => ({
    name: `${process.cwd()}/${name}`,
    status: 'passed',
    startTime: 5000,
    endTime: 5000 + seconds * 1000,
    assertionResults: [],
  })
  expect(slowestOf({ testResults: [file('a.test.ts', 12), file('b.test.ts', 3), file('c.test.ts', 40)] })).toEqual([
    '40 s c.test.ts',
    '12 s a.test.ts',
  ])
})

/** A vitest that ends in these ways, one after the other; a run with counts writes its report. */
const runsOf = (...ends: { signal?: string; code?: number; failed?: number; isReported?: boolean }[]) =>
  vi.fn(async (_: string, args: readonly string[]) => {
    const { signal = null, code = signal ? 1 : 0, failed = 0, isReported = true } = ends.shift() ?? {}
    const file = args.at(-1)?.replace('--outputFile.json=', '') ?? ''
    const report = { numPassedTests: 3, numFailedTests: failed, numPendingTests: 0, numTodoTests: 0, testResults: [] }
    if (isReported) writeFileSync(file, JSON.stringify(report))
    return { code, signal, output: 'the output' }
  })

test.for([
  ['a run that crashed is repeated, and reported as unsteady', [{ signal: 'SIGTRAP', isReported: false }, {}], 2, 0, 1],
  ['so is one that crashed after its last test', [{ signal: 'SIGTRAP' }, {}], 2, 0, 1],
  [
    'a second crash fails',
    [
      { signal: 'SIGSEGV', isReported: false },
      { signal: 'SIGSEGV', isReported: false },
    ],
    2,
    1,
    1,
  ],
  ['a failed test is not repeated', [{ signal: 'SIGTRAP', failed: 1 }], 1, 1, 0],
  ['a run that was killed is not repeated', [{ signal: 'SIGTERM', isReported: false }], 1, 1, 0],
  ['an error outside of any test is not repeated', [{ code: 1 }], 1, 1, 0],
] as const)('%s', async ([, ends, runs, failed, unsteady]) => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const run = runsOf(...ends)
  const result = await vitest(['--project', 'rules'], {}, run)
  print.mockRestore()
  expect([run.mock.calls.length, result.failed, result.unsteadyTests?.length ?? 0]).toEqual([runs, failed, unsteady])
})

test.for([
  ['one unsteady test does not fail a run', 1, '3 passed, 0 failed'],
  ['two of different steps do', 2, '6 passed, 1 failed'],
] as const)('%s', ([, count, last]) => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const { exitCode } = process
  const unsteadyTests = [{ file: 'a.test.ts', fullName: 'opens', reason: 'Timeout' }]
  finish(Array.from({ length: count }, () => ({ passed: 3, failed: 0, skipped: 0, unsteadyTests })))
  const [lines, ended] = [print.mock.calls.map(([line]) => line), process.exitCode]
  process.exitCode = exitCode
  print.mockRestore()
  expect([lines.filter((line) => line.startsWith('UNSTEADY')).length, lines.at(-1), ended]).toEqual([count, last, count > 1 ? 1 : 0])
})
