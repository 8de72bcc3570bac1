import type { User } from '#client/index.ts'
import { locale } from '#web/language.ts'
import { isAdministrator } from '#web/shell/nav.ts'
import { dayText } from '#web/ui/text/moment.ts'
import { type StatusEntry, StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

/** Whether a ban is active; an expired ban is lifted at the next sign-in of the user. */
export const isBanned = ({ banned, banExpires }: Pick<User, 'banned' | 'banExpires'>, now = Date.now()): boolean =>
  banned === true && (banExpires === null || Date.parse(banExpires) > now)

const statuses: StatusTable<'active' | 'unconfirmed' | 'banned' | 'bannedUntil'> = {
  active: { tone: 'good', word: () => t('statuses.active'), meaning: () => t('meanings.active') },
  unconfirmed: { tone: 'neutral', word: () => t('statuses.unconfirmed'), meaning: () => t('meanings.unconfirmed') },
  banned: { tone: 'bad', word: () => t('statuses.banned'), meaning: () => t('meanings.banned') },
  bannedUntil: { tone: 'bad', word: () => t('statuses.bannedUntil'), meaning: () => t('meanings.bannedUntil') },
}

function statusOf(user: User): StatusEntry {
  if (!isBanned(user)) return statuses[user.emailVerified ? 'active' : 'unconfirmed']
  if (user.banExpires === null) return statuses.banned
  const date = dayText(locale, new Date(user.banExpires))
  return { ...statuses.bannedUntil, word: () => t('statuses.bannedUntilDate', { date }) }
}

/** The status of a user, for a row. */
export const UserStatus = ({ user }: { user: User }) => <StatusRow status={statusOf(user)} />

/** The status of a user, beside a title. */
export const UserPill = ({ user }: { user: User }) => <StatusTitle status={statusOf(user)} />

/** The platform role of a user. */
export const roleText = (user: Pick<User, 'role'>): string => t(isAdministrator(user) ? 'roles.admin' : 'roles.user')
