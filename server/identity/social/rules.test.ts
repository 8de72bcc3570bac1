import { expect, test } from 'vitest'
import {
  accountToUnlink,
  decideLinking,
  decideSignIn,
  emailOf,
  errorCodeOf,
  hasUsableAccountId,
  isRefreshDue,
  type ProviderSignIn,
  parseExpiry,
  profileOf,
  providerRefusal,
} from './rules.ts'

const account = (providerId: string, accountId: string) => ({ id: `${providerId} ${accountId}`, providerId, accountId }) as never
const password = account('credential', 'ada')
const github = account('github', '7')

test.each([
  ['a provider that is linked', [password, github], 'github', undefined, false, 'github 7'],
  ['by its id there', [password, github], 'github', '7', false, 'github 7'],
  ['the password beside a provider', [password, github], 'credential', undefined, false, 'credential ada'],
  ['the last one where that is allowed', [github], 'github', undefined, true, 'github 7'],
] as const)('%s is unlinked', (_, accounts, providerId, accountId, mayUnlinkAll, id) => {
  expect(accountToUnlink(accounts, { providerId, accountId }, mayUnlinkAll).id).toBe(id)
})

test.each([
  ['the last one', [github], 'github', undefined, false, "You can't unlink your last account"],
  ['another than the last one', [github], 'google', undefined, false, "You can't unlink your last account"],
  ['one that is not linked', [password, github], 'google', undefined, false, 'Account not found'],
  ['another id there', [password, github], 'github', '8', false, 'Account not found'],
  ['any account, if none is left', [], 'github', undefined, true, 'Account not found'],
] as const)('%s is refused', (_, accounts, providerId, accountId, mayUnlinkAll, sentence) => {
  expect(() => accountToUnlink(accounts, { providerId, accountId }, mayUnlinkAll)).toThrow(sentence)
})

const verified = { isVerifiedAttended: true }
const unverified = { isVerifiedAttended: false }
const plain = { isTrusted: false, signUp: 'open' } as const
const trusted = { isTrusted: true, signUp: 'open' } as const
const onRequest = { isTrusted: false, signUp: 'on-request' } as const
const off = { isTrusted: false, signUp: 'off' } as const
const stranger: ProviderSignIn = {
  isLinked: false,
  holder: undefined,
  hasOtherAccount: false,
  email: 'ada@example.test',
  emailVerified: true,
  provider: plain,
  isSignUpRequested: false,
  isLinkingDisabled: false,
}
const linked = { kind: 'link', securesAccount: false, verifiesEmail: false }

test.each<[string, Partial<ProviderSignIn>, object]>([
  ['a linked account signs in', { isLinked: true, holder: verified }, { kind: 'sign-in' }],
  [
    'a linked account signs in with any email',
    { isLinked: true, holder: unverified, email: null, emailVerified: false },
    { kind: 'sign-in' },
  ],
  [
    'a linked account signs in if linking and sign-up are disabled',
    { isLinked: true, holder: verified, provider: off, isLinkingDisabled: true },
    { kind: 'sign-in' },
  ],
  ['a verified email that the provider claims as verified is linked', { holder: verified }, linked],
  ['a verified email of a trusted provider is linked', { holder: verified, emailVerified: false, provider: trusted }, linked],
  [
    'an unverified email is linked and verified, and its account is secured',
    { holder: unverified },
    { kind: 'link', securesAccount: true, verifiesEmail: true },
  ],
  [
    'an unverified email is secured also if the account has another link',
    { holder: unverified, hasOtherAccount: true },
    { kind: 'link', securesAccount: true, verifiesEmail: true },
  ],
  [
    'a trusted provider without a claim secures the account and does not verify the email',
    { holder: unverified, emailVerified: false, provider: trusted },
    { kind: 'link', securesAccount: true, verifiesEmail: false },
  ],
  ['linking does not depend on sign-up', { holder: verified, provider: off }, linked],
  ['a new user signs up', {}, { kind: 'sign-up' }],
  ['a new user with an unverified email signs up', { emailVerified: false }, { kind: 'sign-up' }],
  ['a new user signs up if linking is disabled', { isLinkingDisabled: true }, { kind: 'sign-up' }],
  [
    'a new user with requestSignUp signs up if sign-up is on request',
    { provider: onRequest, isSignUpRequested: true },
    { kind: 'sign-up' },
  ],
])('%s', (_, changes, decision) => {
  expect(decideSignIn({ ...stranger, ...changes })).toEqual(decision)
})

test.each<[string, Partial<ProviderSignIn>, string]>([
  ['a verified email that the provider does not claim as verified', { holder: verified, emailVerified: false }, 'account not linked'],
  ['an unverified email that the provider does not claim as verified', { holder: unverified, emailVerified: false }, 'account not linked'],
  ['a known email if linking is disabled', { holder: verified, isLinkingDisabled: true }, 'account not linked'],
  [
    'a known email of a trusted provider if linking is disabled',
    { holder: verified, isLinkingDisabled: true, provider: trusted },
    'account not linked',
  ],
  ['a second account of the provider with the same email', { holder: verified, hasOtherAccount: true }, 'account not linked'],
  ['a second account of a trusted provider', { holder: verified, hasOtherAccount: true, provider: trusted }, 'account not linked'],
  ['a new user if sign-up is disabled', { provider: off }, 'signup disabled'],
  ['a new user with requestSignUp if sign-up is disabled', { provider: off, isSignUpRequested: true }, 'signup disabled'],
  ['a new user without requestSignUp if sign-up is on request', { provider: onRequest }, 'signup disabled'],
  ['a new user without an email', { email: null }, 'User email not found'],
])('%s is refused', (_, changes, sentence) => {
  expect(() => decideSignIn({ ...stranger, ...changes })).toThrow(sentence)
})

test('an account can be linked by a signed-in user, again by the same user, and never by another one', () => {
  expect([decideLinking(undefined, 'ada'), decideLinking('ada', 'ada')]).toEqual(['new', 'known'])
  expect(() => decideLinking('bob', 'ada')).toThrow('account_already_linked_to_different_user')
})

test.each([
  ['Ada@Example.Test', 'ada@example.test'],
  [' ada@example.test ', 'ada@example.test'],
  ['ada@exämple.test', 'ada@xn--exmple-cua.test'],
  ['ädä@example.test', null],
  ['ada', null],
  ['', null],
  [null, null],
])('the email %j is stored as %j', (email, stored) => {
  expect(emailOf({ email })).toBe(stored)
})

test.each([
  ['Ada', 'https://img.test/a.png', 'Ada', 'https://img.test/a.png'],
  [' A\0da\ud800 ', null, 'Ada\ufffd', null],
  ['', 'http://img.test/a.png', 'ada', null],
  ['x'.repeat(300), 'javascript:alert(1)', 'x'.repeat(255), null],
  ['Ada', `https://img.test/${'a'.repeat(2083)}`, 'Ada', null],
  ['Ada', 'https://img.test/\0', 'Ada', null],
])('the profile of a new user with the name %j and the picture %j', (name, image, storedName, storedImage) => {
  expect(profileOf({ name, image }, 'ada@example.test')).toEqual({ name: storedName, image: storedImage })
})

test('an account without an id, or with one that cannot be stored, is not usable', () => {
  expect(['7', '', 'a\0', 'x'.repeat(1025), '\ud800'].map((accountId) => hasUsableAccountId({ accountId }))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

const now = new Date('2026-03-12T14:20:00.000Z')

test.each([
  [null, true],
  [-1, true],
  [4999, true],
  [5000, false],
  [3_600_000, false],
])('a token that ends %j ms from now is due: %j', (ms, due) => {
  expect(isRefreshDue(ms === null ? null : new Date(now.getTime() + ms), now)).toBe(due)
})

test.each([
  [1_773_325_200, '2026-03-12T14:20:00.000Z'],
  [1_773_325_200_000, '2026-03-12T14:20:00.000Z'],
  [undefined, undefined],
  [0, undefined],
  [-5, undefined],
  [Number.NaN, undefined],
  [1e308, undefined],
])('the expiry %j of an app is parsed as %j', (changes, end) => {
  expect(parseExpiry(changes)?.toISOString()).toBe(end)
})

test('refusals become values of a URL, and contain the provider', () => {
  expect(errorCodeOf({ sentence: 'account not linked' })).toBe('account_not_linked')
  expect(errorCodeOf({ sentence: 'User email not found' })).toBe('email_not_found')
  const refusal = providerRefusal({ status: 400, sentence: 'Provider {x} is not supported.' }, "$&'x")
  expect([refusal.status, refusal.sentence]).toEqual([400, "Provider $&'x is not supported."])
})
