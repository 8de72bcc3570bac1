import type { TaxRecord } from '#client/index.ts'
import { StatusRow, type StatusTable } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

const statuses: StatusTable<TaxRecord['status']> = {
  pending: { tone: 'info', word: () => t('states.pending'), meaning: () => t('meanings.pending') },
  recorded: { tone: 'good', word: () => t('states.recorded'), meaning: () => t('meanings.recorded') },
  failed: { tone: 'bad', word: () => t('states.failed'), meaning: () => t('meanings.failed') },
}

/** The status of a tax record, for rows. */
export const TaxRecordStatus = ({ record }: { record: Pick<TaxRecord, 'status'> }) => <StatusRow status={statuses[record.status]} />
