import { expect, test } from 'vitest'
import { findPage } from './page-table.ts'

test.each([
  ['/', 'app', 200],
  ['/sign-in', 'auth', 200],
  ['/sign-in/', 'auth', 200],
  ['/sign-in/deeper', 'auth', 404],
  ['/error', 'auth', 200],
  ['/checkout/co_cs_x', 'checkout', 200],
  ['/buy/co_cl_x', 'checkout', 200],
  ['/buy', 'auth', 404],
  ['/checkout/co_cs_x/confirmation', 'checkout', 200],
  ['/checkout', 'auth', 404],
  ['/portal/northwind', 'portal', 200],
  ['/portal/northwind/orders/1', 'portal', 200],
  ['/portal', 'auth', 404],
  ['/embed/checkout/', 'auth', 404],
  ['/embed/checkout/co_cs_x/confirmation', 'auth', 404],
  ['/embed', 'auth', 404],
  ['/dashboard/acme/orders/1', 'app', 200],
  ['/account', 'app', 200],
  ['/dashboardx', 'auth', 404],
  ['/.env', 'auth', 404],
  ['/dev/mail', 'auth', 404],
])('%s is answered by %s with %d', (path, entry, status) => {
  expect(findPage(path, false)).toEqual({ entry, status })
})

test('the development pages are found where they are enabled', () => {
  expect(findPage('/dev/mail', true)).toEqual({ entry: 'dev', status: 200 })
})

test('only the embedded checkout is a page that another one may frame, by the origin that belongs to its client secret', () => {
  expect(findPage('/embed/checkout/co_cs_x/', false)).toEqual({ entry: 'checkout', status: 200, framedSecret: 'co_cs_x' })
})
