import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { defineRefusals, refuse } from '#kernel/refusal.ts'
import { operations } from './operations.ts'
import { agrees, type Operation, readWaiting, runVectors } from './run.ts'

const HERE = 'test/vectors'
const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('every vector that is not waiting comes out exactly', () => {
  const report = runVectors(HERE, operations, readWaiting(HERE))
  expect(report.failures).toEqual([])
  expect(report.passed).toBeGreaterThan(0)
})

test('a wrong result, an unbound operation and a stale waiting list fail, and say what was expected', () => {
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
    double: (input) => ({ value: 2 * Number(input['value']), more: 'unasked' }),
    refuse: () => refuse(refusals.NotOpenCheckout),
    stale: () => 1,
  }
  const report = runVectors(folder, bound, ['later', 'stale'])
  expect({ ...report, failures: report.failures.map(({ name, expected, actual }) => ({ name, expected, actual })) }).toEqual({
    passed: 2,
    waiting: 1,
    failures: [
      { name: 'wrong', expected: { value: 7 }, actual: { value: 6, more: 'unasked' } },
      { name: 'unknown', expected: 1, actual: 'neither bound nor waiting' },
      { name: 'stale', expected: 1, actual: 'bound, yet listed as waiting' },
    ],
  })
})

test('only the keys that are expected count, and lists keep their length', () => {
  expect(agrees({ a: 1, b: 2 }, { a: 1 })).toBe(true)
  expect(agrees({ a: 1 }, { a: 1, b: null })).toBe(false)
  expect(agrees([1, 2], [1])).toBe(false)
  expect(agrees(-0, 0)).toBe(false)
})
