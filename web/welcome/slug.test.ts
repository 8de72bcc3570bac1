import { expect, test } from 'vitest'
import { isSlug, slugOf } from './slug.ts'

test.each([
  ['Northwind Tools', 'northwind-tools'],
  ['Ædna & Söns GmbH', 'aedna-sons-gmbh'],
  ['  Łódź -- Straße! ', 'lodz-strasse'],
  ['東京', ''],
  ['a'.repeat(60), 'a'.repeat(48)],
  [`${'a'.repeat(47)} b`, 'a'.repeat(47)],
])('%j becomes the address %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test.each([
  ['a', true],
  ['a-b-1', true],
  ['', false],
  ['-a', false],
  ['a-', false],
  ['a--b', false],
  ['A', false],
  ['a'.repeat(49), false],
])('%j is an address: %j', (slug, good) => {
  expect(isSlug(slug)).toBe(good)
})
