import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PublicCheckout } from '#client/types.ts'
import { announcedDestination, destinationOf } from './destination.ts'

const HERE = 'https://guildhall.example'
const SHOP = 'https://shop.example'

beforeEach(() => vi.stubGlobal('location', new URL(`${HERE}/checkout/co_cs_x`)))
afterEach(() => vi.unstubAllGlobals())

const checkout = (successUrl: string, embedOrigin: string | null) => ({ successUrl, embedOrigin }) as PublicCheckout

test('the page of the merchant gets the token of the customer, the confirmation here needs none', () => {
  expect(destinationOf(checkout(`${SHOP}/thanks`, null), 'token').href).toBe(`${SHOP}/thanks?customer_session_token=token`)
  expect(destinationOf(checkout(`${HERE}/checkout/co_cs_x/confirmation`, null), 'token').search).toBe('')
})

test.each([
  [SHOP, `${SHOP}/thanks?customer_session_token=token`],
  ['https://Shop.example', `${SHOP}/thanks?customer_session_token=token`],
  ['https://shop.example.evil.example', `${SHOP}/thanks`],
  ['https://evil.example', `${SHOP}/thanks`],
  [`${SHOP}:8443`, `${SHOP}/thanks`],
])('a page of %s around the frame is sent %s', (embedOrigin, announced) => {
  expect(announcedDestination(checkout(`${SHOP}/thanks`, embedOrigin), 'token').href).toBe(announced)
})
