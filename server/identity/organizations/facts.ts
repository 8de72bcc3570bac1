import type { FactEntry } from '#server/facts.ts'
import { organizationFact } from './wire.ts'

/** What happens to organizations. */
export const organizationFacts = {
  'organization.created': { audience: 'internal', payload: organizationFact },
} as const satisfies Readonly<Record<string, FactEntry>>
