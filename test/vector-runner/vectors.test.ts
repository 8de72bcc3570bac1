import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { defineRefusals, refuse } from '#kernel/refusal.ts'
import { operations } from './operations.ts'
import { matches, type Operation, readWaiting, runVectors } from './run.ts'
import { scenarioOperations } from './scenario-operations.ts'

const VECTORS = 'test/vectors'
const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('every vector of an implemented operation gives the exact result', () => {
  const report = runVectors(VECTORS, operations, [...readWaiting(VECTORS), ...scenarioOperations])
  expect(report.failures).toEqual([])
  expect(report.passed).toBeGreaterThan(0)
})

test('a wrong result, an unbound operation and an outdated waiting list fail with the expected value', () => {
  const vectors = [
    { name: 'right', input: { op: 'double', value: 2 }, expected: { value: 4 } },
    { name: 'wrong', input: { op: 'double', value: 3 }, expected: { value: 7 } },
    { name: 'refused', input: { op: 'refuse' }, expected: { error: 'NotOpenCheckout', http: 403 } },
    { name: 'unknown', input: { op: 'toString' }, expected: 1 },
    { name: 'later', input: { op: 'later' }, expected: 1 },
    { name: 'stale', input: { op: 'stale' }, expected: 1 },
  ]
  writeFileSync(join(folder, 'some.json'), JSON.stringify(vectors))
  const refusals = defineRefusals({ NotOpenCheckout: { status: 403, sentence: 'No.' } })
  const bound: Record<string, Operation> = {
    double: (input) => ({ value: 2 * Number(input['value']), more: 'unexpected' }),
    refuse: () => refuse(refusals.NotOpenCheckout),
    stale: () => 1,
  }
  const report = runVectors(folder, bound, ['later', 'stale'])
  expect({ ...report, failures: report.failures.map(({ name, expected, actual }) => ({ name, expected, actual })) }).toEqual({
    passed: 2,
    waiting: 1,
    failures: [
      { name: 'wrong', expected: { value: 7 }, actual: { value: 6, more: 'unexpected' } },
      { name: 'unknown', expected: 1, actual: 'neither bound nor waiting' },
      { name: 'stale', expected: 1, actual: 'bound, yet listed as waiting' },
    ],
  })
})

test('only the expected keys count, and lists must have the same length', () => {
  expect(matches({ a: 1, b: 2 }, { a: 1 })).toBe(true)
  expect(matches({ a: 1 }, { a: 1, b: null })).toBe(false)
  expect(matches([1, 2], [1])).toBe(false)
  expect(matches(-0, 0)).toBe(false)
})
