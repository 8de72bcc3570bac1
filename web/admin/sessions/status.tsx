import type { AdminSession } from '#client/types.ts'
import { StatusRow, type StatusTable } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

const statuses: StatusTable<'direct' | 'impersonation'> = {
  direct: { tone: 'good', word: () => t('direct'), meaning: () => t('meanings.direct') },
  impersonation: { tone: 'warn', word: () => t('impersonation'), meaning: () => t('meanings.impersonation') },
}

/** Whether the user or an administrator signed in, for rows. */
export const SessionStatus = ({ session }: { session: Pick<AdminSession, 'impersonatedBy'> }) => (
  <StatusRow status={statuses[session.impersonatedBy === null ? 'direct' : 'impersonation']} />
)
