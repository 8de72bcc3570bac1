import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { accountNav, accountPages } from '#web/account-pages.ts'
import { organizationsQuery } from '#web/api.ts'
import { fullLanguage } from '#web/full-language.ts'
import { AppFrame } from '#web/shell/frame/app-frame.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { defaultOrganization } from '#web/shell/organizations.ts'
import { PageBoundary } from '#web/shell/page-boundary.tsx'
import { rethrowLoadError } from '#web/shell/page-load-error.ts'
import { useSession } from '#web/shell/session.tsx'
import { cx } from '#web/ui/cx.ts'
import { LeftIcon } from '#web/ui/icons/index.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { t } from './messages.ts'

const api = getRouteApi('/account/{-$section}')
const pageComponents = new Map(accountPages.map(({ name, load }) => [name, lazy(() => load().catch(rethrowLoadError))]))
const groups = accountNav()
const ImpersonationRestrictions = lazy(() => import('#web/shell/impersonation/restrictions.tsx'))

/** The account frame: a sidebar with its pages and a link back to the dashboard, and the page that the URL names. */
export default function Account() {
  const { section } = api.useParams()
  const { session } = useSession()
  const { data: all = [] } = useQuery(organizationsQuery)
  if (section === undefined) return <Navigate params={{ section: 'profile' }} replace to="/account/{-$section}" />
  const organization = defaultOrganization(all, session.activeOrganizationId)
  const Page = pageComponents.get(section)
  const title = accountPages.find(({ name }) => name === section)?.label
  return (
    <LanguageProvider language={fullLanguage}>
      <AppFrame
        groups={groups}
        head={(rail) => <BackLink name={organization?.name} rail={rail} slug={organization?.slug} />}
        name={<span className="truncate font-strong">{t('title')}</span>}
        organization={organization}
        organizations={all}
        windowTitle={`${title ?? t('title')} · Guildhall`}
      >
        <div className="mx-auto max-w-840">
          {session.impersonatedBy && (
            <Suspense>
              <ImpersonationRestrictions page={section} />
            </Suspense>
          )}
          <PageBoundary resetOn={section}>{Page === undefined ? <NotFound /> : <Page />}</PageBoundary>
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
