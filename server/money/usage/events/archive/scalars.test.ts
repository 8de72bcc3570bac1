import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyOf } from '#kernel/metering/filter.ts'
import { rankOf, scalarsOf, topKey } from './scalars.ts'

test('numbers and their ranks have the same order', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(Math.sign(Number(rankOf(one) - rankOf(other)))).toBe(one === other ? 0 : one < other ? -1 : 1)
    }),
  )
  expect([rankOf(0), rankOf(-0), rankOf(-1) < 0n]).toEqual([0n, 0n, true])
})

test('each value is found by the path that a filter has for it, and by no other', () => {
  const key = fc.constantFrom('a', 'b', 'a.b', '0', 'length', '', '__proto__')
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      fc.constantFrom('x', 1.5, true, null),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
  }))
  const keys = ['a', 'b', '0', '1', 'length', '', '__proto__']
  const paths = keys.flatMap((one) => [
    one,
    ...keys.flatMap((other) => [`${one}.${other}`, ...keys.map((last) => `${one}.${other}.${last}`)]),
  ])
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 5 }), (entries) => {
      const metadata = Object.fromEntries(entries)
      const { texts, kinds } = scalarsOf(metadata)
      for (const path of paths) {
        const expected = propertyOf(`metadata.${path}`, { metadata })
        const isScalar = ['string', 'number', 'boolean'].includes(typeof expected)
        expect(Object.hasOwn(texts, path)).toBe(isScalar)
        if (isScalar) expect([texts[path], kinds[path]]).toEqual([String(expected), typeof expected])
      }
    }),
    { numRuns: 200 },
  )
})

test('a key with a dot is found at the top alone', () => {
  const { texts } = scalarsOf({ 'a.b': 'top', a: { b: 'inner', 'c.d': 'no' }, 'x.y': { z: 1 } })
  expect(texts).toEqual({ [topKey('a.b')]: 'top', 'a.b': 'inner' })
})
