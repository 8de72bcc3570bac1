import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

type StatusClass = 'success' | 'redirect' | 'refused' | 'failed'

const statuses: StatusTable<StatusClass> = {
  success: { tone: 'good', word: () => t('classes.success'), meaning: () => t('meanings.success') },
  redirect: { tone: 'neutral', word: () => t('classes.redirect'), meaning: () => t('meanings.redirect') },
  refused: { tone: 'warn', word: () => t('classes.refused'), meaning: () => t('meanings.refused') },
  failed: { tone: 'bad', word: () => t('classes.failed'), meaning: () => t('meanings.failed') },
}

const classOf = (status: number): StatusClass =>
  status < 300 ? 'success' : status < 400 ? 'redirect' : status < 500 ? 'refused' : 'failed'

/** The HTTP status of a call, for rows. */
export const CallStatus = ({ status }: { status: number }) => <StatusRow status={statuses[classOf(status)]}>{status}</StatusRow>

/** The HTTP status of a call as one word, beside a title. */
export const CallPill = ({ status }: { status: number }) => <StatusTitle status={statuses[classOf(status)]} />

/** The classes by which calls are filtered, and their words. */
export const statusClasses = [
  ['2xx', () => t('classes.success')],
  ['3xx', () => t('classes.redirect')],
  ['4xx', () => t('classes.refused')],
  ['5xx', () => t('classes.failed')],
] as const
