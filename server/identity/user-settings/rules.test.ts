import { expect, test } from 'vitest'
import { mayPromote, startsSession, type VerifiedUser } from './rules.ts'

test.for([
  [true, '192.0.2.0/24', null, true],
  [false, '192.0.2.0/24', '192.0.2.0/24', true],
  [false, '192.0.2.0/24', '198.51.100.0/24', false],
  [false, '192.0.2.0/24', null, false],
] as const)(
  'in an own session (%s) or from %s after a sign-up from %s, the link promotes: %s',
  ([isOwnSession, network, signUpNetwork, may]) => expect(mayPromote({ isOwnSession, network, signUpNetwork })).toBe(may),
)

const own = (via: 'cookie' | 'bearer', impersonatedBy: string | null = null) =>
  ({ via, session: { impersonatedBy } }) as VerifiedUser['own']
const visitor = { own: undefined, isPromoted: false, isAutomatic: true, isBanned: false }

test.for<readonly [name: string, user: VerifiedUser, starts: boolean]>([
  ['a visitor is signed in where the settings say so', visitor, true],
  ['a visitor is not signed in otherwise', { ...visitor, isAutomatic: false }, false],
  ['a banned user is not signed in', { ...visitor, isBanned: true }, false],
  ['a user who is signed in keeps the session', { ...visitor, own: own('cookie') }, false],
  ['a browser whose session the promotion ended gets another', { ...visitor, own: own('cookie'), isPromoted: true }, true],
  ['a bearer client gets no other token', { ...visitor, own: own('bearer'), isPromoted: true }, false],
  ['an impersonated user gets no session', { ...visitor, own: own('cookie', 'an administrator'), isPromoted: true }, false],
])('%s', ([, user, starts]) => expect(startsSession(user)).toBe(starts))
