import { expect, test } from 'vitest'
import { codeExpiresAt, mayTry, newSessionCode, normalizeCode } from './rules.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')

test('a code has six characters without look-alikes, each equally likely', () => {
  const bytes = (size: number) => Uint8Array.from({ length: size }, (_, at) => [250, 255, 0, 24, 25, 249][at] ?? 1)
  expect(newSessionCode(bytes)).toBe('A9A9A9')
  const codes = Array.from({ length: 500 }, () => newSessionCode())
  for (const code of codes) expect(code).toMatch(/^[ACDEFGHJKMNPQRTUVWXY34679]{6}$/)
  expect(new Set(codes).size).toBeGreaterThan(495)
})

test('what people type is read in any case, with spaces and hyphens', () => {
  expect([normalizeCode(' k7q-t4x '), normalizeCode('K7 QT 4X')]).toEqual(['K7QT4X', 'K7QT4X'])
})

test.each([
  [0, 1799, true],
  [4, 0, true],
  [5, 0, false],
  [0, 1800, false],
])('after %i wrong codes and %i seconds a code may be tried: %s', (failedAttempts, seconds, expected) => {
  const now = new Date(NOON.getTime() + seconds * 1000)
  expect(mayTry({ expiresAt: codeExpiresAt(NOON), failedAttempts }, now)).toBe(expected)
})
