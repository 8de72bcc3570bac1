import { expect, test } from 'vitest'
import { KnownCounts } from './known.ts'

const MOST = 10

test('a count is found again under its rule and scope, and under no other', () => {
  const known = new KnownCounts(MOST)
  const of = known.under('rule', '/path', 1000)
  of('a').count = 3
  expect([
    of('a').count,
    of('b').count,
    known.under('rule', '/other', 1000)('a').count,
    known.under('rule', '/path', 1000)('a').count,
  ]).toEqual([3, 0, 0, 3])
  expect([of('a').name, of('a').key, known.under('rule', '', 1000)('a').key]).toEqual(['rule', 'a /path', 'a'])
})

test('a crowd pushes out who has not asked for long, and nobody who goes on asking', () => {
  const known = new KnownCounts(MOST)
  const of = known.under('rule', '', 1000)
  of('quiet').count = 1
  of('busy').count = 1
  for (let each = 0; each < 100; each += 1) {
    of(`other ${each}`).count = 1
    of('busy')
  }
  expect([of('busy').count, of('quiet').count]).toEqual([1, 0])
})

test('who has not asked for a minute, or for the longest rule, is forgotten', () => {
  const known = new KnownCounts(MOST)
  const [of, long] = [known.under('rule', '', 1000), known.under('long', '', 300_000)]
  of('a').count = 1
  long('a').count = 1
  known.age(1_000_000)
  known.age(1_299_999)
  expect([of('a').count, long('a').count]).toEqual([1, 1])
  known.age(1_600_000)
  known.age(1_900_000)
  expect([of('a').count, long('a').count]).toEqual([0, 0])
})

test('what was written before is told once, and stands in place of what is known', () => {
  const known = new KnownCounts(MOST)
  const of = known.under('rule', '/path', 1000)
  of('a').count = 1
  known.takeOver([
    { name: 'rule', key: 'a /path', count: 5, expires_at: new Date(7000) },
    { name: 'rule', key: 'b /later', count: 6, expires_at: new Date(8000) },
  ])
  expect([of('a').count, of('a').expiresAtMs, known.under('rule', '/later', 1000)('b').count]).toEqual([5, 7000, 6])
})
