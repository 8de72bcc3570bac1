import { expect, test } from 'vitest'
import { backOffSeconds, errorMessageOf } from './retry.ts'

test.for<[number, number, number]>([
  [1, 0.5, 5],
  [2, 0.5, 15],
  [3, 0.5, 45],
  [1, 0, 2.5],
  [1, 0.999, 7.495],
  [9, 0.5, 21_600],
  [40, 0.5, 21_600],
])('failure %i with random %f waits %f seconds', ([attempt, random, seconds]) => {
  expect(backOffSeconds(attempt, random)).toBeCloseTo(seconds, 6)
})

test('a recurring job never waits much longer than its period', () => {
  expect(backOffSeconds(9, 0.5, 60)).toBe(60)
})

test('an error message includes its causes, without characters that a text column refuses', () => {
  expect(errorMessageOf(new Error('a\0b', { cause: new TypeError('\ud800c') }))).toBe('Error: ab / TypeError: \ufffdc')
  expect(errorMessageOf('x'.repeat(5000))).toHaveLength(2000)
})
