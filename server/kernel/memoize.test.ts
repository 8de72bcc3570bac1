import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

function countedMemoize(maxEntries: number, compute: (text: string) => string | undefined = (text) => `value of ${text}`) {
  const computed: string[] = []
  const counted = (text: string): string | undefined => {
    computed.push(text)
    return compute(text)
  }
  return { computed, of: memoize(maxEntries, counted) }
}

test('a cached value is not computed again', () => {
  const { computed, of } = countedMemoize(2)
  expect([of('a'), of('b'), of('a')]).toEqual(['value of a', 'value of b', 'value of a'])
  expect(computed).toEqual(['a', 'b'])
})

test('recently used keys stay cached, others are evicted and computed again', () => {
  const { computed, of } = countedMemoize(4)
  for (const text of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) of(text)
  expect(computed).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('the cache holds at least half of its maximum and at most its maximum', () => {
  const { computed, of } = countedMemoize(4)
  const texts = Array.from({ length: 20 }, (_, at) => `${at}`)
  for (const text of [...texts, ...texts.toReversed()]) of(text)
  const again = computed.slice(20)
  expect(20 - again.length).toBeGreaterThanOrEqual(2)
  expect(20 - again.length).toBeLessThanOrEqual(4)
})

test('undefined is not cached', () => {
  const { computed, of } = countedMemoize(1, (text) => (text === 'a' ? 'known' : undefined))
  expect([of('a'), of('x'), of('y'), of('x'), of('a')]).toEqual(['known', undefined, undefined, undefined, 'known'])
  expect(computed).toEqual(['a', 'x', 'y', 'x'])
})
