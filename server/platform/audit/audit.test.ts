import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '#platform/http/caller.ts'
import { testDatabase } from '#test/support/database.ts'
import { createAudit } from './append.ts'

const NOW = new Date('2026-03-01T10:00:00.000Z')
const [SOMEBODY, BORROWER] = [randomUUID(), randomUUID()]
const person = (id: string, impersonatedBy: string | null = null): Caller =>
  ({ kind: 'user', user: { id }, session: { id: 'the session', impersonatedBy } }) as Caller

async function written(organizationId: string) {
  const { db } = await testDatabase()
  const answer = await sql<Record<string, unknown>>`
    select actor, action, target, details, address, user_agent, request_id, happened_at from audit_entries
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
      request: { id: 'r1', address: '192.0.2.7', userAgent: 'x'.repeat(5000) } as never,
      now: NOW,
    }),
  )
}

test('what was done is kept with who, on what, from where', async () => {
  const [organization, user] = [randomUUID(), randomUUID()]
  await append(person(user), organization)
  const [entry] = await written(organization)
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

test('of what is done in one millisecond the later has the greater id', async () => {
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
  [person(SOMEBODY, BORROWER), { type: 'person', id: SOMEBODY, impersonated_by: BORROWER }],
  [
    { kind: 'organization-token', tokenId: 't1', organizationId: 'o1', scopes: new Set() },
    { type: 'organization_token', id: 't1', organization: 'o1' },
  ],
  [{ kind: 'anonymous' }, { type: 'nobody' }],
  [{ kind: 'service' }, { type: 'service' }],
] as [Caller, object][])('the actor is told apart: %#', async ([caller, actor]) => {
  const organization = randomUUID()
  await append(caller, organization)
  expect(await written(organization)).toMatchObject([{ actor }])
})

test('an entry can be neither changed nor deleted, except by an erasure that says so', async () => {
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
  expect(await written(organization)).toEqual([])
})
