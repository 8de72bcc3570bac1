import type { Meter } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

type StatusFields = Pick<Meter, 'archivedAt'>

const statuses: StatusTable<'active' | 'archived'> = {
  active: { tone: 'good', word: () => t('active'), meaning: () => t('meanings.active') },
  archived: { tone: 'ended', word: () => t('archived'), meaning: () => t('meanings.archived') },
}
const statusOf = ({ archivedAt }: StatusFields) => statuses[archivedAt === null ? 'active' : 'archived']

/** Whether prices can charge by a meter, for rows. */
export const MeterStatus = ({ meter }: { meter: StatusFields }) => <StatusRow status={statusOf(meter)} />

/** Whether prices can charge by a meter, beside a title. */
export const MeterPill = ({ meter }: { meter: StatusFields }) => <StatusTitle status={statusOf(meter)} />
