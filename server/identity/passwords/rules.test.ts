import { expect, test } from 'vitest'
import { refuseCommonPassword, refusePasswordLength, resetTarget } from './rules.ts'

const bounds = { minimum: 8, maximum: 128 }

test.each([
  ['1234567', 'Password too short'],
  ['😀😀😀😀😀😀😀', 'Password too short'],
  ['x'.repeat(129), 'Password too long'],
])('the password %j is refused: %s', (password, message) => {
  expect(() => refusePasswordLength(password, bounds)).toThrow(message)
})

test.each(['12345678', 'x'.repeat(128), '😀'.repeat(128)])('%j has an allowed length', (password) => {
  expect(() => refusePasswordLength(password, bounds)).not.toThrow()
})

const common = new Set(['trustno1', 'p@ssw0rd', 'fiancé12'])

test.each(['trustno1', 'TrustNo1', 'ｔｒｕｓｔｎｏ１', 'P@SSW0RD', 'FIANCE\u030112'])('%j is refused as a common password', (password) => {
  expect(() => refuseCommonPassword(password, common)).toThrow('Password is too common')
})

test.each(['trustno11', ' trustno1', 'correct horse battery'])('%j is not a common password', (password) => {
  expect(() => refuseCommonPassword(password, common)).not.toThrow()
})

const base = 'https://guildhall.test'
test.each([
  ['/reset-password', { token: 'abc' }, 'https://guildhall.test/reset-password?token=abc'],
  ['/a?b=1&c=2', { token: 'abc' }, 'https://guildhall.test/a?b=1&c=2&token=abc'],
  ['/a?token=old', { token: 'abc' }, 'https://guildhall.test/a?token=abc'],
  ['https://shop.example/a#b', { token: 'abc' }, 'https://shop.example/a?token=abc#b'],
  ['myapp://reset', { token: 'abc' }, 'myapp://reset?token=abc'],
  ['/reset-password', { error: 'INVALID_TOKEN' }, 'https://guildhall.test/reset-password?error=INVALID_TOKEN'],
  ['', { error: 'INVALID_TOKEN' }, 'https://guildhall.test/api/auth/error?error=INVALID_TOKEN'],
  ['', { token: 'abc' }, 'https://guildhall.test/api/auth/error?error=INVALID_TOKEN'],
])('the reset target %j with %j is %s', (target, result, expected) => {
  expect(resetTarget(base, target, result)).toBe(expected)
})
