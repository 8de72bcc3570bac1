import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { processEventSpec } from '../job-specs.ts'
import type { ProcessorEventType, ProcessorName } from '../processor.ts'
import { insertEvent } from '../store.ts'

/** An event that a processor sends about the charge of `key`. */
export interface ProcessorEvent {
  readonly organizationId: string
  readonly processor: ProcessorName
  readonly eventId: string
  readonly type: ProcessorEventType
  readonly key: string
}

/** Stores an event in the inbox, once however often it is sent, and enqueues its processing. */
export async function receiveEvent(tx: Tx, platform: Platform, event: ProcessorEvent): Promise<void> {
  const { organizationId } = event
  const now = platform.clock.now({ organizationId })
  const id = newId(now)
  if (!(await insertEvent(tx, { ...event, id }, now))) return
  await enqueue(tx, platform, processEventSpec, { organizationId, eventId: id })
}
