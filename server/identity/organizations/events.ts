import type { EventEntry } from '#server/events.ts'
import { member, organizationFact } from './wire.ts'

/** What happens to organizations and their members. */
export const organizationFacts = {
  'organization.created': { audience: 'operator', payload: organizationFact },
  // What merchants hear of it, `organization.updated`, is told by the room of merchants in their words.
  'organization.changed': { audience: 'operator', payload: organizationFact },
  'organization.deleted': { audience: 'operator', payload: organizationFact },
  'member.added': { audience: 'operator', payload: member },
  'member.updated': { audience: 'operator', payload: member },
  'member.removed': { audience: 'operator', payload: member },
} as const satisfies Readonly<Record<string, EventEntry>>
