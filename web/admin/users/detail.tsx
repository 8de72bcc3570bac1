import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { AdminUserDetails } from '#client/types.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { adminHref } from '#web/admin/href.ts'
import { DetailFrame } from '#web/shell/detail/detail-frame.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import { useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { StopIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { LazyEntriesCard } from '../audit-log/lazy-entries-card.tsx'
import type { userPageSearch } from '../search.ts'
import { SingleResource } from '../single-resource.tsx'
import { useResourceId } from '../use-resource.ts'
import { BanDialog } from './ban-dialog.tsx'
import { Email, MembershipsCard, SignInMethodsCard } from './cards.tsx'
import { ImpersonateDialog, RemoveUserDialog, RevokeSessionsDialog, UnbanDialog } from './confirmations.tsx'
import { t } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { isBanned, roleText, UserPill } from './status.tsx'
import { type UserDialogProps, userQuery } from './user.ts'
import { copyCommands, type UserAction, userCommands } from './user-actions.ts'

const dialogs: Readonly<Record<UserAction, ComponentType<UserDialogProps>>> = {
  impersonate: ImpersonateDialog,
  role: RoleDialog,
  password: PasswordDialog,
  ban: BanDialog,
  unban: UnbanDialog,
  revoke: RevokeSessionsDialog,
  remove: RemoveUserDialog,
}

/** One user: details, sign-in methods, sessions, memberships, audit entries and all actions. */
export default function UserDetail() {
  const id = useResourceId()
  const query = useQuery(userQuery(id))
  return (
    <SingleResource crumb={{ label: t('title'), href: adminHref('users') }} id={id} query={query}>
      {(details) => <UserContent details={details} />}
    </SingleResource>
  )
}

function UserContent({ details }: { details: AdminUserDetails }) {
  const { user, sessions, memberships } = details
  const { at, set } = usePageSearch<typeof userPageSearch>()
  const isSelf = useSession().user.id === user.id
  const open = (dialog: UserAction) => set({ dialog })
  const { impersonate, others, danger } = userCommands(user, open)
  const Dialog = Object.hasOwn(dialogs, at.dialog ?? '') ? dialogs[at.dialog as UserAction] : undefined
  const audit = `${adminHref('audit')}?of=${user.id}`
  return (
    <DetailFrame
      actions={{
        ...(!impersonate.disabled && { secondary: impersonate }),
        menu: [others, copyCommands(user)],
        danger,
        overlays: Dialog !== undefined && <Dialog onClose={() => set({ dialog: undefined })} details={details} />,
      }}
      below={<SignInMethodsCard details={details} />}
      crumb={{ label: t('title'), href: adminHref('users') }}
      details={[
        [t('email'), <Email key="email" text={shownEmail(user.email)} />],
        [t('detail.confirmed'), t(user.emailVerified ? 'detail.yes' : 'detail.no')],
        user.username !== null && [t('detail.username'), user.displayUsername ?? user.username],
      ]}
      figures={[
        [t('role'), roleText(user)],
        [t('detail.organizations'), memberships.length],
        [t('detail.sessions'), sessions.length],
      ]}
      history={<LazyEntriesCard all={audit} none={t('detail.noActivity')} of={{ userId: user.id }} />}
      lead={shownEmail(user.email)}
      main={
        <>
          <SessionsCard name={user.name} userId={user.id} />
          <MembershipsCard memberships={memberships} />
        </>
      }
      notice={
        <>
          {isSelf && <Banner tone="info">{t('detail.isYou')}</Banner>}
          <BanNotice details={details} onLift={() => open('unban')} />
        </>
      }
      resource={{ id: user.id, createdAt: user.createdAt, modifiedAt: user.updatedAt }}
      status={<UserPill user={user} />}
      title={user.name}
      windowTitle={`${user.name} · ${t('title')}`}
    />
  )
}

function BanNotice({ details: { user }, onLift }: { details: AdminUserDetails; onLift: () => void }) {
  const { locale } = useLanguage()
  if (!isBanned(user)) return null
  const until =
    user.banExpires && new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(user.banExpires))
  return (
    <Banner action={<Button onClick={onLift}>{t('detail.lift')}</Button>} icon={StopIcon} tone="bad">
      <p className="font-strong">{until ? t('detail.bannedTitle', { time: until }) : t('detail.bannedPermanently')}</p>
      {user.banReason && <p className="[overflow-wrap:anywhere]">{t('detail.bannedReason', { reason: user.banReason })}</p>}
    </Banner>
  )
}
