import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { account } from '#locales/en/account.ts'
import { securityActions } from './model.ts'
import { whose } from './rules.ts'
import { toSecurityEntryWire } from './wire.ts'

test.each([
  ['user', undefined, 'me'],
  ['user', 'ada', 'me'],
  [null, 'ada', 'me'],
  ['administrator', 'ada', 'me'],
  ['admin', undefined, 'me'],
  ['admin', 'ada', 'ada'],
  ['user,admin', 'ada', 'ada'],
])('somebody with the role %j who asks for %j reads those of %s', (role, asked, read) => {
  expect(whose({ id: 'me', role }, asked)).toBe(read)
})

test('every act on an account that is written down anywhere is in the table, and no other', () => {
  const files = globSync('server/identity/**/*.ts').filter((path) => !/\.test\.ts$|\/events\.ts$|\/audit-log\//.test(path))
  // What happens (`name:`) is told to listeners; the rest of such names are what is written down.
  const written = files.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/(?<!name: |<)'((?:user|session)\.[a-z_]+)'/g)])
  expect([...new Set(written.map(([, action]) => action))].sort()).toEqual(Object.keys(securityActions).sort())
})

test('each has words on the page that shows it', () => {
  const words = Object.entries(account.actions).flatMap(([thing, acts]) =>
    typeof acts === 'string' ? [] : Object.keys(acts).map((act) => `${thing}.${act}`),
  )
  expect(words.sort()).toEqual(Object.keys(securityActions).sort())
})

const entry = {
  id: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
  happenedAt: new Date('2026-03-12T14:20:00.000Z'),
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  sessionId: 'this one',
  isByAdministrator: false,
} as const

test('of the details only those are shown that the table names, in the case of the wire', () => {
  const details = { sessions_ended: true, hash: 'secret', method: null }
  const wire = toSecurityEntryWire({ ...entry, action: 'user.password_changed', details }, 'this one')
  expect(wire.details).toEqual({ sessionsEnded: true })
  expect(toSecurityEntryWire({ ...entry, action: 'user.signed_in', details }, 'another').details).toEqual({})
})

test('browsers are named as people name them, and this session is told apart', () => {
  const signedOut = { ...entry, action: 'user.signed_out', details: {} } as const
  expect(toSecurityEntryWire(signedOut, 'this one')).toMatchObject({ browser: 'Firefox on Linux', isThisSession: true })
  const unknown = { ...signedOut, userAgent: null, sessionId: null }
  expect(toSecurityEntryWire(unknown, 'this one')).toMatchObject({ browser: null, isThisSession: false })
})
