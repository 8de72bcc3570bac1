import { sql } from 'kysely'
import type { EventName } from '#server/events.ts'
import type { Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { enqueue } from '../worker/enqueue.ts'
import type { JobKind } from '../worker/job.ts'
import { payloadOf } from './emit.ts'
import type { Listener, ReceivedEvent } from './listener.ts'
import type { ListenerRetry } from './retry-listener.ts'
import { type NumberedEvent, numberEvents } from './store.ts'

/** One number for all instances: whoever holds it hands facts on. */
const RELAY_LOCK = 7_318_452_901
const BATCH = 100

/** What a relay hands facts from and to. */
export interface RelayDeps {
  readonly platform: Platform
  /** In the order in which each fact is given to them. */
  readonly listeners: readonly Listener[]
  /** The job that gives a fact again to a listener that failed. */
  readonly hearAgain: JobKind<ListenerRetry>
}

/** `busy`: another relay is at it · `idle`: nothing was waiting · `relayed`: a batch was handed on and there may be more. */
export type RelayOutcome = 'busy' | 'idle' | 'relayed'

/**
 * Numbers the facts that have no number yet, in the order of their positions, and gives each to its listeners: all in one
 * transaction, one relay at a time over all instances, so that nothing is skipped, doubled or out of order.
 */
export async function relayEvents(parts: RelayDeps, now: Date): Promise<RelayOutcome> {
  try {
    return await relayBatch(parts, now, hearPlainly)
  } catch (error) {
    if (!(error instanceof ListenerFault)) throw error
    // Somebody could not hear: once more, each alone behind a savepoint, and the failing ones later by a job.
    return relayBatch(parts, now, hearAlone)
  }
}

type Hear = (parts: RelayDeps, tx: Tx, hearing: Hearing) => Promise<void>

interface Hearing {
  readonly listener: Listener
  readonly fact: ReceivedEvent
  readonly now: Date
}

class ListenerFault extends Error {
  override readonly name = 'ListenerFault'
}

function relayBatch(parts: RelayDeps, now: Date, hear: Hear): Promise<RelayOutcome> {
  return parts.platform.database.transaction(async (tx) => {
    // A statement of its own: the next one then sees what the last relay committed.
    const lock = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${RELAY_LOCK}::bigint) as held`.execute(tx)
    if (!lock.rows[0]?.held) return 'busy'
    const facts = await numberEvents(tx, { max: BATCH, now })
    for (const fact of facts.map((each) => receivedEvent(each, parts.platform)))
      for (const listener of parts.listeners) if (hears(listener, fact.name)) await hear(parts, tx, { listener, fact, now })
    return facts.length ? 'relayed' : 'idle'
  })
}

/** Whether the listener wants facts of this name. */
function hears(listener: Listener, name: EventName): boolean {
  return listener.facts === '*' || listener.facts.includes(name)
}

/** A stored fact as listeners get it. */
export function receivedEvent(fact: NumberedEvent, { secrets }: Pick<Platform, 'secrets'>): ReceivedEvent {
  return {
    id: fact.id,
    name: fact.name as EventName,
    organizationId: fact.organization_id,
    sequence: fact.sequence ?? 0,
    audience: fact.audience,
    resourceId: fact.resource_id,
    // Opened when it is read: one that cannot be opened (its secret is gone) fails its listener, not the relay.
    get payload() {
      return payloadOf(secrets, fact) as ReceivedEvent['payload']
    },
    happenedAt: fact.happened_at,
  }
}

async function hearPlainly(parts: RelayDeps, tx: Tx, { listener, fact, now }: Hearing): Promise<void> {
  try {
    await listener.handle(tx, fact, { platform: parts.platform, now })
  } catch (error) {
    throw new ListenerFault(`${listener.name} could not hear ${fact.name}.`, { cause: error })
  }
}

async function hearAlone(parts: RelayDeps, tx: Tx, { listener, fact, now }: Hearing): Promise<void> {
  await sql`savepoint hearing`.execute(tx)
  try {
    await listener.handle(tx, fact, { platform: parts.platform, now })
    await sql`release savepoint hearing`.execute(tx)
  } catch (error) {
    await sql`rollback to savepoint hearing`.execute(tx)
    parts.platform.log.error('A listener could not hear a fact; it gets it again.', {
      listener: listener.name,
      fact: fact.name,
      id: fact.id,
      error,
    })
    const key = `hear:${fact.id}:${listener.name}`
    await enqueue(tx, parts.platform, parts.hearAgain, { fact: fact.id, listener: listener.name }, { now, key })
  }
}
