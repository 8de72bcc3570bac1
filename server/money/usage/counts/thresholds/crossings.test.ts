import { expect, test } from 'vitest'
import { isReached, thresholdsOf } from './crossings.ts'

const thresholds = thresholdsOf([
  ['tokens', '100'],
  ['tokens', '250.5'],
  ['calls', '1'],
])

test('thresholds are read by their meter', () => {
  expect([...thresholds]).toEqual([
    ['tokens', ['100', '250.5']],
    ['calls', ['1']],
  ])
  expect(thresholdsOf([]).size).toBe(0)
})

test.each([
  ['below it', 'tokens', '0', '99.999999999999', false],
  ['to it', 'tokens', '99', '100', true],
  ['to it, written otherwise', 'tokens', '99.5', '100.000000000000', true],
  ['from it', 'tokens', '100', '101', false],
  ['over it', 'tokens', '0.000000000000', '101', true],
  ['over two', 'tokens', '0', '1000', true],
  ['from between two over the second', 'tokens', '100', '250.500000000001', true],
  ['above both', 'tokens', '300', '301', false],
  ['back below it', 'tokens', '101', '99', false],
  ['below zero', 'tokens', '0', '-5', false],
  ['over that of another meter', 'images', '0', '1000', false],
])('usage that goes %s: %s, %s to %s is %s', (_, meterId, before, after, expected) => {
  expect(isReached(thresholds, { meterId, before, after })).toBe(expected)
})
