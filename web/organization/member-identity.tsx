import type { MemberWithUser } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { t } from './messages.ts'

/** A member in a row: picture, name and email; the current user is marked. */
export function MemberIdentity({ user, isMe = false }: { user: MemberWithUser['user']; isMe?: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-12 py-8">
      <Avatar name={user.name} size={32} src={user.image} />
      <span className="grid min-w-0">
        <span className="truncate">
          {user.name}
          {isMe && <span className="font-regular text-muted"> · {t('members.you')}</span>}
        </span>
        <span className="truncate font-regular text-muted">{shownEmail(user.email)}</span>
      </span>
    </span>
  )
}
