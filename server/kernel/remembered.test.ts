import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

function counting(most: number, make: (text: string) => string | undefined = (text) => `made of ${text}`) {
  const asked: string[] = []
  const make_ = (text: string): string | undefined => {
    asked.push(text)
    return make(text)
  }
  return { asked, of: remembered(most, make_) }
}

test('what was made once is not made again', () => {
  const { asked, of } = counting(2)
  expect([of('a'), of('b'), of('a')]).toEqual(['made of a', 'made of b', 'made of a'])
  expect(asked).toEqual(['a', 'b'])
})

test('beyond the most, the oldest is forgotten and made again', () => {
  const { asked, of } = counting(2)
  for (const text of ['a', 'b', 'c', 'c', 'b', 'a']) of(text)
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
})

test('nothing is not kept in mind, so it takes no room', () => {
  const { asked, of } = counting(1, (text) => (text === 'a' ? 'known' : undefined))
  expect([of('a'), of('x'), of('y'), of('x'), of('a')]).toEqual(['known', undefined, undefined, undefined, 'known'])
  expect(asked).toEqual(['a', 'x', 'y', 'x'])
})
