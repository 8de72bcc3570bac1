import type { LicenseKeyRead } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

/** A status as the dashboard shows it: a granted key that has expired has a word of its own. */
type ShownStatus = LicenseKeyRead['status'] | 'expired'

const statuses: StatusTable<ShownStatus> = {
  granted: { tone: 'good', word: () => t('states.granted'), meaning: () => t('meanings.granted') },
  disabled: { tone: 'warn', word: () => t('states.disabled'), meaning: () => t('meanings.disabled') },
  revoked: { tone: 'ended', word: () => t('states.revoked'), meaning: () => t('meanings.revoked') },
  expired: { tone: 'ended', word: () => t('states.expired'), meaning: () => t('meanings.expired') },
}

type StatusFields = Pick<LicenseKeyRead, 'status' | 'expiresAt'>

/** The status that is shown: a key expires at `expiresAt` itself. */
export const shownStatus = ({ status, expiresAt }: StatusFields, now: Date): ShownStatus =>
  status === 'granted' && expiresAt !== null && new Date(expiresAt) <= now ? 'expired' : status

/** The status of a key, for rows. */
export const LicenseKeyStatus = ({ licenseKey }: { licenseKey: StatusFields }) => (
  <StatusRow status={statuses[shownStatus(licenseKey, new Date())]} />
)

/** The status of a key, beside a title. */
export const LicenseKeyPill = ({ licenseKey }: { licenseKey: StatusFields }) => (
  <StatusTitle status={statuses[shownStatus(licenseKey, new Date())]} />
)
