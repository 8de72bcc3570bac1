import type { Invitation } from '#client/index.ts'

export const states = ['pending', 'expired', 'accepted', 'rejected', 'canceled'] as const

export type InvitationState = (typeof states)[number]

/** The state of an invitation; the API returns an expired one as pending. */
export const stateOf = ({ status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>, now: Date): InvitationState =>
  status === 'pending' && Date.parse(expiresAt) <= now.getTime() ? 'expired' : status
