import { expect, test } from 'vitest'
import { readSettings } from '../config.ts'
import { settingWarnings } from './warnings.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'k3Zr9qLw2Vt8Xy1Bn6Mp4Hs7Jd5Fg0Ac',
  BASE_URL: 'https://shop.example',
  SMTP_URL: 'smtp://localhost:25',
  TRUST_PROXY: 'loopback',
}

function warnedOf(environment: Record<string, string>): string[] {
  return settingWarnings(readSettings(environment)).flatMap(({ values }) => Object.keys(values))
}

test.each([
  ['usual settings of production', PRODUCTION, []],
  ['an https URL without a trusted proxy', { ...PRODUCTION, TRUST_PROXY: '' }, ['TRUST_PROXY']],
  ['allowed IP addresses', { ...PRODUCTION, OUTBOUND_ALLOW: 'loopback' }, ['OUTBOUND_ALLOW']],
  ['a proxy for providers', { ...PRODUCTION, SOCIAL_ENDPOINT_PROXY: 'http://localhost:9' }, ['SOCIAL_ENDPOINT_PROXY']],
  ['a replacement of Stripe', { ...PRODUCTION, STRIPE_API_BASE: 'http://localhost:9' }, ['STRIPE_API_BASE']],
  ['no request limits', { ...PRODUCTION, RATE_LIMIT_ENABLED: 'false' }, ['RATE_LIMIT_ENABLED']],
  ['files on the disk of one of several instances', { ...PRODUCTION, DATABASE_URL: 'postgres://localhost/x' }, ['DATA_DIR']],
  ['usual settings of development', {}, []],
  ['a database server without a secret', { DATABASE_URL: 'postgres://localhost/x' }, ['DATA_DIR']],
])('the warnings of %s', (_, environment, expected) => {
  expect(warnedOf(environment)).toEqual(expected)
})
