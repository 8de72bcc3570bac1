import { expect, test } from 'vitest'
import { labelled, steps } from './chart-scale.ts'

test.each([
  [2568, [0, 1000, 2000, 3000]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [0, [0, 1]],
  [Number.NaN, [0, 1]],
  [9, [0, 2.5, 5, 7.5, 10]],
])('an axis up to %d has the lines %j', (max, lines) => {
  expect(steps(max)).toEqual(lines)
})

test('labels keep a minimum distance and include both ends', () => {
  expect([...labelled(30, 400)]).toEqual([0, 10, 19, 29])
  expect([...labelled(1, 400)]).toEqual([0])
  expect([...labelled(2, 10)]).toEqual([0, 1])
})
