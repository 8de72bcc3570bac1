import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { EventName } from '#contract/events.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { enqueue, enqueueDead } from '../worker/enqueue.ts'
import { INTERRUPTIONS_MAX } from '../worker/interruptions.ts'
import type { JobKind } from '../worker/job.ts'
import type { Listener, ReceivedEvent } from './listener.ts'
import { receivedEvent } from './relayed-events.ts'
import type { ListenerRetry } from './retry-listener.ts'
import { countInterruption, type NumberedEvent, numberEvents, PROCESS_TAGS, type ProcessTag, readOutbox } from './store.ts'

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
 * transaction, by one relay at a time over all instances, so that no event is skipped, duplicated or out of order. An event during which
 * the process ends is delivered alone, and the second time put aside (decision 36).
 */
export class Relay {
  readonly #deps: RelayDeps
  readonly #tag: ProcessTag = randomInt(PROCESS_TAGS)

  constructor(deps: RelayDeps) {
    this.#deps = deps
  }

  /** Relays one batch. */
  async relay(now: Date): Promise<RelayOutcome> {
    const { database } = this.#deps.platform
    const { hasWaiting, unfinishedAt } = await readOutbox(database.db, { tag: this.#tag, marks: database.mode === 'embedded' })
    if (!hasWaiting) return 'idle'
    try {
      return await this.#relayBatch({ now, unfinishedAt, isRetry: false })
    } catch (error) {
      if (!(error instanceof ListenerFault)) throw error
      // A listener failed: retry with each delivery behind a savepoint, and failing ones later by a job.
      return this.#relayBatch({ now, unfinishedAt: null, isRetry: true })
    }
  }

  #relayBatch({ now, unfinishedAt, isRetry }: BatchInput): Promise<RelayOutcome> {
    const { platform } = this.#deps
    return platform.database.transaction(async (tx) => {
      // A separate statement, so that the next one sees what the last relay committed.
      const lock = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${RELAY_LOCK}::bigint) as held`.execute(tx)
      if (!lock.rows[0]?.held) return 'busy'
      if (unfinishedAt !== null && (await this.#countInterruption(tx, unfinishedAt))) return 'relayed'
      const events = await numberEvents(tx, { tag: this.#tag, max: BATCH, now })
      const healthy = events.filter(({ interruptions }) => interruptions < INTERRUPTIONS_MAX)
      for (const event of events) if (!healthy.includes(event)) await putAside(this.#deps, tx, event)
      const received = healthy.map((event) => receivedEvent(event, platform))
      for (const { resourceId } of received) failpoint('during-relay', resourceId)
      await (isRetry ? deliverBehindSavepoints : deliverDirectly)(this.#deps, tx, { events: received, now })
      return events.length ? 'relayed' : 'idle'
    })
  }

  // Commits before the events are delivered again, so that the count outlives the next end of a process.
  async #countInterruption(tx: Tx, unfinishedAt: number): Promise<boolean> {
    const count = await countInterruption(tx, { unfinishedAt, max: BATCH })
    if (count === 0) return false
    this.#deps.platform.log.warn('A process ended while it relayed events; the relay delivers them one by one.', {
      position: unfinishedAt,
      count,
    })
    return true
  }
}

interface BatchInput {
  readonly now: Date
  /** The position of the first event of a batch of another process that may have been interrupted. */
  readonly unfinishedAt: number | null
  /** Whether a listener failed on the batch. */
  readonly isRetry: boolean
}

interface Deliveries {
  readonly events: readonly ReceivedEvent[]
  readonly now: Date
}

interface Delivery {
  readonly listener: Listener
  readonly event: ReceivedEvent
  readonly now: Date
}

class ListenerFault extends Error {
  override readonly name = 'ListenerFault'
}

/** Whether the listener handles events of this name. */
function listensTo(listener: Listener, name: EventName): boolean {
  return listener.events === '*' || listener.events.includes(name)
}

// A dead job for each listener: an operator sees it, and retries it.
async function putAside({ platform, retryListener, listeners }: RelayDeps, tx: Tx, event: NumberedEvent): Promise<void> {
  const { id, organization_id: organizationId } = event
  const eventName = event.name as EventName
  platform.log.error('The relay put an event aside: its process ended twice while it delivered the event.', {
    id,
    eventName,
    organizationId,
  })
  const message = `The process ended twice while the relay delivered the event ${eventName} (${id}).`
  for (const listener of listeners.filter((each) => listensTo(each, eventName)))
    await enqueueDead(tx, platform, { job: [retryListener, { event: id, listener: listener.name }], message })
}

async function deliverDirectly({ platform, listeners }: RelayDeps, tx: Tx, { events, now }: Deliveries): Promise<void> {
  const context = { platform, now }
  const attempt = async (listener: Listener, handle: () => Promise<void> | undefined): Promise<void> => {
    try {
      await handle()
    } catch (cause) {
      throw new ListenerFault(`${listener.name} failed.`, { cause })
    }
  }
  for (const event of events)
    for (const listener of listeners)
      if (!listener.handleBatch && listensTo(listener, event.name)) await attempt(listener, () => listener.handle(tx, event, context))
  for (const listener of listeners) {
    const own = listener.handleBatch ? events.filter(({ name }) => listensTo(listener, name)) : []
    if (own.length) await attempt(listener, () => listener.handleBatch?.(tx, own, context))
  }
}

async function deliverBehindSavepoints(deps: RelayDeps, tx: Tx, { events, now }: Deliveries): Promise<void> {
  for (const event of events)
    for (const listener of deps.listeners)
      if (listensTo(listener, event.name)) await deliverBehindSavepoint(deps, tx, { listener, event, now })
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
