import type { EventEntry } from '#contract/events.ts'
import { invitation } from '#identity/organizations/wire.ts'

/** Domain events of invitations. They never contain the secret. */
export const invitationEvents = {
  'invitation.created': { audience: 'operator', payload: invitation },
  'invitation.renewed': { audience: 'operator', payload: invitation },
  'invitation.accepted': { audience: 'operator', payload: invitation },
  'invitation.rejected': { audience: 'operator', payload: invitation },
  'invitation.canceled': { audience: 'operator', payload: invitation },
} as const satisfies Readonly<Record<string, EventEntry>>
