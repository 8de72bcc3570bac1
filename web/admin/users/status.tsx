import type { User } from '#client/index.ts'
import { isAdministrator } from '#web/shell/nav.ts'
import { Status, StatusPill, type StatusTone } from '#web/ui/text/status.tsx'
import { t } from './messages.ts'

/** Whether a ban holds; one that is over is lifted when its person comes back. */
export const isBanned = ({ banned, banExpires }: Pick<User, 'banned' | 'banExpires'>, now = Date.now()): boolean =>
  banned === true && (banExpires === null || Date.parse(banExpires) > now)

function statusOf(user: User): readonly [tone: StatusTone, word: string] {
  if (isBanned(user)) return ['bad', t(user.banExpires === null ? 'statuses.banned' : 'statuses.bannedUntil')]
  return user.emailVerified ? ['good', t('statuses.active')] : ['neutral', t('statuses.unconfirmed')]
}

/** Whether a person may come in, in a row. */
export function UserStatus({ user }: { user: User }) {
  const [tone, word] = statusOf(user)
  return <Status tone={tone}>{word}</Status>
}

/** The same beside a title. */
export function UserPill({ user }: { user: User }) {
  const [tone, word] = statusOf(user)
  return <StatusPill tone={tone}>{word}</StatusPill>
}

/** What somebody is on the platform, in a word. */
export const roleText = (user: Pick<User, 'role'>): string => t(isAdministrator(user) ? 'roles.admin' : 'roles.user')
