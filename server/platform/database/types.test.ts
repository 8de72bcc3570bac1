import { expect, test } from 'vitest'
import { numberTypes } from './types.ts'

const TIMESTAMPTZ = 1184
const read = numberTypes.getTypeParser(TIMESTAMPTZ, 'text') as unknown as (text: string) => unknown
const readTexts = numberTypes.getTypeParser(1009, 'text') as unknown as (text: string) => unknown

test.each([
  ['in UTC', '2026-03-12 14:20:00.123+00', '2026-03-12T14:20:00.123Z'],
  ['without decimals', '2026-03-12 14:20:00+00', '2026-03-12T14:20:00.000Z'],
  ['with one decimal', '2026-03-12 14:20:00.1+00', '2026-03-12T14:20:00.100Z'],
  ['in the zone of another server', '2026-03-12 16:20:00.123+02', '2026-03-12T14:20:00.123Z'],
  ['in a zone of half an hour', '2026-03-12 19:50:00.123+05:30', '2026-03-12T14:20:00.123Z'],
  ['in microseconds', '2026-03-12 14:20:00.123456+00', '2026-03-12T14:20:00.123Z'],
  ['in a year of five digits', '10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
  ['before our era', '0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
])('a timestamp %s is parsed', (_, text, expected) => {
  expect((read(text) as Date).toISOString()).toBe(expected)
})

test('an infinite timestamp stays infinite', () => {
  expect([read('infinity'), read('-infinity')]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
})

test.each([
  ['no texts', '{}', []],
  ['plain texts', '{orders:read,products:write}', ['orders:read', 'products:write']],
  ['one text', '{order.paid}', ['order.paid']],
  ['an empty text', '{""}', ['']],
  ['texts with commas, quotes and backslashes', String.raw`{"a,b","say \"no\"","\\",c}`, ['a,b', 'say "no"', '\\', 'c']],
  ['a text with braces', '{"{x}"}', ['{x}']],
  ['nothing among texts', '{a,NULL}', ['a', null]],
  ['a text that reads like nothing', '{"NULL"}', ['NULL']],
  [
    'lists of texts',
    '{{a,b},{c,d}}',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
])('an array of %s is parsed', (_, text, expected) => {
  expect(readTexts(text)).toEqual(expected)
})
