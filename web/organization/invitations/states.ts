import type { Invitation } from '#client/index.ts'
import type { StatusTone } from '#web/ui/text/status.tsx'

export const states = ['pending', 'expired', 'accepted', 'rejected', 'canceled'] as const

export type InvitationState = (typeof states)[number]

/** What has become of an invitation; one whose time is over is pending on the wire. */
export const stateOf = ({ status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>, now: Date): InvitationState =>
  status === 'pending' && Date.parse(expiresAt) <= now.getTime() ? 'expired' : status

export const tones: Readonly<Record<InvitationState, StatusTone>> = {
  pending: 'info',
  expired: 'over',
  accepted: 'good',
  rejected: 'neutral',
  canceled: 'neutral',
}

/** The status that the server is asked for; it does not tell what is over from what is open. */
export const statusOf = (state: InvitationState | undefined): Invitation['status'] | undefined => (state === 'expired' ? 'pending' : state)
