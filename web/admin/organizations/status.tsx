import type { AdminOrganization } from '#client/types.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

type Blockable = Pick<AdminOrganization, 'blockedAt'>

const statuses: StatusTable<'active' | 'blocked'> = {
  active: { tone: 'good', word: () => t('statuses.active'), meaning: () => t('meanings.active') },
  blocked: { tone: 'bad', word: () => t('statuses.blocked'), meaning: () => t('meanings.blocked') },
}

const statusOf = ({ blockedAt }: Blockable) => statuses[blockedAt === null ? 'active' : 'blocked']

/** Whether an organization may take payments, for a row. */
export const OrganizationStatus = ({ organization }: { organization: Blockable }) => <StatusRow status={statusOf(organization)} />

/** The same beside a title. */
export const OrganizationPill = ({ organization }: { organization: Blockable }) => <StatusTitle status={statusOf(organization)} />
