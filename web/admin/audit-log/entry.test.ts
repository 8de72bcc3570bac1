import { expect, test } from 'vitest'
import type { PlatformEntry } from '#client/types.ts'
import { actionText, actorText, impersonatorText } from './entry.tsx'

const anonymous = { type: 'nobody', id: null, name: null, email: null, impersonatedBy: null } as const
const entry = (change: object) =>
  ({ action: 'user.updated', actor: anonymous, user: null, details: {}, ...change }) as unknown as PlatformEntry

test.each([
  [{ action: 'checkout.created', details: { product: 'Relay Team' } }, 'Created a checkout: Relay Team'],
  [{ action: 'checkout.created' }, 'Created a checkout'],
  [{ action: 'organization_access_token.created', details: { comment: 'CI' } }, 'Created an API token: CI'],
  [{ action: 'user.sign_in_failed', details: { email: 'a@x.example' } }, 'Failed to sign in: wrong password'],
  [{ action: 'user.made_administrator', details: { via: 'BOOTSTRAP_ADMIN_EMAIL' } }, 'Became the first administrator'],
  [{ action: 'user.made_administrator' }, 'Promoted a user to administrator from the command line'],
])('the entry %j reads as %j', (change, text) => {
  expect(actionText(entry(change))).toBe(text)
})

test.each([
  ['user.made_administrator', 'Command line'],
  ['users.imported', 'Command line'],
  ['user.sign_in_failed', 'Anonymous'],
])('the actor without an account of %s is %s', (action, name) => {
  expect(actorText(entry({ action }))).toBe(name)
})

test('an actor and an administrator without a name are named by the address as people read it', () => {
  const [email, shown] = ['ada@xn--mller-kva.example', 'ada@müller.example']
  const change = { actor: { ...anonymous, type: 'person', id: 'u1', email, impersonatedBy: { id: 'u2', name: null, email } } }
  expect([actorText(entry(change)), impersonatorText(entry(change))]).toEqual([shown, shown])
})
