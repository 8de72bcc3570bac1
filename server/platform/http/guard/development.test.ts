import { expect, test } from 'vitest'
import type { RequestInfo } from '../request.ts'
import { isDevelopmentOpen } from './development.ts'

const settings = { isProduction: false, SMTP_URL: undefined, BASE_URL: 'http://localhost:3000' }

function facts(headers: Record<string, string>, address = '127.0.0.1'): RequestInfo {
  return { id: '', method: 'GET', path: '/dev/mail', address, userAgent: null, headers, cookies: new Map(), language: 'en' }
}

test('the development pages are open to this machine', () => {
  expect(isDevelopmentOpen(settings, facts({ host: 'localhost:3000' }))).toBe(true)
  expect(isDevelopmentOpen(settings, facts({ host: '[::1]:3000' }, '::1'))).toBe(true)
})

test.each([
  ['in production', { isProduction: true }, { host: 'localhost' }, '127.0.0.1'],
  ['with a mail server', { SMTP_URL: 'smtp://mail.test' }, { host: 'localhost' }, '127.0.0.1'],
  ['with a public address', { BASE_URL: 'https://site.test' }, { host: 'localhost' }, '127.0.0.1'],
  ['for another machine', {}, { host: 'localhost' }, '10.0.0.2'],
  ['through a proxy', {}, { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
  ['through a proxy that says so by another name', {}, { host: 'localhost', forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
  ['under a name that a foreign page made point here', {}, { host: 'evil.test:3000' }, '127.0.0.1'],
  ['without a host', {}, {}, '127.0.0.1'],
])('they are closed %s', (_, changed, headers, address) => {
  expect(isDevelopmentOpen({ ...settings, ...changed }, facts(headers as Record<string, string>, address))).toBe(false)
})
