import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, SettingsFault } from './config.ts'

const SECRET = 'a random text of more than 32 characters'
const PRODUCTION = { NODE_ENV: 'production', AUTH_SECRET: SECRET, BASE_URL: 'https://shop.test', SMTP_URL: 'smtp://mail.test' }

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsFault) return error.faults
    throw error
  }
}

test('nothing needs to be set outside production', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    BASE_URL: 'http://localhost:3000',
    DATA_DIR: './data',
    DATABASE_URL: undefined,
    OUTBOUND_ALLOW: ['loopback'],
    RATE_LIMIT_ENABLED: true,
    TRUST_PROXY: { hops: 0, networks: [] },
    isProduction: false,
    hasSecureCookies: false,
  })
  expect(readSettings({ PORT: '4123' }).BASE_URL).toBe('http://localhost:4123')
})

test('production requires secret, base URL and mail server, and all faults are reported at once', () => {
  expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
    'AUTH_SECRET is required in production.',
    'SMTP_URL is required in production.',
    'BASE_URL is required in production.',
  ])
  expect(readSettings(PRODUCTION)).toMatchObject({ isProduction: true, hasSecureCookies: true, OUTBOUND_ALLOW: ['none'] })
})

test.for([
  'change-me',
  'better-auth-secret-123456789',
  'please-change-this-to-32-random-characters',
  'Change_Me-change_me-change_me-change_me',
  'your-secret-key-of-thirty-two-characters',
  'x'.repeat(31),
  'x'.repeat(64),
])('the secret %s is a fault in production', (secret) => {
  expect(faultsOf({ ...PRODUCTION, AUTH_SECRET: secret })).toEqual(['AUTH_SECRET must be a random text of at least 32 characters.'])
})

test.for(['', 'short', 'x'.repeat(64)])('an empty SERVICE_TOKEN counts as unset, and a weak one (%j) is a fault in production', (token) => {
  const fault = 'SERVICE_TOKEN must be a random text of at least 32 characters.'
  expect(faultsOf({ ...PRODUCTION, SERVICE_TOKEN: token })).toEqual(token === '' ? [] : [fault])
  if (token === '') expect(readSettings({ ...PRODUCTION, SERVICE_TOKEN: token }).SERVICE_TOKEN).toBeUndefined()
})

test('a long random SERVICE_TOKEN is accepted', () => {
  expect(readSettings({ ...PRODUCTION, SERVICE_TOKEN: SECRET }).SERVICE_TOKEN).toBe(SECRET)
})

test('an invalid BASE_URL is one fault, without a second one for its scheme', () => {
  expect(faultsOf({ ...PRODUCTION, BASE_URL: 'https://shop.test/path' })).toEqual([expect.stringMatching(/without path/)])
})

test('http in production needs ALLOW_HTTP', () => {
  expect(faultsOf({ ...PRODUCTION, BASE_URL: 'http://shop.test' })).toHaveLength(1)
  expect(faultsOf({ ...PRODUCTION, BASE_URL: 'http://shop.test', ALLOW_HTTP: 'true' })).toEqual([])
})

test.for([
  ['BASE_URL', 'https://shop.test/path'],
  ['BASE_URL', 'https://user@shop.test'],
  ['BASE_URL', 'https://shop.test?a=1'],
  ['BASE_URL', 'shop.test'],
  ['BASE_URL', 'javascript:alert(1)'],
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['DATABASE_URL', 'mysql://x'],
  ['EVENTS_CLICKHOUSE_URL', 'https://user:password@host:8443'],
  ['EVENTS_CLICKHOUSE_URL', 'clickhouse://host/usage'],
  ['EVENTS_CLICKHOUSE_URL', 'https://host/usage?database=other'],
  ['TRUST_PROXY', 'everything'],
  ['LOG_LEVEL', 'loud'],
  ['OUTBOUND_ALLOW', '%'],
  ['OUTBOUND_ALLOW', ','],
  ['OUTBOUND_ALLOW', 'none, loopback'],
  ['OUTBOUND_ALLOW', 'https://hooks.internal'],
  ['OUTBOUND_ALLOW', 'hooks.internal:8080'],
  ['OUTBOUND_ALLOW', '*.internal'],
  ['OUTBOUND_ALLOW', '-hooks.internal'],
  ['OUTBOUND_ALLOW', '10.0.0.256'],
  ['OUTBOUND_ALLOW', '10.1'],
  ['OUTBOUND_ALLOW', '10.0.0.0/33'],
  ['OUTBOUND_ALLOW', 'hooks.internal/8'],
  ['OUTBOUND_ALLOW', 'fe80::1%eth0'],
  ['OUTBOUND_ALLOW', 'loopback; 10.0.0.0/8'],
  ['RATE_LIMIT_ENABLED', 'perhaps'],
  ['COOKIE_PREFIX', 'a b'],
  ['SESSION_EXPIRES_IN', '34560001'],
  ['NODE_ENV', 'prod'],
])('%s=%s is a fault that names the setting', ([name = '', value = '']) => {
  expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} `))])
})

test('a fault never contains a secret', () => {
  expect(faultsOf({ DATABASE_URL: 'mysql://root:geheim@db' }).join('')).not.toContain('geheim')
})

test('a setting can be read from a file and by its aliases', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-config-'))
  writeFileSync(join(folder, 'secret'), `${SECRET}\n`)
  expect(readSettings({ AUTH_SECRET_FILE: join(folder, 'secret') }).AUTH_SECRET).toBe(SECRET)
  rmSync(folder, { recursive: true })
  expect(readSettings({ BETTER_AUTH_SECRET: SECRET, BETTER_AUTH_URL: 'https://a.test' })).toMatchObject({
    AUTH_SECRET: SECRET,
    BASE_URL: 'https://a.test',
  })
  expect(faultsOf({ SMTP_URL_FILE: '/nowhere/at/all' })).toEqual(['SMTP_URL_FILE names /nowhere/at/all, which cannot be read.'])
})

test.for([
  ['loopback', { hops: 0, networks: ['127.0.0.0/8', '::1/128'] }],
  ['2', { hops: 2, networks: [] }],
  ['10.0.0.0/8, 192.0.2.1,fd00::1', { hops: 0, networks: ['10.0.0.0/8', '192.0.2.1/32', 'fd00::1/128'] }],
] as [string, object][])('TRUST_PROXY=%s is parsed', ([text, proxies]) => {
  expect(readSettings({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(proxies)
})

test.for([
  ['none', ['none']],
  ['loopback', ['loopback']],
  ['Hooks.internal, localhost,_srv.shop-1.test', ['Hooks.internal', 'localhost', '_srv.shop-1.test']],
  ['10.1.2.3,10.0.0.0/8, ::1, fd00::/8,', ['10.1.2.3', '10.0.0.0/8', '::1', 'fd00::/8']],
] as [string, string[]][])('OUTBOUND_ALLOW=%s is parsed', ([text, allowed]) => {
  expect(readSettings({ OUTBOUND_ALLOW: text }).OUTBOUND_ALLOW).toEqual(allowed)
})
