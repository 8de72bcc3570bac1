import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { adminSurface } from '#web/admin-pages.ts'
import { organizationsQuery } from '#web/api.ts'
import { fullLanguage } from '#web/full-language.ts'
import { AppFrame } from '#web/shell/frame/app-frame.tsx'
import { isAdministrator, navOf } from '#web/shell/nav.ts'
import { defaultOrganization } from '#web/shell/organizations.ts'
import NotFoundPage from '#web/shell/pages/not-found-page.tsx'
import { SurfacePage, surfaceTitle } from '#web/shell/pages/surface-page.tsx'
import { useSession } from '#web/shell/session.tsx'
import { cx } from '#web/ui/cx.ts'
import { LeftIcon, ShieldIcon } from '#web/ui/icons/index.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { t } from './messages.ts'

const api = getRouteApi('/admin/{-$section}/{-$id}')
const groups = navOf(adminSurface)

/** The admin frame with its pages in the sidebar. For users who are not administrators its pages do not exist. */
export default function Admin() {
  const { user, session } = useSession()
  return (
    <LanguageProvider language={fullLanguage}>
      {isAdministrator(user) && session.impersonatedBy === null ? <Frame activeId={session.activeOrganizationId} /> : <NotFoundPage />}
    </LanguageProvider>
  )
}

function Frame({ activeId }: { activeId: string | null }) {
  const { section, id } = api.useParams()
  const { data: all = [] } = useQuery(organizationsQuery)
  const organization = defaultOrganization(all, activeId)
  return (
    <AppFrame
      groups={groups}
      head={(rail) => <Head name={organization?.name} rail={rail} slug={organization?.slug} />}
      name={<span className="truncate font-strong">{t('title')}</span>}
      organization={organization}
      organizations={all}
      windowTitle={`${surfaceTitle(adminSurface, section, id)} · ${t('title')}`}
    >
      <SurfacePage id={id} section={section} surface={adminSurface} />
    </AppFrame>
  )
}

/** The title of the administration, with a link back to the dashboard. */
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
