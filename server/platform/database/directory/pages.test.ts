import { expect, test } from 'vitest'
import { checksumOf } from './pages.ts'

// A page with nothing but its header; test/faults/directory.test.ts compares checksums that the database wrote.
const page = (): Buffer => {
  const bytes = Buffer.from(new ArrayBuffer(8192))
  bytes.writeUInt16LE(24, 12)
  bytes.writeUInt16LE(8192, 14)
  return bytes
}

test('the checksum depends on every bit and on the page number, but not on the stored checksum', () => {
  const sum = checksumOf(page(), 7)
  const withChecksum = page()
  withChecksum.writeUInt16LE(sum, 8)
  expect(checksumOf(withChecksum, 7)).toBe(sum)
  expect(checksumOf(page(), 8)).not.toBe(sum)
  const other = page()
  other.writeUInt8(1, 8191)
  expect(checksumOf(other, 7)).not.toBe(sum)
})
