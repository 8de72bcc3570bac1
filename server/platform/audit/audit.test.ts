import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import type { Caller } from '../request/caller.ts'
import { createAudit } from './audit-entries.ts'

const NOW = new Date('2026-03-01T10:00:00.000Z')
const [USER, IMPERSONATOR] = [randomUUID(), randomUUID()]
const userCaller = (id: string, impersonatedBy: string | null = null): Caller =>
  ({ kind: 'user', user: { id }, session: { id: 'the session', impersonatedBy } }) as Caller

async function entriesOf(organizationId: string) {
  const { db } = await testDatabase()
  const answer = await sql<Record<string, unknown>>`
    select actor, action, target, details, ip_address as address, user_agent, request_id, happened_at from audit_entries
    where organization_id = ${organizationId}`.execute(db)
  return answer.rows
}

async function append(caller: Caller, organizationId: string): Promise<void> {
  const { transaction } = await testDatabase()
  await transaction((tx) =>
    createAudit().append(tx, {
      action: 'product.created',
      organizationId,
      userId: null,
      caller,
      target: { type: 'product', id: 'p1' },
      details: { price: 5, note: 'a\r\nb' },
      request: { id: 'r1', ipAddress: '192.0.2.7', userAgent: 'x'.repeat(5000) } as never,
      now: NOW,
    }),
  )
}

test('an entry records actor, action, target, details and request', async () => {
  const [organization, user] = [randomUUID(), randomUUID()]
  await append(userCaller(user), organization)
  const [entry] = await entriesOf(organization)
  expect(entry).toMatchObject({
    actor: { type: 'person', id: user, session: 'the session' },
    action: 'product.created',
    target: { type: 'product', id: 'p1' },
    details: { price: 5, note: 'a\r\nb' },
    address: '192.0.2.7',
    request_id: 'r1',
    happened_at: NOW,
  })
  expect(String(entry?.['user_agent'])).toHaveLength(1024)
})

test('entries of one millisecond sort by id in the order they were written', async () => {
  const { db, transaction } = await testDatabase()
  const [organizationId, audit] = [randomUUID(), createAudit()]
  const actions = Array.from({ length: 40 }, (_, at) => `product.${at}`)
  const entry = { organizationId, userId: null, caller: { kind: 'anonymous' }, request: undefined as never, now: NOW } as const
  await transaction(async (tx) => {
    for (const action of actions) await audit.append(tx, { ...entry, action })
  })
  const { rows } = await sql<{ action: string }>`
    select action from audit_entries where organization_id = ${organizationId} order by happened_at, id`.execute(db)
  expect(rows.map(({ action }) => action)).toEqual(actions)
})

test.for([
  [userCaller(USER, IMPERSONATOR), { type: 'person', id: USER, impersonated_by: IMPERSONATOR }],
  [
    { kind: 'organization-token', tokenId: 't1', organizationId: 'o1', scopes: new Set() },
    { type: 'organization_token', id: 't1', organization: 'o1' },
  ],
  [
    { kind: 'customer', sessionId: 's1', organizationId: 'o1', customerId: 'c1', isLimited: false, checkoutId: null },
    { type: 'customer', id: 'c1', organization: 'o1' },
  ],
  [{ kind: 'anonymous' }, { type: 'nobody' }],
  [{ kind: 'service' }, { type: 'service' }],
] as [Caller, object][])('each kind of caller is recorded as its own kind of actor: %#', async ([caller, actor]) => {
  const organization = randomUUID()
  await append(caller, organization)
  expect(await entriesOf(organization)).toMatchObject([{ actor }])
})

test('an entry can be neither changed nor deleted, except by a declared erasure', async () => {
  const organization = randomUUID()
  await append({ kind: 'anonymous' }, organization)
  const { db, transaction } = await testDatabase()
  await expect(sql`update audit_entries set action = 'x' where organization_id = ${organization}`.execute(db)).rejects.toThrow(
    'append-only',
  )
  await expect(sql`delete from audit_entries where organization_id = ${organization}`.execute(db)).rejects.toThrow('append-only')
  await transaction(async (tx) => {
    await sql`select set_config('guildhall.erasing', 'on', true)`.execute(tx)
    await sql`delete from audit_entries where organization_id = ${organization}`.execute(tx)
  })
  expect(await entriesOf(organization)).toEqual([])
})
