import type { EventEntry } from '#contract/events.ts'
import { sessionEvent } from './wire.ts'

/** The domain events of sessions. */
export const sessionEvents = {
  'session.created': { audience: 'operator', payload: sessionEvent },
  'session.ended': { audience: 'operator', payload: sessionEvent },
} as const satisfies Readonly<Record<string, EventEntry>>
