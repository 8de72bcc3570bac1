import type { FactEntry } from '#server/facts.ts'
import { sessionFact } from './wire.ts'

/** What happens to sessions. */
export const sessionFacts = {
  'session.created': { audience: 'operator', payload: sessionFact },
  'session.ended': { audience: 'operator', payload: sessionFact },
} as const satisfies Readonly<Record<string, FactEntry>>
