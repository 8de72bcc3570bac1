import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

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
