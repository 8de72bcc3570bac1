import { expect, test } from 'vitest'
import { MemoryCounts } from './memory-counts.ts'

const MAX = 10

test('a count belongs to its rule and scope', () => {
  const known = new MemoryCounts(MAX)
  const of = known.counterOf('rule', '/path', 1000)
  of('a').count = 3
  expect([
    of('a').count,
    of('b').count,
    known.counterOf('rule', '/other', 1000)('a').count,
    known.counterOf('rule', '/path', 1000)('a').count,
  ]).toEqual([3, 0, 0, 3])
  expect([of('a').name, of('a').key, known.counterOf('rule', '', 1000)('a').key]).toEqual(['rule', 'a /path', 'a'])
})

test('many keys evict an idle key, but not one that is used continuously', () => {
  const known = new MemoryCounts(MAX)
  const of = known.counterOf('rule', '', 1000)
  of('quiet').count = 1
  of('busy').count = 1
  for (let each = 0; each < 100; each += 1) {
    of(`other ${each}`).count = 1
    of('busy')
  }
  expect([of('busy').count, of('quiet').count]).toEqual([1, 0])
})

test('a key that was idle for a minute, or for the longest window, is evicted', () => {
  const known = new MemoryCounts(MAX)
  const [of, long] = [known.counterOf('rule', '', 1000), known.counterOf('long', '', 300_000)]
  of('a').count = 1
  long('a').count = 1
  known.evict(1_000_000)
  known.evict(1_299_999)
  expect([of('a').count, long('a').count]).toEqual([1, 1])
  known.evict(1_600_000)
  known.evict(1_900_000)
  expect([of('a').count, long('a').count]).toEqual([0, 0])
})

test('a stored count replaces the count in memory on its next use', () => {
  const known = new MemoryCounts(MAX)
  const of = known.counterOf('rule', '/path', 1000)
  of('a').count = 1
  known.load([
    { name: 'rule', key: 'a /path', count: 5, expires_at: new Date(7000) },
    { name: 'rule', key: 'b /later', count: 6, expires_at: new Date(8000) },
  ])
  expect([of('a').count, of('a').expiresAtMs, known.counterOf('rule', '/later', 1000)('b').count]).toEqual([5, 7000, 6])
})
