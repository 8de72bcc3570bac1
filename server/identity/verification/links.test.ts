import { expect, test } from 'vitest'
import { verificationLink, withQuery } from './links.ts'

test.each([
  [undefined, '%2F'],
  ['', '%2F'],
  ['/a?b=1&c=2', '%2Fa%3Fb%3D1%26c%3D2'],
  ['https://shop.example/a#b', 'https%3A%2F%2Fshop.example%2Fa%23b'],
])('a link with callbackURL %j contains %s', (callbackURL, encoded) => {
  const link = verificationLink('https://guildhall.test', 'a.b.c', callbackURL)
  expect(link).toBe(`https://guildhall.test/api/auth/verify-email?token=a.b.c&callbackURL=${encoded}`)
})

test.each([
  ['/a', '/a?error=x%20y'],
  ['/a?b=1', '/a?b=1&error=x%20y'],
  ['https://shop.example/a#b', 'https://shop.example/a?error=x%20y#b'],
  ['myapp://back?b=1#c', 'myapp://back?b=1&error=x%20y#c'],
])('the target %s with an error becomes %s', (target, expected) => {
  expect(withQuery(target, 'error', 'x y')).toBe(expected)
})
