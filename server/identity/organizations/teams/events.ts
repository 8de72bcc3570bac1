import type { EventEntry } from '#contract/events.ts'
import { team } from '#identity/organizations/wire.ts'

/** Domain events of teams. */
export const teamEvents = {
  'team.created': { audience: 'operator', payload: team },
  'team.updated': { audience: 'operator', payload: team },
  'team.deleted': { audience: 'operator', payload: team },
} as const satisfies Readonly<Record<string, EventEntry>>
