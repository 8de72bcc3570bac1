import { expect, test } from 'vitest'
import type { OrganizationAuditEntry } from '#client/index.ts'
import { organizationLog } from '#messages/organizations/organization-log.ts'
import { actorName, entrySentence } from './sentence.ts'

const elin = { type: 'person', id: 'u1', name: 'Elin', email: 'elin@x.example', impersonatedBy: null } as const
const entry = (change: Partial<OrganizationAuditEntry>): OrganizationAuditEntry => ({
  id: 'e1',
  action: 'organization.updated',
  happenedAt: '2026-03-01T00:00:00.000Z',
  organizationId: 'o1',
  userId: 'u1',
  user: null,
  actor: elin,
  target: null,
  details: {},
  address: null,
  userAgent: null,
  browser: null,
  requestId: null,
  ...change,
})
const names = { user: (id: string) => (id === 'u2' ? 'Bas' : undefined), team: (id: string) => (id === 't1' ? 'Support' : undefined) }

const actionsOf = (groups: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.entries(groups).flatMap(([group, verbs]) => Object.keys(verbs).map((verb) => `${group}.${verb}`))

test('every placeholder of the sentences is filled, however little an entry contains', () => {
  const sentences = [
    ...actionsOf(organizationLog.actions).map((action) => entrySentence(entry({ action }), names)),
    ...actionsOf(organizationLog.named).map((action) => entrySentence(entry({ action, details: { label: 'X' } }), names)),
  ]
  expect(sentences.filter((sentence) => sentence.includes('{{'))).toEqual([])
  expect(sentences.length).toBeGreaterThan(50)
})

test.each([
  [
    { action: 'member.updated', details: { user: 'u2', from: 'member', to: 'admin,clerk' } },
    'Changed the role of Bas from Member to Admin and clerk',
  ],
  [{ action: 'organization.updated', details: { name: 'Loom & Sons', nameBefore: 'Loom' } }, 'Renamed the organization to Loom & Sons'],
  [{ action: 'organization.updated', details: { logo: true } }, 'Changed the organization'],
  [{ action: 'member.updated', details: { user: 'u2', team: 't1' } }, 'Moved Bas to Support'],
  [{ action: 'member.updated', details: { user: 'u9', team: null } }, 'Removed a user from their team'],
  [{ action: 'member.removed', details: { user: 'u9', role: 'member' } }, 'Removed a user'],
  [{ action: 'invitation.created', details: { email: 'jana@x.example', role: 'member' } }, 'Invited jana@x.example as Member'],
  [
    { action: 'invitation.created', details: { email: 'jana@xn--mller-kva.example', role: 'member' } },
    'Invited jana@müller.example as Member',
  ],
  [{ action: 'role.deleted', target: { type: 'role', id: 'clerk' } }, 'Deleted the role clerk'],
  [{ action: 'checkout.created', details: { product_id: 'p1', product: 'Relay Team' } }, 'Created a checkout for Relay Team'],
  [{ action: 'checkout.created', details: { product_id: 'p1' } }, 'Created a checkout'],
  [{ action: 'checkout_link.updated', details: { label: 'Newsletter' } }, 'Changed the checkout link Newsletter'],
  [{ action: 'checkout_link.updated', details: { label: '' } }, 'Changed a checkout link'],
  [{ action: 'invoice.issued', details: { number: 'INV-1', order: 'ACME-0007' } }, 'Issued invoice INV-1 of order ACME-0007'],
  [{ action: 'organization_access_token.deleted', details: { comment: 'CI', scopes: 'orders:read' } }, 'Deleted the API token CI'],
  [
    { action: 'webhook_endpoint.secret_rotated', details: { url: 'https://x.example/hooks' } },
    'Rotated the secret of the webhook https://x.example/hooks',
  ],
  [{ action: 'order.updated', details: { number: 'ACME-0007' } }, 'Changed the invoice details of ACME-0007'],
  [
    { action: 'subscription.product_changed', details: { product: 'Team', fromProduct: 'Starter' } },
    'Changed a subscription from Starter to Team',
  ],
  [
    { action: 'subscription.change_unscheduled', details: { product: 'Starter', fromProduct: 'Starter' } },
    'Took the scheduled change of a subscription back: it keeps Starter',
  ],
  [{ action: 'subscription.revoked', details: { reason: '' } }, 'Ended a subscription immediately'],
  [{ action: 'audit_log.exported', details: { action: 'product.' } }, 'Exported the audit log'],
  [{ action: 'list.exported', details: { list: 'orders', format: 'csv', rows: 2 } }, 'Exported a list'],
  [{ action: 'moon.landed' }, 'Other: moon.landed'],
])('%j reads as %j', (change, sentence) => {
  expect(entrySentence(entry(change), names)).toBe(sentence)
})

test.each([
  [elin, 'Elin'],
  [{ ...elin, name: null, email: null }, 'A former user'],
  [{ ...elin, impersonatedBy: { id: 'a', name: 'Ada', email: null } }, 'Ada as Elin'],
  [{ ...elin, type: 'organization_token' as const, name: null, email: null }, 'An API token'],
])('the actor %j is named %s', (actor, name) => {
  expect(actorName(entry({ actor }))).toBe(name)
})

test('an actor without a name is named by the address as people read it', () => {
  const actor = { ...elin, name: null, email: 'elin@xn--mller-kva.example' }
  expect(actorName(entry({ actor }))).toBe('elin@müller.example')
})
