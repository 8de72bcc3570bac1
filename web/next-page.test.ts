import { expect, test } from 'vitest'
import { firstPage, nextPage } from './next-page.ts'

const origin = 'https://shop.test'

test.each([
  ['', '/dashboard'],
  ['?next=/dashboard/acme/products?page=2', '/dashboard/acme/products?page=2'],
  [`?next=${encodeURIComponent('/a?b=c#d')}`, '/a?b=c#d'],
  ['?next=https://evil.test', '/dashboard'],
  ['?next=//evil.test', '/dashboard'],
  ['?next=/\\evil.test', '/dashboard'],
  [`?next=${encodeURIComponent('/\t/evil.test')}`, '/dashboard'],
  [`?next=${encodeURIComponent('/\n\\evil.test')}`, '/dashboard'],
  ['?next=/..//evil.test', '/dashboard'],
  ['?next=/.//evil.test', '/dashboard'],
  ['?next=/x/..//evil.test', '/dashboard'],
  ['?next=/%252e%252e//evil.test', '/dashboard'],
  ['?next=/a//b', '/a//b'],
  ['?next=javascript:alert(1)', '/dashboard'],
  ['?next=/sign-in', '/dashboard'],
  ['?next=dashboard', '/dashboard'],
])('a sign-in with the query %j opens %s', (search, page) => {
  expect(nextPage(search, origin)).toBe(page)
})

test.each([
  ['', '/welcome'],
  ['?next=/invitations/7', '/invitations/7'],
  [`?next=${encodeURIComponent('/checkout/abc?a=b')}`, '/checkout/abc?a=b'],
  ['?next=/dashboard', '/welcome'],
  ['?next=/dashboard/acme', '/welcome'],
  ['?next=//evil.test', '/welcome'],
])('a sign-up with the query %j opens %s', (search, page) => {
  expect(firstPage(search, origin)).toBe(page)
})
