// A resource with writes that exists in this file alone: what `resourceRoutes` performs besides what the resource declares.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { orUnchanged } from '#kernel/changes/unchanged.ts'
import { newId } from '#kernel/id.ts'
import { defineRefusals, invalid, valueProblem } from '#kernel/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { type Model, type Row, recorded, text } from '#platform/resource/columns.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { list } from '#platform/resource/list.ts'
import { table } from '#platform/resource/table.ts'
import { resourceRoutes } from '#platform/resource/writes.ts'
// Declares the catalogue of events.
import '#server/app.ts'
import { OURS, START, smallServer, THEIRS } from '#test/support/small-server.ts'

const noteColumns = { ...recorded, text: text(), source: text() } as const
type Note = Model<typeof noteColumns>

declare module '#platform/database/tables.ts' {
  interface Tables {
    kit_notes: Row<typeof noteColumns>
  }
}

const notes = table('kit_notes', noteColumns)
const fields = fieldsOf(noteColumns)
const body = z.object({ text: z.string(), organization_id: z.string().optional() })
const FORBIDDEN = 'forbidden'

/** The texts that were asked about. A transaction would hold the only session of the embedded database. */
const queried: string[] = []
async function ask({ database }: Platform, text: string): Promise<string> {
  await sql`select 1`.execute(database.db)
  queried.push(text)
  return `source ${queried.length}`
}

const server = await smallServer(
  {},
  {
    routes: resourceRoutes({
      path: '/v1/kit-notes/',
      name: 'kit-notes',
      nouns: ['notes', 'a note'],
      scopes: 'products',
      list: list(notes, { filters: {}, sorting: { created_at: 'kit_notes.created_at' }, defaultSorting: '-created_at' }),
      schema: z.object(fields.shape).meta({ id: 'KitNote' }),
      toWire: fields.toWire,
      notFound: defineRefusals({ ResourceNotFound: { status: 404, sentence: 'Not found' } }).ResourceNotFound,
      lock: notes.lock,
      toModel: (note: Note) => note,
      audit: { type: 'kit_note', details: ({ text }) => ({ text }) },
      create: {
        summary: 'Creates a note.',
        body,
        limit: 'PRODUCT_LIMIT',
        ask: (platform, _organizationId, { text }) => ask(platform, text),
        write: async ({ text }, { tx, organizationId, id, at, outside }) => {
          const next: Note = { id, organizationId, text, source: outside, createdAt: at, modifiedAt: null }
          await notes.insert(tx, next)
          if (text === FORBIDDEN) invalid([valueProblem(['body', 'text'], 'It is forbidden.')])
          return { next, events: [{ name: 'meter.created', payload: { organization_id: organizationId, meter_id: id } }] }
        },
      },
      update: {
        summary: 'Updates a note.',
        body,
        write: async (current, { text }, { tx, at }) => {
          const next = orUnchanged(current, { ...current, text, modifiedAt: at })
          if (next !== current) await notes.save(tx, next)
          return { next, events: ['product.updated'], action: 'kit_note.rewritten', details: { characters: text.length } }
        },
      },
      remove: {
        summary: 'Deletes a note.',
        write: async ({ organizationId, id }, { tx }) => {
          await tx.deleteFrom('kit_notes').where('organization_id', '=', organizationId).where('id', '=', id).execute()
        },
        events: ({ organizationId, id }) => [{ name: 'meter.redefined', payload: { organization_id: organizationId, meter_id: id } }],
      },
    }),
  },
)
const { db, transaction } = server.platform.database

beforeAll(async () => {
  await sql`drop table if exists kit_notes`.execute(db)
  await sql`create table kit_notes (organization_id uuid, id uuid, text text not null, source text not null,
    created_at timestamptz(3) not null, modified_at timestamptz(3), primary key (organization_id, id))`.execute(db)
})
beforeEach(() => void queried.splice(0))
afterAll(async () => {
  await sql`drop table if exists kit_notes`.execute(db)
  await server.stop()
})

interface Sent {
  readonly body?: object
  readonly scope?: string
  readonly key?: string
}

const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, { body, scope = 'products:write', key }: Sent = {}) =>
  server.app.inject({
    method,
    url: `/v1/kit-notes/${path}`,
    headers: { authorization: `Bearer oat:${scope}`, ...(key && { 'idempotency-key': key }) },
    ...(body && { payload: body }),
  })

const create = async (text: string): Promise<{ readonly id: string }> => (await send('POST', '', { body: { text } })).json()

/** The records about a note, in their order. */
async function recordedOf(id: string) {
  const events = await sql<{ name: string; payload: unknown }>`
    select name, payload from domain_events where organization_id = ${OURS} and resource_id = ${id} order by position`.execute(db)
  const entries = await sql<{ action: string; details: unknown }>`
    select action, details from audit_entries where organization_id = ${OURS} and target ->> 'id' = ${id} order by id`.execute(db)
  return { events: events.rows, entries: entries.rows }
}

test('a new object is answered, with its event and its entry in the audit log', async () => {
  const answer = await send('POST', '', { body: { text: 'one' } })
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json()
  expect(answer.json()).toEqual({
    id,
    organization_id: OURS,
    text: 'one',
    source: 'source 1',
    created_at: START.toISOString(),
    modified_at: null,
  })
  expect(await recordedOf(id)).toEqual({
    events: [{ name: 'meter.created', payload: { organization_id: OURS, meter_id: id } }],
    entries: [{ action: 'kit_note.created', details: { text: 'one' } }],
  })
})

test('what is asked outside is asked once for a key, and its answer is repeated', async () => {
  const input = { body: { text: 'keyed' }, key: newId(START) }
  const first = await send('POST', '', input)
  expect((await send('POST', '', input)).json()).toEqual(first.json())
  expect(queried).toEqual(['keyed'])
})

test('a refusal undoes what was written before it', async () => {
  const answer = await send('POST', '', { body: { text: FORBIDDEN } })
  expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', 'text']])
  expect(await notes.select(db, sql`where text = ${FORBIDDEN}`)).toEqual([])
})

test('a change is answered and sent as it is answered, and audited with its own action and details', async () => {
  const { id } = await create('two')
  const answer = await send('PATCH', id, { body: { text: 'three' } })
  expect([answer.statusCode, answer.json().text]).toEqual([200, 'three'])
  const { events, entries } = await recordedOf(id)
  expect(events[1]).toEqual({ name: 'product.updated', payload: answer.json() })
  expect(entries[1]).toEqual({ action: 'kit_note.rewritten', details: { text: 'three', characters: 5 } })
})

test('a change of nothing is answered, and recorded nowhere', async () => {
  const { id } = await create('same')
  const before = await recordedOf(id)
  expect((await send('PATCH', id, { body: { text: 'same' } })).statusCode).toBe(200)
  expect(await recordedOf(id)).toEqual(before)
})

test('a deletion is recorded, and its repeat is not found', async () => {
  const { id } = await create('last')
  const answer = await send('DELETE', id)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  const { events, entries } = await recordedOf(id)
  expect([events[1]?.name, entries[1]]).toEqual(['meter.redefined', { action: 'kit_note.deleted', details: { text: 'last' } }])
  expect((await send('DELETE', id)).statusCode).toBe(404)
})

test('an object of another organization is not found, and a caller without the scope is refused', async () => {
  const foreign: Note = { id: newId(START), organizationId: THEIRS, text: 'theirs', source: '', createdAt: START, modifiedAt: null }
  await transaction((tx) => notes.insert(tx, foreign))
  expect((await send('PATCH', foreign.id, { body: { text: 'ours' } })).statusCode).toBe(404)
  expect((await send('DELETE', foreign.id)).statusCode).toBe(404)
  expect((await send('PATCH', foreign.id, { body: { text: 'ours' }, scope: 'products:read' })).statusCode).toBe(403)
  expect((await notes.find(db, [THEIRS], foreign.id))?.text).toBe('theirs')
})
