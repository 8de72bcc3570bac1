import type { EventEntry } from '#contract/events.ts'
import { member, organizationEvent } from './wire.ts'

/** Domain events of organizations and their members. */
export const organizationEvents = {
  'organization.created': { audience: 'operator', payload: organizationEvent },
  // The merchants module emits `organization.updated` with its own payload for merchants.
  'organization.changed': { audience: 'operator', payload: organizationEvent },
  'organization.deleted': { audience: 'operator', payload: organizationEvent },
  'member.added': { audience: 'operator', payload: member },
  'member.updated': { audience: 'operator', payload: member },
  'member.removed': { audience: 'operator', payload: member },
} as const satisfies Readonly<Record<string, EventEntry>>
