import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Elin Sandberg', 'ES'],
  ['Bas de Groot', 'BG'],
  ['Plover & Co', 'P'],
  ['Ironleaf', 'I'],
  ['jonas.weber@example.com', 'JW'],
  ['', ''],
  ['  ', ''],
  ['Émile Zola', 'ÉZ'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
