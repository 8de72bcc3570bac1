import { expect, test } from 'vitest'
import { isSlug } from './use-slug-check.ts'

test.each([
  ['a', true],
  ['a-b-1', true],
  ['', false],
  ['-a', false],
  ['a-', false],
  ['a--b', false],
  ['A', false],
  ['a'.repeat(65), false],
])('%j is a slug: %j', (slug, good) => {
  expect(isSlug(slug)).toBe(good)
})
