import { expect, test } from 'vitest'
import { instantsOf, parseFilter, toRangeText } from './filter-values.ts'
import type { FilterKind } from './search.ts'

test.each<[FilterKind, string | undefined, unknown]>([
  ['one', undefined, undefined],
  ['several', 'paid,refunded', ['paid', 'refunded']],
  ['several', ',', undefined],
  ['has', 'yes', true],
  ['has', 'no', false],
  ['has', 'maybe', undefined],
  ['dates', '2026-03-01..2026-03-31', { from: '2026-03-01', to: '2026-03-31' }],
  ['dates', '..2026-03-31', { from: undefined, to: '2026-03-31' }],
  ['dates', '2026-13-99..', undefined],
  ['amounts', '1000..', { min: 1000, max: undefined }],
  ['amounts', '0..0', { min: 0, max: 0 }],
  ['amounts', 'many..', undefined],
  ['reference', '0190a1b2-0000-7000-8000-000000000001', '0190a1b2-0000-7000-8000-000000000001'],
  ['reference', 'no-id', '00000000-0000-0000-0000-000000000000'],
])('a filter of kind %s with the text %s has the value %j', (kind, text, value) => {
  expect(parseFilter(kind, text)).toEqual(value)
})

test('a range is written with two dots, and not at all without an end', () => {
  expect(toRangeText(1000, undefined)).toBe('1000..')
  expect(toRangeText(undefined, '2026-03-31')).toBe('..2026-03-31')
  expect(toRangeText(undefined, undefined)).toBeUndefined()
})

test('the last day of a range is included to its end', () => {
  const { createdAfter = '', createdBefore = '' } = instantsOf({ from: '2026-01-01', to: '2026-01-01' })
  expect(Date.parse(createdBefore) - Date.parse(createdAfter)).toBe(24 * 3600 * 1000)
})
