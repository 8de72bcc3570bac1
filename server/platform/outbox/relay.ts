import { sql } from 'kysely'
import type { EventName } from '#server/events.ts'
import type { Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { enqueue } from '../worker/enqueue.ts'
import type { JobKind } from '../worker/job.ts'
import type { Listener, ReceivedEvent } from './listener.ts'
import { receivedEvent } from './relayed-events.ts'
import type { ListenerRetry } from './retry-listener.ts'
import { numberEvents } from './store.ts'

/** The advisory lock of the relay: its holder delivers events. */
const RELAY_LOCK = 7_318_452_901
const BATCH = 100

/** The dependencies of the relay. */
export interface RelayDeps {
  readonly platform: Platform
  /** In the order in which they get each event. */
  readonly listeners: readonly Listener[]
  /** The job that delivers an event again to a listener that failed. */
  readonly retryListener: JobKind<ListenerRetry>
}

/** `busy`: another relay holds the lock · `idle`: no event was waiting · `relayed`: a batch was delivered and there may be more. */
export type RelayOutcome = 'busy' | 'idle' | 'relayed'

/**
 * Numbers the events that have no number yet, in the order of their positions, and delivers each to its listeners: all in one
 * transaction, by one relay at a time over all instances, so that no event is skipped, duplicated or out of order.
 */
export async function relayEvents(deps: RelayDeps, now: Date): Promise<RelayOutcome> {
  try {
    return await relayBatch(deps, now, deliverDirectly)
  } catch (error) {
    if (!(error instanceof ListenerFault)) throw error
    // A listener failed: retry with each delivery behind a savepoint, and failing ones later by a job.
    return relayBatch(deps, now, deliverBehindSavepoint)
  }
}

type Deliver = (deps: RelayDeps, tx: Tx, delivery: Delivery) => Promise<void>

interface Delivery {
  readonly listener: Listener
  readonly event: ReceivedEvent
  readonly now: Date
}

class ListenerFault extends Error {
  override readonly name = 'ListenerFault'
}

function relayBatch(deps: RelayDeps, now: Date, deliver: Deliver): Promise<RelayOutcome> {
  return deps.platform.database.transaction(async (tx) => {
    // A separate statement, so that the next one sees what the last relay committed.
    const lock = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${RELAY_LOCK}::bigint) as held`.execute(tx)
    if (!lock.rows[0]?.held) return 'busy'
    const events = await numberEvents(tx, { max: BATCH, now })
    for (const event of events.map((each) => receivedEvent(each, deps.platform)))
      for (const listener of deps.listeners) if (listensTo(listener, event.name)) await deliver(deps, tx, { listener, event, now })
    return events.length ? 'relayed' : 'idle'
  })
}

/** Whether the listener handles events of this name. */
function listensTo(listener: Listener, name: EventName): boolean {
  return listener.events === '*' || listener.events.includes(name)
}

async function deliverDirectly(deps: RelayDeps, tx: Tx, { listener, event, now }: Delivery): Promise<void> {
  try {
    await listener.handle(tx, event, { platform: deps.platform, now })
  } catch (error) {
    throw new ListenerFault(`${listener.name} failed on ${event.name}.`, { cause: error })
  }
}

async function deliverBehindSavepoint(deps: RelayDeps, tx: Tx, { listener, event, now }: Delivery): Promise<void> {
  await sql`savepoint delivery`.execute(tx)
  try {
    await listener.handle(tx, event, { platform: deps.platform, now })
    await sql`release savepoint delivery`.execute(tx)
  } catch (error) {
    await sql`rollback to savepoint delivery`.execute(tx)
    deps.platform.log.error('A listener failed on an event; the event will be delivered to it again.', {
      listener: listener.name,
      eventName: event.name,
      id: event.id,
      error,
    })
    const key = `hear:${event.id}:${listener.name}`
    await enqueue(tx, deps.platform, deps.retryListener, { event: event.id, listener: listener.name }, { key })
  }
}
