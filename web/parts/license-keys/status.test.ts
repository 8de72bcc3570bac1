import { expect, test } from 'vitest'
import { shownStatus } from './status.tsx'

const now = new Date('2026-11-26T10:00:00Z')

test.each([
  ['a key without an expiry', { status: 'granted', expiresAt: null }, 'granted'],
  ['a key that expires later', { status: 'granted', expiresAt: '2026-11-26T10:00:01Z' }, 'granted'],
  ['a key that expires now', { status: 'granted', expiresAt: '2026-11-26T10:00:00Z' }, 'expired'],
  ['a revoked key that has expired', { status: 'revoked', expiresAt: '2026-11-01T00:00:00Z' }, 'revoked'],
] as const)('%s is shown by what its software sees', (_, key, status) => {
  expect(shownStatus(key, now)).toBe(status)
})
