import type { AccessToken } from '#client/index.ts'
import { useNow } from '#web/ui/text/now.ts'
import { StatusRow, type StatusTable } from '#web/ui/text/status-table.tsx'
import { stateOf } from './expiry.ts'
import { t } from './messages.ts'

const statuses: StatusTable<ReturnType<typeof stateOf>> = {
  live: { tone: 'good', word: () => t('live'), meaning: () => t('meanings.live') },
  expiresSoon: { tone: 'warn', word: () => t('expiresSoon'), meaning: () => t('meanings.expiresSoon') },
  expired: { tone: 'ended', word: () => t('expired'), meaning: () => t('meanings.expired') },
}

/** The status of a token, for rows. */
export const TokenStatus = ({ token }: { token: AccessToken }) => <StatusRow status={statuses[stateOf(token, useNow())]} />
