import type { Generated } from 'kysely'
import { z } from 'zod'
import type { EventName, EventPayload } from '#contract/events.ts'
import { newId } from '#kernel/id.ts'
import { declareSealed } from '../crypto/sealed-columns.ts'
import type { Secrets } from '../crypto/secrets.ts'
import type { Tx } from '../database/database.ts'
import { sendAhead } from '../database/named-pool.ts'
import { preparedInsert } from '../database/prepared-statements.ts'
import { onCommit } from '../database/transaction.ts'
import { sampleOfPayload } from '../http/documents/sample.ts'
import type { Platform } from '../platform.ts'

/** A domain event, emitted in the transaction in which it happened. */
export interface DomainEvent<N extends EventName = EventName> {
  readonly name: N
  /** Null for events of users and the platform. */
  readonly organizationId: string | null
  /** The resource that it happened to: events of one resource keep their order. */
  readonly resourceId: string
  /** A snapshot of the resource in wire shape, sent unchanged. */
  readonly payload: EventPayload<N>
  readonly now: Date
}

declare module '../database/tables.ts' {
  interface Tables {
    domain_events: EventsTable
  }
}

interface EventsTable {
  id: string
  organization_id: string | null
  /** Assigned by the database in the order in which writers got their row locks. */
  position: Generated<number>
  /** Assigned by the relay without gaps: per organization, and for the platform of all events for the operator. */
  sequence: number | null
  name: string
  audience: string
  resource_id: string
  payload: unknown
  happened_at: Date
  relayed_at: Date | null
  /** Batches of the relay with this event that were interrupted. */
  interruptions: Generated<number>
}

/** The declaration of an event name. */
interface EventDeclaration {
  readonly audience: Audience
  /** Whether its payload is stored sealed. */
  readonly isSealed?: boolean
  /** The schema of its payload. */
  readonly payload?: z.ZodType
}

const catalogue = new Map<string, EventDeclaration>()
/** The purpose of the seal. The value is part of stored payloads, which a changed one could not open: it keeps the former name of events. */
const SEALED_FOR = 'fact'
declareSealed(SEALED_FOR, { table: 'domain_events', column: 'payload', path: ['sealed'] })

/** Registers the catalogue of events; app.ts calls it once. */
export function declareEvents(events: Readonly<Record<string, EventDeclaration>>): void {
  for (const [name, declared] of Object.entries(events)) catalogue.set(name, declared)
}

/** The receivers of an event: merchants by webhook, the operator, or our own listeners only. */
export type Audience = 'merchant' | 'operator' | 'internal'

function declarationOf(name: string): EventDeclaration {
  const declared = catalogue.get(name)
  if (!declared) throw new Error(`The event ${name} is not in the catalogue.`)
  return declared
}

/** The names of the events with this audience, in the order of the catalogue. */
export function eventNamesFor(audience: Audience): string[] {
  return [...catalogue].flatMap(([name, declared]) => (declared.audience === audience ? [name] : []))
}

/** A sample of the payload of an event, made from its schema. Throws if the catalogue has no such event. */
export function samplePayloadOf(name: string): unknown {
  const { payload = z.object({}) } = declarationOf(name)
  return sampleOfPayload(payload)
}

/** The dependencies of emitting. */
export type EmitDeps = Pick<Platform, 'wake' | 'secrets'>

/** The payload of a stored event, opened if it is stored sealed. */
export function payloadOf(secrets: Secrets, event: { readonly name: string; readonly payload: unknown }): unknown {
  if (!declarationOf(event.name).isSealed) return event.payload
  return JSON.parse(secrets.open(SEALED_FOR, (event.payload as { readonly sealed: string }).sealed))
}

/** Rows per statement: each row takes a few of the 65,535 parameters of a statement. */
const ROWS_PER_INSERT = 1000

const insertRow = preparedInsert('domain_events')

/** Writes an event in the transaction of the change; listeners get it after the commit, at least once, in order. */
export async function emit<N extends EventName>(tx: Tx, platform: EmitDeps, event: DomainEvent<N>): Promise<void> {
  await sendAhead(() => insertRow(tx, rowOf(event, platform)))
  onCommit(tx, platform.wake)
}

/** Writes several events in their order, with one statement per thousand. */
export async function emitAll<N extends EventName>(tx: Tx, platform: EmitDeps, events: readonly DomainEvent<N>[]): Promise<void> {
  const rows = events.map((event) => rowOf(event, platform))
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT)
    await sendAhead(async () => {
      await tx
        .insertInto('domain_events')
        .values(rows.slice(at, at + ROWS_PER_INSERT))
        .execute()
    })
  if (rows.length) onCommit(tx, platform.wake)
}

function rowOf(event: DomainEvent, { secrets }: EmitDeps) {
  const { audience, isSealed } = declarationOf(event.name)
  return {
    id: newId(event.now),
    organization_id: event.organizationId,
    name: event.name,
    audience,
    resource_id: event.resourceId,
    payload: JSON.stringify(isSealed ? { sealed: secrets.seal(SEALED_FOR, JSON.stringify(event.payload)) } : event.payload),
    happened_at: event.now,
  }
}
