import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

function counting(most: number, make: (text: string) => string | undefined = (text) => `made of ${text}`) {
  const asked: string[] = []
  const make_ = (text: string): string | undefined => {
    asked.push(text)
    return make(text)
  }
  return { asked, of: memoize(most, make_) }
}

test('what was made once is not made again', () => {
  const { asked, of } = counting(2)
  expect([of('a'), of('b'), of('a')]).toEqual(['made of a', 'made of b', 'made of a'])
  expect(asked).toEqual(['a', 'b'])
})

test('what was asked for lately stays, and what was not is forgotten and made again', () => {
  const { asked, of } = counting(4)
  for (const text of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) of(text)
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('of whatever is asked for, only so much is kept', () => {
  const { asked, of } = counting(4)
  const texts = Array.from({ length: 20 }, (_, at) => `${at}`)
  for (const text of [...texts, ...texts.toReversed()]) of(text)
  const again = asked.slice(20)
  expect(20 - again.length).toBeGreaterThanOrEqual(2)
  expect(20 - again.length).toBeLessThanOrEqual(4)
})

test('nothing is not kept in mind, so it takes no room', () => {
  const { asked, of } = counting(1, (text) => (text === 'a' ? 'known' : undefined))
  expect([of('a'), of('x'), of('y'), of('x'), of('a')]).toEqual(['known', undefined, undefined, undefined, 'known'])
  expect(asked).toEqual(['a', 'x', 'y', 'x'])
})
