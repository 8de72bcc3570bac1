import { expect, test } from 'vitest'
import { brokenOf, closingCounts, sentence, sumOf } from './parts.ts'

test.for([
  ['the last line counts, not an earlier one', '1 passed, 0 failed\n12 passed, 3 failed\n', 1, { passed: 12, failed: 3, skipped: 0 }],
  ['skipped ones are told', '5 passed, 0 failed, 2 skipped', 0, { passed: 5, failed: 0, skipped: 2 }],
  ['what waits is neither passed nor failed', '40 passed, 0 failed, 300 waiting', 0, { passed: 40, failed: 0, skipped: 0 }],
  ['a bad exit is a failure even when every count is good', '40 passed, 0 failed', 1, { passed: 40, failed: 1, skipped: 0 }],
  ['a run that says nothing and ends badly is one failure', 'Segmentation fault', 139, { passed: 0, failed: 1, skipped: 0 }],
] as const)('%s', ([, said, code, counts]) => {
  expect(closingCounts(said, code)).toEqual(counts)
})

test('parts are summed and told in one line', () => {
  const parts = [
    { passed: 3, failed: 0, skipped: 1 },
    { passed: 4, failed: 2, skipped: 0 },
  ]
  expect(sentence(sumOf(parts))).toBe('7 passed, 2 failed, 1 skipped')
  expect(sentence({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed')
})

test('what failed is named in a line each, with the first line of what was wrong', () => {
  const passed = { status: 'passed', fullName: 'adds' }
  const failed = { status: 'failed', fullName: 'takes away', failureMessages: ['expected 1 to be 2\n  at a.ts:3'] }
  const report = { testResults: [{ name: `${process.cwd()}/server/a.test.ts`, status: 'failed', assertionResults: [passed, failed] }] }
  expect(brokenOf(report)).toEqual(['server/a.test.ts > takes away: expected 1 to be 2'])
})
