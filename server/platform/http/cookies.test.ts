import { expect, test } from 'vitest'
import { cookieValues } from '#kernel/request/cookie-values.ts'
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

test('all values of a cookie that was sent more than once can be read', () => {
  const cookies = parseCookies('a=1; b=2; a=3; a=%ZZ; a=4')
  expect(['a', 'b', 'c'].map((name) => cookieValues(cookies, name))).toEqual([['1', '3', '4'], ['2'], []])
})

test('a cookie is written with the default attributes', () => {
  expect(cookieText('s', 'v', { maxAgeSeconds: 60, secure: true })).toBe('s=v; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax')
  expect(cookieText('s', '', { secure: false })).toBe('s=; Path=/; HttpOnly; SameSite=Lax')
})

test('a cookie with a lifetime over 34,560,000 seconds throws', () => {
  expect(() => cookieText('s', 'v', { maxAgeSeconds: 34_560_001, secure: false })).toThrow('too long')
})
