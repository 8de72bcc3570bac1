import { expect, test } from 'vitest'
import { metadataText, pairsOf } from './metadata.ts'

test('metadata is listed by the paths that filters name, with the values as they were sent', () => {
  const metadata = { tokens: 1500, cached: false, usage: { region: 'eu', input: { tokens: 20.5 } }, empty: {} }
  expect(pairsOf(metadata)).toEqual([
    ['cached', false],
    ['tokens', 1500],
    ['usage.input.tokens', 20.5],
    ['usage.region', 'eu'],
  ])
})

test('a row shows four pairs, numbers first, and that there are more', () => {
  expect(metadataText({})).toBe('')
  expect(metadataText({ model: 'small', tokens: 1500 })).toBe('tokens: 1500 · model: small')
  expect(metadataText({ a: 1, b: 2, c: 3, d: 4, e: 5 })).toBe('a: 1 · b: 2 · c: 3 · d: 4 · …')
})
