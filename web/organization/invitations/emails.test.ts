import { expect, test } from 'vitest'
import { findEmailFault, parseEmails, parsePastedEmails } from './emails.ts'
import { stateOf } from './states.ts'

test.each([
  ['Jana@X.example, ole@x.example;jana@x.example', ['jana@x.example', 'ole@x.example']],
  ['<ada@x.example>', ['ada@x.example']],
  ['  ', []],
])('%j contains the emails %j', (text, emails) => {
  expect(parseEmails(text)).toEqual(emails)
})

test('names around pasted emails are dropped', () => {
  expect(parsePastedEmails('Ada Byron <ada@x.example>, "Ole" <ole@x.example>')).toEqual(['ada@x.example', 'ole@x.example'])
  expect(parsePastedEmails('nothing here')).toEqual(['nothing', 'here'])
})

test.each([
  ['jana@x.example', undefined],
  ['jana@x', 'invalid'],
  ['jana', 'invalid'],
  ['mateo@x.example', 'member'],
  ['hanna@x.example', 'invited'],
])('the fault of %s is %s', (email, fault) => {
  expect(findEmailFault(email, new Set(['mateo@x.example']), new Set(['hanna@x.example']))).toBe(fault)
})

test('a pending invitation past its expiry counts as expired', () => {
  const now = new Date('2026-03-01T00:00:00Z')
  expect(stateOf({ status: 'pending', expiresAt: '2026-03-01T00:00:00Z' }, now)).toBe('expired')
  expect(stateOf({ status: 'pending', expiresAt: '2026-03-01T00:00:01Z' }, now)).toBe('pending')
  expect(stateOf({ status: 'accepted', expiresAt: '2026-02-01T00:00:00Z' }, now)).toBe('accepted')
})
