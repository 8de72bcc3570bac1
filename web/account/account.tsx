import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { accountPlaces, rooms } from '#web/account-pages.ts'
import { organizationsQuery } from '#web/api.ts'
import { fullLanguage } from '#web/full-language.ts'
import { AppFrame } from '#web/shell/frame/app-frame.tsx'
import { Held } from '#web/shell/held.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { firstOf } from '#web/shell/organizations.ts'
import { useSession } from '#web/shell/session.tsx'
import { unreached } from '#web/shell/unreached.ts'
import { cx } from '#web/ui/cx.ts'
import { LeftIcon } from '#web/ui/icons/index.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { t } from './messages.ts'

const api = getRouteApi('/account/{-$room}')
const screens = new Map(rooms.map(({ name, load }) => [name, lazy(() => load().catch(unreached))]))
const groups = accountPlaces()
const RefusedWhileBorrowed = lazy(() => import('#web/shell/impersonation/refused.tsx'))

/** The account's frame: its rooms in the sidebar, the way back on top; the room that the address names inside. */
export default function Account() {
  const { room } = api.useParams()
  const { session } = useSession()
  const { data: all = [] } = useQuery(organizationsQuery)
  if (room === undefined) return <Navigate params={{ room: 'profile' }} replace to="/account/{-$room}" />
  const organization = firstOf(all, session.activeOrganizationId)
  const Screen = screens.get(room)
  const title = rooms.find(({ name }) => name === room)?.label
  return (
    <LanguageProvider language={fullLanguage}>
      <AppFrame
        groups={groups}
        head={(rail) => <Back name={organization?.name} rail={rail} slug={organization?.slug} />}
        name={<span className="truncate font-strong">{t('title')}</span>}
        organization={organization}
        organizations={all}
        windowTitle={`${title ?? t('title')} · Guildhall`}
      >
        <div className="mx-auto max-w-840">
          {session.impersonatedBy && (
            <Suspense>
              <RefusedWhileBorrowed room={room} />
            </Suspense>
          )}
          <Held resetOn={room}>{Screen === undefined ? <NotFound /> : <Screen />}</Held>
        </div>
      </AppFrame>
    </LanguageProvider>
  )
}

function Back({ slug, name, rail }: { slug: string | undefined; name: string | undefined; rail: boolean }) {
  const label = name === undefined ? t('backHome') : t('back', { name })
  return (
    <a
      className={cx(
        'flex h-40 min-w-0 flex-1 items-center gap-10 rounded-control px-8 font-strong transition-colors hover:bg-hover',
        rail && 'wide:max-desk:justify-center wide:max-desk:px-0',
      )}
      href={slug === undefined ? '/dashboard' : `/dashboard/${slug}`}
      title={rail ? label : undefined}
    >
      <LeftIcon className="text-muted" />
      <span className={cx('truncate', rail && 'wide:max-desk:sr-only')}>{label}</span>
    </a>
  )
}
