import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSettings, type SettingsFault } from '../config.ts'
import { type ProviderPrefix, providerNames } from './provider-settings.ts'

const prefixes = Object.keys(providerNames) as ProviderPrefix[]
const pem = (namedCurve: string) =>
  generateKeyPairSync('ec', {
    namedCurve,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey
const key = pem('P-256')

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    return (error as SettingsFault).faults
  }
}

test('there are eighteen providers, and none is configured by default', () => {
  expect(prefixes).toHaveLength(18)
  const settings = readSettings({})
  for (const prefix of prefixes)
    expect([settings[`${prefix}_CLIENT_ID`], settings[`${prefix}_CLIENT_SECRET`], settings[`${prefix}_DISABLE_SIGN_UP`]]).toEqual([
      undefined,
      undefined,
      false,
    ])
})

test.each(prefixes)('%s needs its id and its secret, and the fault names the missing one', (prefix) => {
  const both = { [`${prefix}_CLIENT_ID`]: 'id', [`${prefix}_CLIENT_SECRET`]: 'a secret' }
  expect(faultsOf(both)).toEqual([])
  for (const [name, value] of Object.entries(both)) {
    const [fault, ...more] = faultsOf({ [name]: value })
    expect(more).toEqual([])
    expect(fault).toMatch(new RegExp(`^${prefix}_CLIENT_(ID|KEY|SECRET)\\b.* is missing`))
    expect(fault).not.toContain('a secret')
  }
})

test('Apple needs a client secret or all settings to generate one', () => {
  const parts = { APPLE_TEAM_ID: 'T', APPLE_KEY_ID: 'K', APPLE_PRIVATE_KEY: key }
  expect(faultsOf({ APPLE_CLIENT_ID: 'id', ...parts })).toEqual([])
  expect(faultsOf({ APPLE_CLIENT_ID: 'id', ...parts, APPLE_KEY_ID: '' })).toEqual([expect.stringMatching(/^APPLE_KEY_ID is missing/)])
  expect(faultsOf(parts)).toEqual([expect.stringMatching(/^APPLE_CLIENT_ID is missing/)])
  expect(faultsOf({ APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'T' })).toHaveLength(3)
})

test('a key with escaped line breaks is parsed; another kind of key is refused, and not printed', () => {
  const parts = { APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'T', APPLE_KEY_ID: 'K' }
  expect(readSettings({ ...parts, APPLE_PRIVATE_KEY: key.replaceAll('\n', '\\n') }).APPLE_PRIVATE_KEY).toBe(key)
  for (const wrong of ['no key', pem('P-384')]) {
    const [fault] = faultsOf({ ...parts, APPLE_PRIVATE_KEY: wrong })
    expect(fault).toMatch(/^APPLE_PRIVATE_KEY must be the \.p8 file/)
    expect(fault).not.toContain(wrong)
  }
})

test('the client key of TikTok counts as its client id', () => {
  expect(faultsOf({ TIKTOK_CLIENT_KEY: 'key', TIKTOK_CLIENT_SECRET: 'secret' })).toEqual([])
  expect(faultsOf({ TIKTOK_CLIENT_KEY: 'key' })).toEqual([
    expect.stringMatching(/^TIKTOK_CLIENT_SECRET is missing, while TIKTOK_CLIENT_KEY is set/),
  ])
})

test.each([
  ['GITLAB_ISSUER', 'https://git.example.test/gitlab/', 'https://git.example.test/gitlab'],
  ['GITLAB_ISSUER', 'http://git.example.test', undefined],
  ['GITLAB_ISSUER', 'https://user@git.example.test', undefined],
  ['GITLAB_ISSUER', 'https://git.example.test/?a', undefined],
  ['MICROSOFT_TENANT', 'contoso.onmicrosoft.com', undefined],
  ['MICROSOFT_TENANT', '72f988bf-86f1-41af-91ab-2d7cd011db47', '72f988bf-86f1-41af-91ab-2d7cd011db47'],
  ['MICROSOFT_TENANT', '../evil', undefined],
  ['VK_LANGUAGE', '82', 82],
  ['VK_LANGUAGE', 'GERMAN', 6],
  ['VK_LANGUAGE', '2', undefined],
  ['TRUSTED_PROVIDERS', 'Google, github', ['google', 'github']],
  ['TRUSTED_PROVIDERS', 'google,facebok', undefined],
  ['SOCIAL_ENDPOINT_PROXY', 'http://127.0.0.1:4100', 'http://127.0.0.1:4100'],
  ['SOCIAL_ENDPOINT_PROXY', 'http://127.0.0.1:4100/path', undefined],
] as const)('%s=%s is parsed as %o', (name, text, value) => {
  if (value === undefined) expect(faultsOf({ [name]: text })).toEqual([expect.stringMatching(`^${name} `)])
  else expect(readSettings({ [name]: text })[name]).toEqual(value)
})
