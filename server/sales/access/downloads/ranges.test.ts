import { expect, test } from 'vitest'
import { isBeginning, type RangeHeaders, select } from './ranges.ts'

const ETAG = '"e"'
const file = { size: 10, etag: ETAG }
const whole = { kind: 'whole' } as const
const part = (first: number, last: number) => ({ kind: 'part', range: { first, last } }) as const

test.each([
  ['no range', {}, whole],
  ['all bytes', { range: 'bytes=0-' }, part(0, 9)],
  ['the first byte', { range: 'bytes=0-0' }, part(0, 0)],
  ['bytes within', { range: 'bytes=2-5' }, part(2, 5)],
  ['the last byte', { range: 'bytes=9-9' }, part(9, 9)],
  ['bytes up to beyond the end', { range: 'bytes=8-99' }, part(8, 9)],
  ['the last three bytes', { range: 'bytes=-3' }, part(7, 9)],
  ['more last bytes than there are', { range: 'bytes=-99' }, part(0, 9)],
  ['no last byte', { range: 'bytes=-0' }, { kind: 'unsatisfiable' }],
  ['bytes from the end on', { range: 'bytes=10-' }, { kind: 'unsatisfiable' }],
  ['bytes beyond the end', { range: 'bytes=11-12' }, { kind: 'unsatisfiable' }],
  ['an inverted range', { range: 'bytes=5-2' }, whole],
  ['no positions', { range: 'bytes=-' }, whole],
  ['several ranges', { range: 'bytes=0-1,3-4' }, whole],
  ['another unit', { range: 'lines=0-1' }, whole],
  ['letters', { range: 'bytes=a-b' }, whole],
  ['a huge number', { range: `bytes=0-${'9'.repeat(400)}` }, whole],
  ['a range of this version', { range: 'bytes=2-5', 'if-range': ETAG }, part(2, 5)],
  ['a range of another version', { range: 'bytes=2-5', 'if-range': '"f"' }, whole],
  ['a range of a date', { range: 'bytes=2-5', 'if-range': 'Thu, 12 Mar 2026 14:20:00 GMT' }, whole],
  ['a version that the client has', { 'if-none-match': `"f", W/${ETAG}`, range: 'bytes=2-5' }, { kind: 'unchanged' }],
  ['any version', { 'if-none-match': '*' }, { kind: 'unchanged' }],
  ['a version that the client does not have', { 'if-none-match': '"f"' }, whole],
] as const satisfies readonly (readonly [string, RangeHeaders, ReturnType<typeof select>])[])(
  'a request with %s gets its part',
  (_, headers, expected) => {
    expect(select(headers, file)).toEqual(expected)
  },
)

test.each([
  ['the whole file', whole, true],
  ['a part from the first byte', part(0, 3), true],
  ['a later part', part(4, 9), false],
  ['nothing new', { kind: 'unchanged' }, false],
  ['nothing', { kind: 'unsatisfiable' }, false],
] as const)('%s begins a download: %s', (_, selection, expected) => {
  expect(isBeginning(selection)).toBe(expected)
})
