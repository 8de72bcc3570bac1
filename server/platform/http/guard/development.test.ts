import { expect, test } from 'vitest'
import type { RequestInfo } from '../../request/request.ts'
import { isDevelopmentOpen } from './development.ts'

const settings = { isProduction: false, SMTP_URL: undefined, BASE_URL: 'http://localhost:3000' }

function requestFrom(headers: Record<string, string>, ipAddress = '127.0.0.1'): RequestInfo {
  return {
    id: '',
    method: 'GET',
    path: '/dev/mail',
    ipAddress,
    userAgent: null,
    headers,
    cookies: new Map(),
    language: 'en',
    buyerLanguage: 'en',
  }
}

test('the development pages are open to this machine', () => {
  expect(isDevelopmentOpen(settings, requestFrom({ host: 'localhost:3000' }))).toBe(true)
  expect(isDevelopmentOpen(settings, requestFrom({ host: '[::1]:3000' }, '::1'))).toBe(true)
})

test.each([
  ['in production', { isProduction: true }, { host: 'localhost' }, '127.0.0.1'],
  ['with a mail server', { SMTP_URL: 'smtp://mail.test' }, { host: 'localhost' }, '127.0.0.1'],
  ['with a public base URL', { BASE_URL: 'https://site.test' }, { host: 'localhost' }, '127.0.0.1'],
  ['for another machine', {}, { host: 'localhost' }, '10.0.0.2'],
  ['through a proxy', {}, { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
  ['through a proxy that uses another header', {}, { host: 'localhost', forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
  ['under a foreign host name that resolves to this machine (DNS rebinding)', {}, { host: 'evil.test:3000' }, '127.0.0.1'],
  ['without a host', {}, {}, '127.0.0.1'],
])('the development pages are closed %s', (_, changed, headers, ipAddress) => {
  expect(isDevelopmentOpen({ ...settings, ...changed }, requestFrom(headers as Record<string, string>, ipAddress))).toBe(false)
})
