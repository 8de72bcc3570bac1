import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { accountSurface } from '#web/account-pages.ts'
import { organizationsQuery } from '#web/api.ts'
import { fullLanguage } from '#web/full-language.ts'
import { AppFrame } from '#web/shell/frame/app-frame.tsx'
import { navOf } from '#web/shell/nav.ts'
import { defaultOrganization } from '#web/shell/organizations.ts'
import { SurfacePage, surfaceTitle } from '#web/shell/pages/surface-page.tsx'
import { useSession } from '#web/shell/session.tsx'
import { cx } from '#web/ui/cx.ts'
import { LeftIcon } from '#web/ui/icons/index.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { t } from './messages.ts'

const api = getRouteApi('/account/{-$section}')
const groups = navOf(accountSurface)
const ImpersonationRestrictions = lazy(() => import('#web/shell/impersonation/restrictions.tsx'))

/** The account frame: a sidebar with its pages and a link back to the dashboard, and the page that the URL names. */
export default function Account() {
  const { section } = api.useParams()
  const { session } = useSession()
  const { data: all = [] } = useQuery(organizationsQuery)
  if (section === undefined) return <Navigate params={{ section: 'profile' }} replace to="/account/{-$section}" />
  const organization = defaultOrganization(all, session.activeOrganizationId)
  return (
    <LanguageProvider language={fullLanguage}>
      <AppFrame
        groups={groups}
        head={(rail) => <BackLink name={organization?.name} rail={rail} slug={organization?.slug} />}
        name={<span className="truncate font-strong">{t('title')}</span>}
        organization={organization}
        organizations={all}
        windowTitle={`${surfaceTitle(accountSurface, section)} · Guildhall`}
      >
        <div className="mx-auto max-w-840">
          {session.impersonatedBy && (
            <Suspense>
              <ImpersonationRestrictions page={section} />
            </Suspense>
          )}
          <SurfacePage section={section} surface={accountSurface} />
        </div>
      </AppFrame>
    </LanguageProvider>
  )
}

function BackLink({ slug, name, rail }: { slug: string | undefined; name: string | undefined; rail: boolean }) {
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
