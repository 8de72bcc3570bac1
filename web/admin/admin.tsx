import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { adminPlace, adminPlaces, adminRooms } from '#web/admin-pages.ts'
import { organizationsQuery } from '#web/api.ts'
import { fullLanguage } from '#web/full-language.ts'
import { AppFrame } from '#web/shell/frame/app-frame.tsx'
import { Held } from '#web/shell/held.tsx'
import { isAdministrator } from '#web/shell/nav.ts'
import { NotFound } from '#web/shell/not-found.tsx'
import NotFoundPage from '#web/shell/not-found-page.tsx'
import { firstOf } from '#web/shell/organizations.ts'
import { useSession } from '#web/shell/session.tsx'
import { unreached } from '#web/shell/unreached.ts'
import { cx } from '#web/ui/cx.ts'
import { LeftIcon, ShieldIcon } from '#web/ui/icons/index.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { t } from './messages.ts'

const api = getRouteApi('/admin/{-$room}/{-$id}')
const screens = new Map(
  adminRooms.flatMap(({ name, load, loadOne }) => [
    [adminPlace(name), lazy(() => load().catch(unreached))] as const,
    ...(loadOne === undefined ? [] : [[adminPlace(name, ''), lazy(() => loadOne().catch(unreached))] as const]),
  ]),
)
const groups = adminPlaces()

/** The frame of administration with its places in the sidebar. Whoever does not administer the platform finds nothing at its addresses. */
export default function Admin() {
  const { user, session } = useSession()
  return (
    <LanguageProvider language={fullLanguage}>
      {isAdministrator(user) && session.impersonatedBy === null ? <Frame activeId={session.activeOrganizationId} /> : <NotFoundPage />}
    </LanguageProvider>
  )
}

function Frame({ activeId }: { activeId: string | null }) {
  const { room = '', id } = api.useParams()
  const { data: all = [] } = useQuery(organizationsQuery)
  const organization = firstOf(all, activeId)
  const Screen = screens.get(adminPlace(room, id === undefined ? undefined : ''))
  const title = adminRooms.find(({ name }) => name === room)?.label
  return (
    <AppFrame
      groups={groups}
      head={(rail) => <Head name={organization?.name} rail={rail} slug={organization?.slug} />}
      name={<span className="truncate font-strong">{t('title')}</span>}
      organization={organization}
      organizations={all}
      windowTitle={`${title ?? t('title')} · ${t('title')}`}
    >
      <Held resetOn={`${room}/${id}`}>{Screen === undefined ? <NotFound /> : <Screen key={`${room}/${id}`} />}</Held>
    </AppFrame>
  )
}

/** That this is administration, and the way back to one's own work. */
function Head({ slug, name, rail }: { slug: string | undefined; name: string | undefined; rail: boolean }) {
  const back = name === undefined ? t('backHome') : t('back', { name })
  return (
    <a
      className={cx(
        'flex h-40 min-w-0 flex-1 items-center gap-10 rounded-control px-8 transition-colors hover:bg-hover',
        rail && 'wide:max-desk:justify-center wide:max-desk:px-0',
      )}
      href={slug === undefined ? '/dashboard' : `/dashboard/${slug}`}
      title={back}
    >
      <LeftIcon className="text-muted" />
      <span className={cx('min-w-0 flex-1 truncate font-strong', rail && 'wide:max-desk:sr-only')}>{t('title')}</span>
      <span className="sr-only">{back}</span>
      <ShieldIcon className={cx('text-faint', rail && 'wide:max-desk:hidden')} />
    </a>
  )
}
