// What each provider says of a person, and what is believed of it: an address is verified by the provider's own claim about it alone.
import { expect, test } from 'vitest'
import { readSettings } from '#platform/config.ts'
import type { ProviderId, ProviderUser } from './model.ts'
import type { Json } from './provider.ts'
import { personFrom, textAt } from './reading.ts'
import { registry } from './registry.ts'

interface Said {
  readonly claims?: Json
  readonly profile?: unknown
  readonly emails?: unknown
  readonly address?: unknown
  readonly user?: string
  readonly issuer?: string
}

function personOf(id: ProviderId, said: Said): ProviderUser | null {
  const own = readSettings(said.issuer === undefined ? {} : { GITLAB_ISSUER: said.issuer })
  const { claims = {}, profile, emails, address, user } = said
  return registry[id].person({ claims, answers: { profile, emails, address }, user, client: { id: 'c', secret: 's', own } })
}

const email = 'Ada@Example.test'
const claims = { sub: '7', email, name: 'Ada' }
const verified = { ...claims, email_verified: true }
const gitlab = { id: 7, state: 'active', email, name: 'Ada', confirmed_at: '2024-01-01T00:00:00Z' }

const believed: readonly (readonly [ProviderId, string, Said, boolean])[] = [
  ['google', 'says so', { claims: verified }, true],
  ['google', 'says nothing', { claims }, false],
  ['google', 'says so as a text', { claims: { ...claims, email_verified: 'true' } }, false],
  ['apple', 'says so', { claims: verified }, true],
  ['apple', 'says so as a text', { claims: { ...claims, email_verified: 'true' } }, true],
  ['apple', 'says no as a text', { claims: { ...claims, email_verified: 'false' } }, false],
  ['apple', 'says nothing', { claims }, false],
  ['microsoft', 'says what OpenID providers say', { claims: verified }, false],
  ['microsoft', 'says that the domain’s owner was proven', { claims: { ...claims, xms_edov: true } }, true],
  ['microsoft', 'says that as a number', { claims: { ...claims, xms_edov: 1 } }, true],
  ['microsoft', 'says that it was not', { claims: { ...claims, xms_edov: '0' } }, false],
  ['microsoft', 'lists it', { claims: { ...claims, verified_primary_email: ['ada@example.test'] } }, true],
  ['microsoft', 'lists another one', { claims: { ...claims, verified_primary_email: ['eve@example.test'] } }, false],
  ['facebook', 'says nothing', { profile: { id: '7', name: 'Ada', email } }, false],
  ['facebook', 'says so in a limited login', { claims: verified }, false],
  ['linkedin', 'says so', { profile: verified }, true],
  ['linkedin', 'says no', { profile: { ...claims, email_verified: 'false' } }, false],
  ['twitch', 'says so', { claims: { ...verified, preferred_username: 'Ada' } }, true],
  ['twitch', 'says nothing', { claims }, false],
  ['gitlab', 'confirmed it', { profile: gitlab }, true],
  ['gitlab', 'has not confirmed it', { profile: { ...gitlab, confirmed_at: null } }, false],
  ['gitlab', 'is one’s own and confirms everybody', { profile: gitlab, issuer: 'https://git.example.test' }, false],
  ['gitlab', 'says so in its id token', { profile: gitlab, claims: verified, issuer: 'https://git.example.test' }, true],
  [
    'gitlab',
    'says so of another one',
    { profile: gitlab, claims: { ...verified, email: 'eve@example.test' }, issuer: 'https://git.example.test' },
    false,
  ],
  ['discord', 'says so', { profile: { id: '7', username: 'ada', email, verified: true } }, true],
  ['discord', 'says no', { profile: { id: '7', username: 'ada', email, verified: false } }, false],
  ['github', 'says so', { profile: { id: 7, login: 'ada' }, emails: [{ email, primary: true, verified: true }] }, true],
  ['github', 'says no', { profile: { id: 7, login: 'ada' }, emails: [{ email, primary: true, verified: false }] }, false],
  ['github', 'shows it only', { profile: { id: 7, login: 'ada', email }, emails: undefined }, false],
  [
    'github',
    'says so of another one',
    { profile: { id: 7, login: 'ada', email }, emails: [{ email: 'eve@example.test', primary: false, verified: true }] },
    false,
  ],
  ['spotify', 'says nothing', { profile: { id: '7', email } }, false],
  ['kick', 'says nothing', { profile: { data: [{ user_id: 7, name: 'Ada', email }] } }, false],
  ['dropbox', 'says so', { profile: { account_id: '7', email, email_verified: true } }, true],
  ['dropbox', 'says no', { profile: { account_id: '7', email, email_verified: false } }, false],
  ['twitter', 'confirmed it', { profile: { data: { id: '7', name: 'Ada' } }, address: { data: { confirmed_email: email } } }, true],
  ['vk', 'says that the person is verified', { profile: { user: { user_id: '7', first_name: 'Ada', email, verified: true } } }, false],
  ['zoom', 'says so', { profile: { id: '7', email, verified: 1 } }, true],
  ['zoom', 'says no', { profile: { id: '7', email, verified: 0 } }, false],
]

test.each(believed)('an address of which %s %s', (id, _, said, isVerified) => {
  expect(personOf(id, said)).toMatchObject({ accountId: '7', email: 'ada@example.test', emailVerified: isVerified })
})

test.each(['tiktok', 'reddit', 'roblox'] as const)('%s gives no address, and none is made up', (id) => {
  const profile = { sub: '7', id: '7', name: 'ada', email, verified: true, data: { user: { open_id: '7', email } } }
  expect(personOf(id, { profile })).toMatchObject({ accountId: '7', email: null, emailVerified: false })
})

test.each([
  ['blocked', { state: 'blocked' }],
  ['locked', { locked: true }],
  ['of no state', { state: undefined }],
])('somebody who is %s at GitLab does not come in', (_, changed) => {
  expect(personOf('gitlab', { profile: { ...gitlab, ...changed } })).toBeNull()
})

test('what Apple’s form says besides a name is not believed', () => {
  const user = JSON.stringify({ name: { firstName: 'Eve', lastName: '' }, email: 'eve@example.test', sub: '8', emailVerified: true })
  expect(personOf('apple', { claims, user })).toEqual({
    accountId: '7',
    email: 'ada@example.test',
    emailVerified: false,
    name: 'Eve',
    image: null,
  })
})

test.each([
  [
    'an address with a line break',
    { id: '7', email: 'ada@example.test\r\nbcc: eve', names: ['Ada'] },
    { email: null, emailVerified: false },
  ],
  ['an address that is too long', { id: '7', email: `${'a'.repeat(250)}@example.test`, names: ['Ada'] }, { email: null }],
  ['a picture that is a script', { id: '7', names: ['Ada'], image: 'javascript:alert(1)' }, { image: null }],
  ['a picture without https', { id: '7', names: ['Ada'], image: 'http://example.test/a.png' }, { image: null }],
  ['a name that is too long', { id: '7', names: ['a'.repeat(1000)] }, { name: 'a'.repeat(255) }],
  ['no name', { id: '7', email: 'ada@example.test', names: [' ', ''] }, { name: 'ada' }],
  ['neither name nor address', { id: '7', names: [] }, { name: '', email: null }],
] as const)('%s is not taken over', (_, found, expected) => {
  expect(personFrom({ isVerified: true, ...found })).toMatchObject(expected)
})

test.each(['', 'x'.repeat(256)])('a person without a usable id is nobody', (id) => {
  expect(personFrom({ id, names: ['Ada'] })).toBeNull()
})

test('numbers that lost digits are no ids', () => {
  expect([textAt({ id: 7 }, 'id'), textAt({ id: 2 ** 60 }, 'id'), textAt({ id: 1.5 }, 'id'), textAt({ id: true }, 'id')]).toEqual([
    '7',
    '',
    '',
    '',
  ])
})
