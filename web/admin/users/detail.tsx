import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useMemo } from 'react'
import type { AdminPerson } from '#client/administration-types.ts'
import { adminPlace } from '#web/admin-pages.ts'
import { useCommands } from '#web/shell/commands.ts'
import { DetailLayout } from '#web/shell/layouts.tsx'
import { isAdministrator } from '#web/shell/nav.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { FactsRow } from '#web/ui/display/metric.tsx'
import { DotsIcon, EyeIcon, StopIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { useAddress } from '../address.ts'
import { EntriesCard } from '../audit-log/entries-card.tsx'
import { OneThing } from '../one-thing.tsx'
import { actsOn, type UserAct } from './acts.ts'
import { BanDialog } from './ban-dialog.tsx'
import { AboutCard, MembershipsCard, WaysCard } from './cards.tsx'
import { Impersonate, Remove, Revoke, Unban } from './confirmations.tsx'
import { t } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { type Asked, personQuery } from './person.ts'
import { RoleDialog } from './role-dialog.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { isBanned, roleText, UserPill } from './status.tsx'

const dialogs: Readonly<Record<UserAct, ComponentType<Asked>>> = {
  impersonate: Impersonate,
  role: RoleDialog,
  password: PasswordDialog,
  ban: BanDialog,
  unban: Unban,
  revoke: Revoke,
  remove: Remove,
}

/** One person: who they are, how they come in, where they are signed in, what they belong to, what was done; and every act on them. */
export default function UserDetail() {
  const { id = '' } = useAddress()
  const query = useQuery(personQuery(id))
  return (
    <OneThing crumb={{ label: t('title'), href: adminPlace('users') }} id={id} query={query}>
      {(person) => <Person person={person} />}
    </OneThing>
  )
}

function Person({ person }: { person: AdminPerson }) {
  const { user, sessions } = person
  const { at, set } = useAddress()
  const isSelf = useSession().user.id === user.id
  const open = (dialog: UserAct) => set({ dialog })
  const acts = useMemo(() => actsOn(user, (dialog) => set({ dialog })).filter((act) => act !== 'line'), [user, set])
  useCommands(useMemo(() => acts.flatMap((act) => commandOf(act)), [acts]))
  useEffect(() => {
    document.title = `${user.name} · ${t('title')}`
  }, [user.name])
  const Dialog = Object.hasOwn(dialogs, at.dialog ?? '') ? dialogs[at.dialog as UserAct] : undefined
  return (
    <>
      <DetailLayout
        aside={
          <>
            <AboutCard user={user} />
            <WaysCard person={person} />
          </>
        }
        head={
          <PageHeader
            crumb={{ label: t('title'), href: adminPlace('users') }}
            lead={user.email}
            status={<UserPill user={user} />}
            title={user.name}
          >
            {!isAdministrator(user) && !isBanned(user) && (
              <Button icon={EyeIcon} onClick={() => open('impersonate')}>
                {t('acts.impersonate')}
              </Button>
            )}
            <Menu
              items={actsOn(user, open)}
              label={t('acts.title')}
              side="end"
              trigger={(trigger) => (
                <Button {...trigger} icon={DotsIcon}>
                  {t('acts.title')}
                </Button>
              )}
            />
          </PageHeader>
        }
      >
        {isSelf && <Banner tone="info">{t('detail.isYou')}</Banner>}
        <BanNotice onLift={() => open('unban')} person={person} />
        <FactsRow
          facts={[
            [t('role'), roleText(user)],
            [t('detail.organizations'), person.memberships.length],
            [t('detail.sessions'), sessions.length],
            [t('since'), <Time as="day" at={user.createdAt} key="since" />],
          ]}
        />
        <SessionsCard name={user.name} userId={user.id} />
        <MembershipsCard memberships={person.memberships} />
        <EntriesCard of={{ userId: user.id }} all={`${adminPlace('audit')}?of=${user.id}`} none={t('detail.noActivity')} />
      </DetailLayout>
      {Dialog !== undefined && <Dialog onClose={() => set({ dialog: undefined })} person={person} />}
    </>
  )
}

function commandOf(act: ReturnType<typeof actsOn>[number]) {
  if (act === 'line' || !('label' in act) || act.disabled) return []
  return [{ id: act.label, label: act.label, icon: act.icon ?? DotsIcon, run: act.act ?? (() => undefined) }]
}

function BanNotice({ person: { user }, onLift }: { person: AdminPerson; onLift: () => void }) {
  const { locale } = useLanguage()
  if (!isBanned(user)) return null
  const until =
    user.banExpires && new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(user.banExpires))
  return (
    <Banner act={<Button onClick={onLift}>{t('detail.lift')}</Button>} icon={StopIcon} tone="bad">
      <p className="font-strong">{until ? t('detail.bannedTitle', { time: until }) : t('detail.bannedForGood')}</p>
      {user.banReason && <p className="[overflow-wrap:anywhere]">{t('detail.bannedWhy', { reason: user.banReason })}</p>}
    </Banner>
  )
}
