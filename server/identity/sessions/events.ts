import type { EventEntry } from '#server/events.ts'
import { sessionFact } from './wire.ts'

/** What happens to sessions. */
export const sessionFacts = {
  'session.created': { audience: 'operator', payload: sessionFact },
  'session.ended': { audience: 'operator', payload: sessionFact },
} as const satisfies Readonly<Record<string, EventEntry>>
