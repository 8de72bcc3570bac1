import { expect, test } from 'vitest'
import {
  type Arrival,
  aboutProvider,
  accountToUnlink,
  emailOf,
  endOf,
  entranceOf,
  errorOf,
  isDue,
  isKnowable,
  linkingOf,
  profileOf,
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
  ['any, where none is left', [], 'github', undefined, true, 'Account not found'],
] as const)('%s is refused', (_, accounts, providerId, accountId, mayUnlinkAll, sentence) => {
  expect(() => accountToUnlink(accounts, { providerId, accountId }, mayUnlinkAll)).toThrow(sentence)
})

const proven = { emailVerified: true }
const unproven = { emailVerified: false }
const plain = { isTrusted: false, signUp: 'open' } as const
const trusted = { isTrusted: true, signUp: 'open' } as const
const onRequest = { isTrusted: false, signUp: 'on-request' } as const
const off = { isTrusted: false, signUp: 'off' } as const
const stranger: Arrival = {
  isLinked: false,
  holder: undefined,
  hasAnother: false,
  email: 'ada@example.test',
  emailVerified: true,
  provider: plain,
  isSignUpAsked: false,
  isLinkingDisabled: false,
}
const linked = { kind: 'link', isSecuring: false, isProving: false }

test.each<[string, Partial<Arrival>, object]>([
  ['an account that is known signs in', { isLinked: true, holder: proven }, { kind: 'sign-in' }],
  ['whatever its address', { isLinked: true, holder: unproven, email: null, emailVerified: false }, { kind: 'sign-in' }],
  ['and whatever is switched off', { isLinked: true, holder: proven, provider: off, isLinkingDisabled: true }, { kind: 'sign-in' }],
  ['a proven address that the provider says is theirs is linked', { holder: proven }, linked],
  ['so is one that a trusted provider names', { holder: proven, emailVerified: false, provider: trusted }, linked],
  ['one that nobody had proven is linked, proven and made safe', { holder: unproven }, { kind: 'link', isSecuring: true, isProving: true }],
  [
    'also where whoever made the account had linked one',
    { holder: unproven, hasAnother: true },
    { kind: 'link', isSecuring: true, isProving: true },
  ],
  [
    'a trusted provider that makes no claim makes it safe and proves nothing',
    { holder: unproven, emailVerified: false, provider: trusted },
    { kind: 'link', isSecuring: true, isProving: false },
  ],
  ['linking does not ask whether sign-up is open', { holder: proven, provider: off }, linked],
  ['somebody new signs up', {}, { kind: 'sign-up' }],
  ['also with an address that is not verified', { emailVerified: false }, { kind: 'sign-up' }],
  ['and where linking is off', { isLinkingDisabled: true }, { kind: 'sign-up' }],
  ['on request, where only that is allowed', { provider: onRequest, isSignUpAsked: true }, { kind: 'sign-up' }],
])('%s', (_, given, entrance) => {
  expect(entranceOf({ ...stranger, ...given })).toEqual(entrance)
})

test.each<[string, Partial<Arrival>, string]>([
  ['an address that the provider does not vouch for', { holder: proven, emailVerified: false }, 'account not linked'],
  ['the same of somebody who never proved it', { holder: unproven, emailVerified: false }, 'account not linked'],
  ['a known address where linking is off', { holder: proven, isLinkingDisabled: true }, 'account not linked'],
  ['even of a trusted provider', { holder: proven, isLinkingDisabled: true, provider: trusted }, 'account not linked'],
  ['a second account of the provider with their address', { holder: proven, hasAnother: true }, 'account not linked'],
  ['also of a trusted provider', { holder: proven, hasAnother: true, provider: trusted }, 'account not linked'],
  ['somebody new where sign-up is off', { provider: off }, 'signup disabled'],
  ['also on request', { provider: off, isSignUpAsked: true }, 'signup disabled'],
  ['somebody new who did not ask, where they must', { provider: onRequest }, 'signup disabled'],
  ['somebody new without an address', { email: null }, 'User email not found'],
])('%s is refused', (_, given, sentence) => {
  expect(() => entranceOf({ ...stranger, ...given })).toThrow(sentence)
})

test('an account is linked by whoever is signed in, again by the same, and never taken from another', () => {
  expect([linkingOf(undefined, 'ada'), linkingOf('ada', 'ada')]).toEqual(['new', 'known'])
  expect(() => linkingOf('bob', 'ada')).toThrow('account_already_linked_to_different_user')
})

test.each([
  ['Ada@Example.Test', 'ada@example.test'],
  [' ada@example.test ', 'ada@example.test'],
  ['ada@exämple.test', null],
  ['ada', null],
  ['', null],
  [null, null],
])('the address %j is kept as %j', (email, kept) => {
  expect(emailOf({ email })).toBe(kept)
})

test.each([
  ['Ada', 'https://img.test/a.png', 'Ada', 'https://img.test/a.png'],
  [' A\0da\ud800 ', null, 'Ada\ufffd', null],
  ['', 'http://img.test/a.png', 'ada', null],
  ['x'.repeat(300), 'javascript:alert(1)', 'x'.repeat(255), null],
  ['Ada', `https://img.test/${'a'.repeat(2083)}`, 'Ada', null],
  ['Ada', 'https://img.test/\0', 'Ada', null],
])('somebody new called %j with the picture %j', (name, image, keptName, keptImage) => {
  expect(profileOf({ name, image }, 'ada@example.test')).toEqual({ name: keptName, image: keptImage })
})

test('an account without an id, or with one that cannot be kept, is nobody’s', () => {
  expect(['7', '', 'a\0', 'x'.repeat(1025), '\ud800'].map((accountId) => isKnowable({ accountId }))).toEqual([
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
  expect(isDue(ms === null ? null : new Date(now.getTime() + ms), now)).toBe(due)
})

test.each([
  [1_773_325_200, '2026-03-12T14:20:00.000Z'],
  [1_773_325_200_000, '2026-03-12T14:20:00.000Z'],
  [undefined, undefined],
  [0, undefined],
  [-5, undefined],
  [Number.NaN, undefined],
  [1e308, undefined],
])('the end %j of an app is %j', (given, end) => {
  expect(endOf(given)?.toISOString()).toBe(end)
})

test('refusals become values of an address, and name the provider', () => {
  expect(errorOf({ sentence: 'account not linked' })).toBe('account_not_linked')
  expect(errorOf({ sentence: 'User email not found' })).toBe('email_not_found')
  const refusal = aboutProvider({ status: 400, sentence: 'Provider {x} is not supported.' }, "$&'x")
  expect([refusal.status, refusal.sentence]).toEqual([400, "Provider $&'x is not supported."])
})
