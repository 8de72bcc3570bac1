import { expect, test } from 'vitest'
import { fieldsOf, fromDetails, isSameSession, type OauthState, ofForm, toDetails } from './state.ts'

const seal = (plain: string) => `sealed ${plain}`
const open = (sealed: string) => sealed.replace('sealed ', '')
const state: OauthState = {
  provider: 'github',
  codeVerifier: 'v',
  callbackURL: '/a',
  errorURL: null,
  newUserURL: '/new',
  requestSignUp: true,
  link: null,
}
const linking = { userId: 'ada', sessionId: 's1', via: 'cookie' } as const

test('a state is read as it was kept, and its verifier is not readable meanwhile', () => {
  const kept = toDetails(state, seal)
  expect(kept['codeVerifier']).toBe('sealed v')
  expect(fromDetails(kept, null, open)).toEqual(state)
  const other = { ...state, requestSignUp: false, link: linking }
  expect(fromDetails(toDetails(other, seal), 'ada', open)).toEqual(other)
})

test.each([
  ['the session in which linking began', linking, { sessionId: 's1', isBorrowed: false }, true],
  ['another one', linking, { sessionId: 's2', isBorrowed: false }, false],
  ['none', linking, undefined, false],
  ['the same, borrowed by an administrator', linking, { sessionId: 's1', isBorrowed: true }, false],
  ['none, where it began with a bearer token', { ...linking, via: 'bearer' }, undefined, true],
  ['another one than the bearer’s', { ...linking, via: 'bearer' }, { sessionId: 's2', isBorrowed: false }, false],
] as const)('a browser that brings %s', (_, link, signedInAs, isSame) => {
  expect(isSameSession(link, { signedInAs })).toBe(isSame)
})

test.each([
  ['nothing', undefined, {}],
  ['what a call-back takes and more', { code: 'c', state: 's', other: 'x' }, { code: 'c', state: 's' }],
  ['a field that comes twice', { code: ['a', 'b'] }, undefined],
  ['a field that is an object', { state: { a: 'b' } }, undefined],
  ['a field that is too long', { user: 'x'.repeat(8193) }, undefined],
])('of %s', (_, given, fields) => {
  expect(fieldsOf(given)).toEqual(fields)
})

test('a form becomes the query of the same call-back on our own origin, whatever it says', () => {
  const location = ofForm('https://us.test', 'apple', { code: 'a&b', state: 's', user: '{"name":"Ã"}', id_token: 'secret' })
  expect(location).toBe('https://us.test/api/auth/callback/apple?code=a%26b&state=s&user=%7B%22name%22%3A%22%C3%83%22%7D')
  expect(ofForm('https://us.test', '//evil.test', {})).toBe('https://us.test/api/auth/callback/%2F%2Fevil.test')
  const invalid = 'https://us.test/api/auth/error?error=invalid_callback_request'
  expect([
    ofForm('https://us.test', 'apple', { code: ['a', 'b'] }),
    ofForm('https://us.test', 'apple', { user: '%'.repeat(8000) }),
  ]).toEqual([invalid, invalid])
})
