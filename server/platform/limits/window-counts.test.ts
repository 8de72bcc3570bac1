import { expect, test } from 'vitest'
import { windowCounter } from './window-counts.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)
const rule = { name: 'test', max: 3, windowSeconds: 10 }

test('calls beyond the limit of a window wait for its end', () => {
  const count = windowCounter(rule)
  expect([0, 1, 2, 3, 9.5, 10].map((seconds) => count('a', at(seconds)))).toEqual([0, 0, 0, 7, 1, 0])
})

test('steady calls below the limit are never refused', () => {
  const count = windowCounter(rule)
  expect(Array.from({ length: 10_000 }, (_, index) => count('a', at(index * 4))).filter((wait) => wait > 0)).toEqual([])
})

test('each key has a count of its own', () => {
  const count = windowCounter(rule)
  expect(['a', 'a', 'a', 'a', 'b'].map((key) => count(key, at(0)))).toEqual([0, 0, 0, 10, 0])
})

test('memory is bounded: with too many keys the window ends early', () => {
  const count = windowCounter(rule, 2)
  expect(['a', 'a', 'a', 'b', 'c', 'a'].map((key) => count(key, at(0)))).toEqual([0, 0, 0, 0, 0, 0])
})
