import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { account } from '#locales/en/account.ts'
import { securityActions } from './model.ts'
import { resolveUserId } from './rules.ts'
import { toSecurityEntryWire } from './wire.ts'

test.each([
  ['user', undefined, 'me'],
  ['user', 'ada', 'me'],
  [null, 'ada', 'me'],
  ['administrator', 'ada', 'me'],
  ['admin', undefined, 'me'],
  ['admin', 'ada', 'ada'],
  ['user,admin', 'ada', 'ada'],
])('a user with the role %j who requests the entries of %j gets those of %s', (role, requested, read) => {
  expect(resolveUserId({ id: 'me', role }, requested)).toBe(read)
})

test('the table contains exactly the recorded actions on accounts', () => {
  const files = globSync('server/identity/**/*.ts').filter((path) => !/\.test\.ts$|\/events\.ts$|\/audit-log\//.test(path))
  // Names after `name:` are domain events; the other names are audit actions.
  const written = files.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/(?<!name: |<)'((?:user|session)\.[a-z_]+)'/g)])
  expect([...new Set(written.map(([, action]) => action))].sort()).toEqual(Object.keys(securityActions).sort())
})

test('each action has a message in the locales', () => {
  const messages = Object.entries(account.actions).flatMap(([thing, actions]) =>
    typeof actions === 'string' ? [] : Object.keys(actions).map((action) => `${thing}.${action}`),
  )
  expect(messages.sort()).toEqual(Object.keys(securityActions).sort())
})

const entry = {
  id: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
  happenedAt: new Date('2026-03-12T14:20:00.000Z'),
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  sessionId: 'this one',
  isByAdministrator: false,
} as const

test('only the details of the table are shown, in camelCase', () => {
  const details = { sessions_ended: true, hash: 'secret', method: null }
  const wire = toSecurityEntryWire({ ...entry, action: 'user.password_changed', details }, 'this one')
  expect(wire.details).toEqual({ sessionsEnded: true })
  expect(toSecurityEntryWire({ ...entry, action: 'user.signed_in', details }, 'another').details).toEqual({})
})

test('browsers have common names, and the current session is marked', () => {
  const signedOut = { ...entry, action: 'user.signed_out', details: {} } as const
  expect(toSecurityEntryWire(signedOut, 'this one')).toMatchObject({ browser: 'Firefox on Linux', isThisSession: true })
  const unknown = { ...signedOut, userAgent: null, sessionId: null }
  expect(toSecurityEntryWire(unknown, 'this one')).toMatchObject({ browser: null, isThisSession: false })
})
