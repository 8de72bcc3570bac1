import { expect, test } from 'vitest'
import { readableSize } from './readable-size.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1_572_864, '1.5 MB'],
  [1_073_741_824, '1.0 GB'],
  [2 ** 60, '1024.0 PB'],
])('%i bytes read as %s', (bytes, expected) => {
  expect(readableSize(bytes)).toBe(expected)
})
