import type { Invitation } from '#client/index.ts'
import type { StatusTone } from '#web/ui/text/status.tsx'

export const states = ['pending', 'expired', 'accepted', 'rejected', 'canceled'] as const

export type InvitationState = (typeof states)[number]

/** The state of an invitation; the API returns an expired one as pending. */
export const stateOf = ({ status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>, now: Date): InvitationState =>
  status === 'pending' && Date.parse(expiresAt) <= now.getTime() ? 'expired' : status

export const tones: Readonly<Record<InvitationState, StatusTone>> = {
  pending: 'info',
  expired: 'ended',
  accepted: 'good',
  rejected: 'neutral',
  canceled: 'neutral',
}
