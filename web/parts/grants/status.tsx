import type { BenefitGrant } from '#client/index.ts'
import { StatusRow, type StatusTable } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'
import { type GrantState, grantState } from './state.ts'

const statuses: StatusTable<GrantState> = {
  pending: { tone: 'info', word: () => t('states.pending'), meaning: () => t('meanings.pending') },
  granted: { tone: 'good', word: () => t('states.granted'), meaning: () => t('meanings.granted') },
  waiting: { tone: 'warn', word: () => t('states.waiting'), meaning: () => t('meanings.waiting') },
  failed: { tone: 'bad', word: () => t('states.failed'), meaning: () => t('meanings.failed') },
  revoked: { tone: 'ended', word: () => t('states.revoked'), meaning: () => t('meanings.revoked') },
}

/** The state of a grant, for rows. */
export const GrantStatus = ({ grant }: { grant: Pick<BenefitGrant, 'error' | 'isGranted' | 'isRevoked'> }) => (
  <StatusRow status={statuses[grantState(grant)]} />
)
