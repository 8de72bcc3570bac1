import type { User } from '#client/index.ts'
import { isAdministrator } from '#web/shell/nav.ts'
import { Status, StatusPill, type StatusTone } from '#web/ui/text/status.tsx'
import { t } from './messages.ts'

/** Whether a ban is active; an expired ban is lifted at the next sign-in of the user. */
export const isBanned = ({ banned, banExpires }: Pick<User, 'banned' | 'banExpires'>, now = Date.now()): boolean =>
  banned === true && (banExpires === null || Date.parse(banExpires) > now)

function statusOf(user: User): readonly [tone: StatusTone, label: string] {
  if (isBanned(user)) return ['bad', t(user.banExpires === null ? 'statuses.banned' : 'statuses.bannedUntil')]
  return user.emailVerified ? ['good', t('statuses.active')] : ['neutral', t('statuses.unconfirmed')]
}

/** The status of a user, for a row. */
export function UserStatus({ user }: { user: User }) {
  const [tone, label] = statusOf(user)
  return <Status tone={tone}>{label}</Status>
}

/** The status of a user, beside a title. */
export function UserPill({ user }: { user: User }) {
  const [tone, label] = statusOf(user)
  return <StatusPill tone={tone}>{label}</StatusPill>
}

/** The platform role of a user. */
export const roleText = (user: Pick<User, 'role'>): string => t(isAdministrator(user) ? 'roles.admin' : 'roles.user')
