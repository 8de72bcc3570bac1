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
])('%j is %j', (name, letters) => {
  expect(initialsOf(name)).toBe(letters)
})
