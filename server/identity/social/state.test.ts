import { expect, test } from 'vitest'
import { fromDetails, isSameSession, type OauthState, parseCallbackFields, redirectUrlOfForm, toDetails } from './state.ts'

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
const linkSession = { userId: 'ada', sessionId: 's1', via: 'cookie' } as const

test('a stored state parses to its content, and its verifier is sealed', () => {
  const details = toDetails(state, seal)
  expect(details['codeVerifier']).toBe('sealed v')
  expect(fromDetails(details, null, open)).toEqual(state)
  const other = { ...state, requestSignUp: false, link: linkSession }
  expect(fromDetails(toDetails(other, seal), 'ada', open)).toEqual(other)
})

test.each([
  ['the session that started the linking', linkSession, { sessionId: 's1', isImpersonation: false }, true],
  ['another one', linkSession, { sessionId: 's2', isImpersonation: false }, false],
  ['none', linkSession, undefined, false],
  ['an impersonation session with the same id', linkSession, { sessionId: 's1', isImpersonation: true }, false],
  ['no session, if a bearer token started the linking', { ...linkSession, via: 'bearer' }, undefined, true],
  ['another one than the bearer’s', { ...linkSession, via: 'bearer' }, { sessionId: 's2', isImpersonation: false }, false],
] as const)('isSameSession for a callback with %s', (_, link, signedInAs, isSame) => {
  expect(isSameSession(link, { signedInAs })).toBe(isSame)
})

test.each([
  ['nothing', undefined, {}],
  ['the fields of a callback and more', { code: 'c', state: 's', other: 'x' }, { code: 'c', state: 's' }],
  ['a repeated field', { code: ['a', 'b'] }, undefined],
  ['a field that is an object', { state: { a: 'b' } }, undefined],
  ['a field that is too long', { user: 'x'.repeat(8193) }, undefined],
])('parseCallbackFields reads %s', (_, input, fields) => {
  expect(parseCallbackFields(input)).toEqual(fields)
})

test('a form becomes the query of the same callback on our own origin, with any content', () => {
  const location = redirectUrlOfForm('https://us.test', 'apple', { code: 'a&b', state: 's', user: '{"name":"Ã"}', id_token: 'secret' })
  expect(location).toBe('https://us.test/api/auth/callback/apple?code=a%26b&state=s&user=%7B%22name%22%3A%22%C3%83%22%7D')
  expect(redirectUrlOfForm('https://us.test', '//evil.test', {})).toBe('https://us.test/api/auth/callback/%2F%2Fevil.test')
  const invalid = 'https://us.test/api/auth/error?error=invalid_callback_request'
  expect([
    redirectUrlOfForm('https://us.test', 'apple', { code: ['a', 'b'] }),
    redirectUrlOfForm('https://us.test', 'apple', { user: '%'.repeat(8000) }),
  ]).toEqual([invalid, invalid])
})
