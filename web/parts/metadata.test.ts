import { expect, test } from 'vitest'
import { isSameMetadata, metadataOf, pairsOf, uniqueKeys } from './metadata.ts'

const metadata = { seats: 3, trial: true, crm_id: 'C-20418' }

test('unchanged values keep their types', () => {
  expect(metadataOf(pairsOf(metadata), metadata)).toEqual(metadata)
})

test('a changed value is text', () => {
  const pairs = pairsOf(metadata).map((pair) => (pair.key === 'seats' ? { ...pair, value: '4' } : pair))
  expect(metadataOf(pairs, metadata)).toEqual({ seats: '4', trial: true, crm_id: 'C-20418' })
})

test.each([
  ['without a change', pairsOf(metadata), true],
  ['in another order', [...pairsOf(metadata)].reverse(), true],
  ['with one less', pairsOf(metadata).slice(1), false],
  ['with another value', pairsOf({ ...metadata, seats: 4 }), false],
])('metadata %s is equal: %s', (_, pairs, same) => {
  expect(isSameMetadata(pairs, metadata)).toBe(same)
})

test('a pair into which nothing was typed is ignored', () => {
  const pairs = [...pairsOf(metadata), { id: 'new', key: ' ', value: '' }]
  expect(uniqueKeys({ missing: 'missing', duplicate: 'twice' })(pairs)).toBeUndefined()
  expect(metadataOf(pairs, metadata)).toEqual(metadata)
  expect(isSameMetadata(pairs, metadata)).toBe(true)
})

test('a missing key and a duplicate key are reported at their pairs', () => {
  const pairs = [
    { id: 'a', key: 'plan', value: '1' },
    { id: 'b', key: ' plan ', value: '2' },
    { id: 'c', key: ' ', value: '3' },
  ]
  expect(uniqueKeys({ missing: 'missing', duplicate: 'twice' })(pairs)).toEqual({ b: 'twice', c: 'missing' })
})
