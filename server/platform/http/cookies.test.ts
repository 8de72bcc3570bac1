import { expect, test } from 'vitest'
import { cookieText, parseCookies } from './cookies.ts'

test.each([
  ['a=1; b=2', { a: '1', b: '2' }],
  ['a=1; a=2', { a: '1' }],
  ['a=%3D%2F; b="quoted"', { a: '=/', b: 'quoted' }],
  ['a=x=y', { a: 'x=y' }],
  ['a=%00; b=%ZZ; =c; d', {}],
  ['', {}],
])('the cookies of "%s" are read', (header, expected) => {
  expect(Object.fromEntries(parseCookies(header))).toEqual(expected)
})

test('a cookie is written with the attributes that all have', () => {
  expect(cookieText('s', 'v', { maxAgeSeconds: 60, secure: true })).toBe('s=v; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax')
  expect(cookieText('s', '', { secure: false })).toBe('s=; Path=/; HttpOnly; SameSite=Lax')
})

test('a cookie that would outlive 34,560,000 seconds is a mistake', () => {
  expect(() => cookieText('s', 'v', { maxAgeSeconds: 34_560_001, secure: false })).toThrow('too long')
})
