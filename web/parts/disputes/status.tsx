import type { Dispute } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

const statuses: StatusTable<Dispute['status']> = {
  prevented: { tone: 'ended', word: () => t('states.prevented'), meaning: () => t('meanings.prevented') },
  early_warning: { tone: 'warn', word: () => t('states.early_warning'), meaning: () => t('meanings.early_warning') },
  needs_response: { tone: 'warn', word: () => t('states.needs_response'), meaning: () => t('meanings.needs_response') },
  under_review: { tone: 'info', word: () => t('states.under_review'), meaning: () => t('meanings.under_review') },
  won: { tone: 'good', word: () => t('states.won'), meaning: () => t('meanings.won') },
  lost: { tone: 'bad', word: () => t('states.lost'), meaning: () => t('meanings.lost') },
}

/** The status of a dispute, for rows. */
export const DisputeStatus = ({ dispute }: { dispute: Pick<Dispute, 'status'> }) => <StatusRow status={statuses[dispute.status]} />

/** The status of a dispute, beside a title. */
export const DisputePill = ({ dispute }: { dispute: Pick<Dispute, 'status'> }) => <StatusTitle status={statuses[dispute.status]} />
