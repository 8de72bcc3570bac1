import { expect, test } from 'vitest'
import { checksumOf } from './pages.ts'

// A page with nothing but its header; sums that the database itself wrote are compared in test/faults/directory.test.ts.
const page = (): Buffer => {
  const bytes = Buffer.from(new ArrayBuffer(8192))
  bytes.writeUInt16LE(24, 12)
  bytes.writeUInt16LE(8192, 14)
  return bytes
}

test('the sum of a page depends on every bit, and on which page it is, but not on the sum that it carries', () => {
  const sum = checksumOf(page(), 7)
  const carrying = page()
  carrying.writeUInt16LE(sum, 8)
  expect(checksumOf(carrying, 7)).toBe(sum)
  expect(checksumOf(page(), 8)).not.toBe(sum)
  const other = page()
  other.writeUInt8(1, 8191)
  expect(checksumOf(other, 7)).not.toBe(sum)
})
