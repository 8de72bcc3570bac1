import { expect, test } from 'vitest'
import { countsText, failedTestsOf, parseCounts, slowestOf, sumOf } from './suite-steps.ts'

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
    ...{ name: `${process.cwd()}/${name}`, status: 'passed', startTime: 5000, endTime: 5000 + seconds * 1000, assertionResults: [] },
  })
  expect(slowestOf({ testResults: [file('a.test.ts', 12), file('b.test.ts', 3), file('c.test.ts', 40)] })).toEqual([
    '40 s c.test.ts',
    '12 s a.test.ts',
  ])
})
