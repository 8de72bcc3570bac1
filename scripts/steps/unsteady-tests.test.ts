import { expect, test } from 'vitest'
import { afterRepeats, testsToRepeat } from './unsteady-tests.ts'

const named = (fullName: string) => ({ file: 'test/browser/a.test.ts', fullName, reason: 'Timeout' })
const [opens, closes, saves] = [named('opens'), named('closes'), named('saves')]
const passed = { passed: 1, failed: 0, skipped: 9, output: '' }
const failed = { passed: 0, failed: 1, skipped: 9, output: '' }
const firstRun = (...failedTests: ReturnType<typeof named>[]) => ({
  passed: 8,
  failed: failedTests.length,
  skipped: 0,
  output: '',
  failedTests,
})

test('a failed test that passes alone is unsteady, and counts as passed', () => {
  const first = firstRun(opens)
  expect(testsToRepeat(first)).toEqual([opens])
  expect(afterRepeats(first, [opens], [passed])).toMatchObject({ passed: 9, failed: 0, failedTests: [], unsteadyTests: [opens] })
})

test('one that fails again has failed, beside an unsteady one too', () => {
  expect(afterRepeats(firstRun(opens), [opens], [failed])).toMatchObject({ passed: 8, failed: 1, failedTests: [opens], unsteadyTests: [] })
  const both = afterRepeats(firstRun(opens, closes), [opens, closes], [passed, failed])
  expect(both).toMatchObject({ passed: 9, failed: 1, failedTests: [closes], unsteadyTests: [opens] })
})

test('two unsteady tests fail the run', () => {
  const both = afterRepeats(firstRun(opens, closes), [opens, closes], [passed, passed])
  expect(both).toMatchObject({ passed: 8, failed: 2, failedTests: [opens, closes], unsteadyTests: [opens, closes] })
})

test('a name that selects no test, or several, proves nothing', () => {
  for (const repeat of [
    { ...passed, passed: 0 },
    { ...passed, passed: 2 },
  ])
    expect(afterRepeats(firstRun(opens), [opens], [repeat])).toMatchObject({ failed: 1, unsteadyTests: [] })
})

test('four failures, and errors outside of any test, are not repeated', () => {
  expect(testsToRepeat(firstRun(opens, closes, saves, named('signs in')))).toEqual([])
  expect(testsToRepeat({ ...firstRun(opens), failed: 2 })).toEqual([])
})
