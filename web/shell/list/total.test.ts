import { expect, test } from 'vitest'
import { totalOf } from './total.ts'

const of = (counted: number, page: number, rows: number, maximum: number | undefined = 10_000) => {
  const { count, isAtLeast } = totalOf({ counted, maximum, page, rows })
  return isAtLeast ? `at least ${count}` : count
}

test.each([
  ['a total below the maximum is exact', of(9999, 1, 20), 9999],
  ['a total at the maximum is a lower bound', of(10_000, 1, 20), 'at least 10000'],
  ['a page after the maximum raises it', of(10_000, 502, 20), 'at least 10040'],
  ['the last page gives the exact total', of(10_000, 501, 7), 10_007],
  ['a page after the last one gives nothing', of(10_000, 501, 0), 'at least 10000'],
])('%s', (_, total, expected) => {
  expect(total).toBe(expected)
})

test('without a maximum every total is exact', () => {
  expect(totalOf({ counted: 243_000, maximum: undefined, page: 1, rows: 20 })).toEqual({ count: 243_000, isAtLeast: false })
})
