import type { Invitation } from '#client/index.ts'
import { StatusRow, type StatusTable } from '#web/ui/text/status-table.tsx'
import { t } from '../messages.ts'
import { type InvitationState, stateOf } from './states.ts'

const statuses: StatusTable<InvitationState> = {
  pending: { tone: 'info', word: () => t('invitations.states.pending'), meaning: () => t('invitations.meanings.pending') },
  expired: { tone: 'ended', word: () => t('invitations.states.expired'), meaning: () => t('invitations.meanings.expired') },
  accepted: { tone: 'good', word: () => t('invitations.states.accepted'), meaning: () => t('invitations.meanings.accepted') },
  rejected: { tone: 'neutral', word: () => t('invitations.states.rejected'), meaning: () => t('invitations.meanings.rejected') },
  canceled: { tone: 'neutral', word: () => t('invitations.states.canceled'), meaning: () => t('invitations.meanings.canceled') },
}

/** The status of an invitation, for rows. */
export const InvitationStatus = ({ invitation }: { invitation: Invitation }) => (
  <StatusRow status={statuses[stateOf(invitation, new Date())]} />
)
