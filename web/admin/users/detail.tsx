import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useMemo } from 'react'
import type { AdminUserDetails } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { useCommands } from '#web/shell/commands.ts'
import { DetailLayout } from '#web/shell/layouts.tsx'
import { isAdministrator } from '#web/shell/nav.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import { useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { StatsRow } from '#web/ui/display/metric.tsx'
import { DotsIcon, EyeIcon, StopIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { EntriesCard } from '../audit-log/entries-card.tsx'
import type { userPageSearch } from '../search.ts'
import { SingleResource } from '../single-resource.tsx'
import { useResourceId } from '../use-resource.ts'
import { BanDialog } from './ban-dialog.tsx'
import { AboutCard, MembershipsCard, SignInMethodsCard } from './cards.tsx'
import { ImpersonateDialog, RemoveUserDialog, RevokeSessionsDialog, UnbanDialog } from './confirmations.tsx'
import { t } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { isBanned, roleText, UserPill } from './status.tsx'
import { type UserDialogProps, userQuery } from './user.ts'
import { type UserAction, userActions } from './user-actions.ts'

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
  const { user, sessions } = details
  const { at, set } = usePageSearch<typeof userPageSearch>()
  const isSelf = useSession().user.id === user.id
  const open = (dialog: UserAction) => set({ dialog })
  const actions = useMemo(() => userActions(user, (dialog) => set({ dialog })).filter((action) => action !== 'line'), [user, set])
  useCommands(useMemo(() => actions.flatMap((action) => commandOf(action)), [actions]))
  useEffect(() => {
    document.title = `${user.name} · ${t('title')}`
  }, [user.name])
  const Dialog = Object.hasOwn(dialogs, at.dialog ?? '') ? dialogs[at.dialog as UserAction] : undefined
  return (
    <>
      <DetailLayout
        aside={
          <>
            <AboutCard user={user} />
            <SignInMethodsCard details={details} />
          </>
        }
        head={
          <PageHeader
            crumb={{ label: t('title'), href: adminHref('users') }}
            lead={user.email}
            status={<UserPill user={user} />}
            title={user.name}
          >
            {!isAdministrator(user) && !isBanned(user) && (
              <Button icon={EyeIcon} onClick={() => open('impersonate')}>
                {t('actions.impersonate')}
              </Button>
            )}
            <Menu
              items={userActions(user, open)}
              label={t('actions.title')}
              side="end"
              trigger={(trigger) => (
                <Button {...trigger} icon={DotsIcon}>
                  {t('actions.title')}
                </Button>
              )}
            />
          </PageHeader>
        }
      >
        {isSelf && <Banner tone="info">{t('detail.isYou')}</Banner>}
        <BanNotice onLift={() => open('unban')} details={details} />
        <StatsRow
          stats={[
            [t('role'), roleText(user)],
            [t('detail.organizations'), details.memberships.length],
            [t('detail.sessions'), sessions.length],
            [t('joined'), <Time as="day" at={user.createdAt} key="since" />],
          ]}
        />
        <SessionsCard name={user.name} userId={user.id} />
        <MembershipsCard memberships={details.memberships} />
        <EntriesCard of={{ userId: user.id }} all={`${adminHref('audit')}?of=${user.id}`} none={t('detail.noActivity')} />
      </DetailLayout>
      {Dialog !== undefined && <Dialog onClose={() => set({ dialog: undefined })} details={details} />}
    </>
  )
}

function commandOf(action: ReturnType<typeof userActions>[number]) {
  if (action === 'line' || !('label' in action) || action.disabled) return []
  return [{ id: action.label, label: action.label, icon: action.icon ?? DotsIcon, run: action.onSelect ?? (() => undefined) }]
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
