import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSettings, type SettingsFault } from '../config.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const discord = { DISCORD_CLIENT_ID: 'id', DISCORD_CLIENT_SECRET: 'a secret', DISCORD_BOT_TOKEN: 'a token' }
const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'a secret', GITHUB_APP_ID: '4711', GITHUB_APP_PRIVATE_KEY: rsa }

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    return (error as SettingsFault).faults
  }
}

test('neither a bot nor an app is configured by default', () => {
  const { DISCORD_BOT_TOKEN, GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY } = readSettings({})
  expect([DISCORD_BOT_TOKEN, GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY]).toEqual([undefined, undefined, undefined])
})

test('a private key is read with line breaks, or in one line', () => {
  for (const text of [rsa, rsa.replaceAll('\n', '\\n')])
    expect(readSettings({ ...github, GITHUB_APP_PRIVATE_KEY: text }).GITHUB_APP_PRIVATE_KEY).toBe(rsa)
})

test.each([
  ['a key of a curve', { ...github, GITHUB_APP_PRIVATE_KEY: curve }, 'GITHUB_APP_PRIVATE_KEY must be the .pem file from GitHub'],
  ['a key that is none', { ...github, GITHUB_APP_PRIVATE_KEY: 'key' }, 'GITHUB_APP_PRIVATE_KEY must be the .pem file from GitHub'],
  ['a bot without its client', { DISCORD_BOT_TOKEN: 'a token' }, 'DISCORD_CLIENT_ID is missing, while DISCORD_BOT_TOKEN is set.'],
  [
    'an app without its client',
    { GITHUB_APP_ID: '1', GITHUB_APP_PRIVATE_KEY: rsa },
    'GITHUB_CLIENT_ID is missing, while GITHUB_APP_ID is set.',
  ],
])('%s is a fault that names the setting and not its value', (_, environment, fault) => {
  const [first] = faultsOf(environment)
  expect(first).toContain(fault)
})

test('an app without its key, and a key without its app, are faults', () => {
  const { GITHUB_APP_ID: _id, ...withoutId } = github
  const { GITHUB_APP_PRIVATE_KEY: _key, ...withoutKey } = github
  expect(faultsOf(withoutId)).toEqual(['GITHUB_APP_ID is missing, while GITHUB_APP_PRIVATE_KEY is set.'])
  expect(faultsOf(withoutKey)).toEqual(['GITHUB_APP_PRIVATE_KEY is missing, while GITHUB_APP_ID is set.'])
  expect(faultsOf({ ...discord, ...github })).toEqual([])
})
