import type { Generated } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { EventName, EventPayload } from '#server/events.ts'
import type { Secrets } from '../crypto/secrets.ts'
import type { Tx } from '../database/database.ts'
import { preparedInsert } from '../database/prepared.ts'
import { onCommit } from '../database/transaction.ts'
import type { Platform } from '../platform.ts'

/** Something that happened, told in the transaction in which it happened. */
export interface DomainEvent<N extends EventName = EventName> {
  readonly name: N
  /** Null for facts of people and the platform. */
  readonly organizationId: string | null
  /** The thing it happened to: facts of one resource keep their order. */
  readonly resourceId: string
  /** The wire shape at this moment: a snapshot, sent as it is. */
  readonly payload: EventPayload<N>
  readonly now: Date
}

declare module '../database/tables.ts' {
  interface Tables {
    facts: EventsTable
  }
}

interface EventsTable {
  id: string
  organization_id: string | null
  /** Given by the database in the order of the writers' row locks. */
  position: Generated<number>
  /** Given by the relay, per organization, without gaps. */
  sequence: number | null
  name: string
  audience: string
  resource_id: string
  payload: unknown
  happened_at: Date
  relayed_at: Date | null
}

/** What the machinery knows of a fact's name. */
interface Declared {
  readonly audience: Audience
  /** Whether its payload is kept sealed. */
  readonly isSealed?: boolean
}

const catalogue = new Map<string, Declared>()
const SEALED_FOR = 'fact'

/** Tells who each fact is for and how it is kept; app.ts hands over the whole catalogue once. */
export function declareEvents(facts: Readonly<Record<string, Declared>>): void {
  for (const [name, declared] of Object.entries(facts)) catalogue.set(name, declared)
}

/** Who hears of a fact: merchants by webhook, the operator, or our own listeners alone. */
export type Audience = 'merchant' | 'operator' | 'internal'

function declaredAs(name: string): Declared {
  const declared = catalogue.get(name)
  if (!declared) throw new Error(`The fact ${name} is in no catalogue.`)
  return declared
}

/** What telling a fact takes of the platform. */
export type EmitDeps = Pick<Platform, 'wake' | 'secrets'>

/** A stored payload as it was told: opened, where its fact is kept sealed. */
export function payloadOf(secrets: Secrets, fact: { readonly name: string; readonly payload: unknown }): unknown {
  if (!declaredAs(fact.name).isSealed) return fact.payload
  return JSON.parse(secrets.open(SEALED_FOR, (fact.payload as { readonly sealed: string }).sealed))
}

/** Rows in one statement: each takes a handful of the 65,535 values that one can carry. */
const TOLD_AT_ONCE = 1000

const insertRow = preparedInsert('facts')

/** Writes a fact in the transaction of what it tells of; listeners hear of it after the commit, at least once, in order. */
export async function emit<N extends EventName>(tx: Tx, platform: EmitDeps, fact: DomainEvent<N>): Promise<void> {
  await insertRow(tx, rowOf(fact, platform))
  onCommit(tx, platform.wake)
}

/** Writes several facts as `tell` writes one, in their order and together. */
export async function emitAll<N extends EventName>(tx: Tx, platform: EmitDeps, facts: readonly DomainEvent<N>[]): Promise<void> {
  const rows = facts.map((fact) => rowOf(fact, platform))
  for (let at = 0; at < rows.length; at += TOLD_AT_ONCE)
    await tx
      .insertInto('facts')
      .values(rows.slice(at, at + TOLD_AT_ONCE))
      .execute()
  if (rows.length) onCommit(tx, platform.wake)
}

function rowOf(fact: DomainEvent, { secrets }: EmitDeps) {
  const { audience, isSealed } = declaredAs(fact.name)
  return {
    id: newId(fact.now),
    organization_id: fact.organizationId,
    name: fact.name,
    audience,
    resource_id: fact.resourceId,
    payload: JSON.stringify(isSealed ? { sealed: secrets.seal(SEALED_FOR, JSON.stringify(fact.payload)) } : fact.payload),
    happened_at: fact.now,
  }
}
