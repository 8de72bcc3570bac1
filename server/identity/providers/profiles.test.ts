// The user in the profile of each provider. An email is verified only by the provider's own claim about it.
import { expect, test } from 'vitest'
import { readSettings } from '#platform/config.ts'
import type { ProviderId, ProviderUser } from './model.ts'
import { providerUser, textAt } from './profile-fields.ts'
import type { Json } from './provider.ts'
import { registry } from './registry.ts'

interface Profile {
  readonly claims?: Json
  readonly profile?: unknown
  readonly emails?: unknown
  readonly email?: unknown
  readonly userField?: string
  readonly issuer?: string
}

function userOf(id: ProviderId, sent: Profile): ProviderUser | null {
  const settings = readSettings(sent.issuer === undefined ? {} : { GITLAB_ISSUER: sent.issuer })
  const { claims = {}, profile, emails, email, userField } = sent
  return registry[id].toUser({ claims, responses: { profile, emails, email }, userField, client: { id: 'c', secret: 's', settings } })
}

const email = 'Ada@Example.test'
const claims = { sub: '7', email, name: 'Ada' }
const verified = { ...claims, email_verified: true }
const gitlab = { id: 7, state: 'active', email, name: 'Ada', confirmed_at: '2024-01-01T00:00:00Z' }

const cases: readonly (readonly [ProviderId, string, Profile, boolean])[] = [
  ['google', 'claims that it is verified', { claims: verified }, true],
  ['google', 'claims nothing', { claims }, false],
  ['google', 'claims it as a text', { claims: { ...claims, email_verified: 'true' } }, false],
  ['apple', 'claims that it is verified', { claims: verified }, true],
  ['apple', 'claims it as a text', { claims: { ...claims, email_verified: 'true' } }, true],
  ['apple', 'denies it as a text', { claims: { ...claims, email_verified: 'false' } }, false],
  ['apple', 'claims nothing', { claims }, false],
  ['microsoft', 'sends the claim of OpenID providers', { claims: verified }, false],
  ['microsoft', 'claims that the domain owner is verified', { claims: { ...claims, xms_edov: true } }, true],
  ['microsoft', 'claims that as a number', { claims: { ...claims, xms_edov: 1 } }, true],
  ['microsoft', 'denies that', { claims: { ...claims, xms_edov: '0' } }, false],
  ['microsoft', 'lists it', { claims: { ...claims, verified_primary_email: ['ada@example.test'] } }, true],
  ['microsoft', 'lists another one', { claims: { ...claims, verified_primary_email: ['eve@example.test'] } }, false],
  ['facebook', 'claims nothing', { profile: { id: '7', name: 'Ada', email } }, false],
  ['facebook', 'claims it in a Limited Login', { claims: verified }, false],
  ['linkedin', 'claims that it is verified', { profile: verified }, true],
  ['linkedin', 'denies it', { profile: { ...claims, email_verified: 'false' } }, false],
  ['twitch', 'claims that it is verified', { claims: { ...verified, preferred_username: 'Ada' } }, true],
  ['twitch', 'claims nothing', { claims }, false],
  ['gitlab', 'confirmed it', { profile: gitlab }, true],
  ['gitlab', 'has not confirmed it', { profile: { ...gitlab, confirmed_at: null } }, false],
  ['gitlab', 'is self-hosted and confirms every email', { profile: gitlab, issuer: 'https://git.example.test' }, false],
  ['gitlab', 'claims it in its id token', { profile: gitlab, claims: verified, issuer: 'https://git.example.test' }, true],
  [
    'gitlab',
    'claims it of another email',
    { profile: gitlab, claims: { ...verified, email: 'eve@example.test' }, issuer: 'https://git.example.test' },
    false,
  ],
  ['discord', 'claims that it is verified', { profile: { id: '7', username: 'ada', email, verified: true } }, true],
  ['discord', 'denies it', { profile: { id: '7', username: 'ada', email, verified: false } }, false],
  ['github', 'claims that it is verified', { profile: { id: 7, login: 'ada' }, emails: [{ email, primary: true, verified: true }] }, true],
  ['github', 'denies it', { profile: { id: 7, login: 'ada' }, emails: [{ email, primary: true, verified: false }] }, false],
  ['github', 'only displays it', { profile: { id: 7, login: 'ada', email }, emails: undefined }, false],
  [
    'github',
    'claims it of another email',
    { profile: { id: 7, login: 'ada', email }, emails: [{ email: 'eve@example.test', primary: false, verified: true }] },
    false,
  ],
  ['spotify', 'claims nothing', { profile: { id: '7', email } }, false],
  ['kick', 'claims nothing', { profile: { data: [{ user_id: 7, name: 'Ada', email }] } }, false],
  ['dropbox', 'claims that it is verified', { profile: { account_id: '7', email, email_verified: true } }, true],
  ['dropbox', 'denies it', { profile: { account_id: '7', email, email_verified: false } }, false],
  ['twitter', 'confirmed it', { profile: { data: { id: '7', name: 'Ada' } }, email: { data: { confirmed_email: email } } }, true],
  ['vk', 'claims that the user is verified', { profile: { user: { user_id: '7', first_name: 'Ada', email, verified: true } } }, false],
  ['zoom', 'claims that it is verified', { profile: { id: '7', email, verified: 1 } }, true],
  ['zoom', 'denies it', { profile: { id: '7', email, verified: 0 } }, false],
]

test.each(cases)('the verification of an email is read correctly when %s %s', (id, _, sent, isVerified) => {
  expect(userOf(id, sent)).toMatchObject({ accountId: '7', email: 'ada@example.test', emailVerified: isVerified })
})

test.each(['tiktok', 'reddit', 'roblox'] as const)('a user of %s has no email', (id) => {
  const profile = { sub: '7', id: '7', name: 'ada', email, verified: true, data: { user: { open_id: '7', email } } }
  expect(userOf(id, { profile })).toMatchObject({ accountId: '7', email: null, emailVerified: false })
})

test.each([
  ['blocked', { state: 'blocked' }],
  ['locked', { locked: true }],
  ['without a state', { state: undefined }],
])('a user who is %s at GitLab cannot sign in', (_, changed) => {
  expect(userOf('gitlab', { profile: { ...gitlab, ...changed } })).toBeNull()
})

test('only the name of Apple’s form field user is used', () => {
  const userField = JSON.stringify({ name: { firstName: 'Eve', lastName: '' }, email: 'eve@example.test', sub: '8', emailVerified: true })
  expect(userOf('apple', { claims, userField })).toEqual({
    accountId: '7',
    email: 'ada@example.test',
    emailVerified: false,
    name: 'Eve',
    image: null,
  })
})

test.each([
  ['an email with a line break', { id: '7', email: 'ada@example.test\r\nbcc: eve', names: ['Ada'] }, { email: null, emailVerified: false }],
  ['an email that is too long', { id: '7', email: `${'a'.repeat(250)}@example.test`, names: ['Ada'] }, { email: null }],
  ['a picture with a script URL', { id: '7', names: ['Ada'], image: 'javascript:alert(1)' }, { image: null }],
  ['a picture without https', { id: '7', names: ['Ada'], image: 'http://example.test/a.png' }, { image: null }],
  ['a name that is too long', { id: '7', names: ['a'.repeat(1000)] }, { name: 'a'.repeat(255) }],
  ['a profile without a name', { id: '7', email: 'ada@example.test', names: [' ', ''] }, { name: 'ada' }],
  ['a profile without name and email', { id: '7', names: [] }, { name: '', email: null }],
] as const)('%s is sanitized', (_, raw, expected) => {
  expect(providerUser({ isVerified: true, ...raw })).toMatchObject(expected)
})

test.each(['', 'x'.repeat(256)])('a profile without a usable id gives no user', (id) => {
  expect(providerUser({ id, names: ['Ada'] })).toBeNull()
})

test('numbers without an exact integer value are not read as ids', () => {
  expect([textAt({ id: 7 }, 'id'), textAt({ id: 2 ** 60 }, 'id'), textAt({ id: 1.5 }, 'id'), textAt({ id: true }, 'id')]).toEqual([
    '7',
    '',
    '',
    '',
  ])
})
