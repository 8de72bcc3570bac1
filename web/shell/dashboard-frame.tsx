import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { apiQuery } from '#web/api.ts'
import { fullLanguage } from '#web/full-language.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { StopIcon } from '#web/ui/icons/index.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { StatusPill } from '#web/ui/text/status.tsx'
import { PageAccess } from './access/page-access.tsx'
import { useFeatures } from './features.ts'
import { AppFrame } from './frame/app-frame.tsx'
import { TestClockMark } from './frame/test-clock-mark.tsx'
import { t } from './messages.ts'
import { dashboardNav } from './nav.ts'
import { OrganizationSwitch } from './organization-switch.tsx'
import { OrganizationContext, useOrganizations } from './organizations.ts'
import { QueryContent } from './query-content.tsx'

const WebhookNotice = lazy(() => import('./frame/webhook-notice.tsx'))
const UnknownOrganization = lazy(() => import('./frame/unknown-organization.tsx'))

/**
 * The frame of every page of a merchant's dashboard: all messages, sidebar, search, shortcuts. `children` is the page. The frame is painted
 * before the organizations are known: the sidebar's links need only the path.
 */
export default function DashboardFrame({ children }: { children: ReactNode }) {
  return (
    <LanguageProvider language={fullLanguage}>
      <Frame>{children}</Frame>
    </LanguageProvider>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const meta = useMatches().at(-1)?.staticData.meta
  const title = meta === undefined ? t('notFound.title') : t(meta.label)
  const { query, all, current: organization, slug } = useOrganizations()
  const features = useFeatures(organization)
  const isUnknown = query.data !== undefined && organization === undefined
  return (
    <OrganizationContext value={organization ?? null}>
      <AppFrame
        groups={isUnknown ? [] : dashboardNav(slug, organization, features)}
        head={(rail) => <OrganizationSwitch current={organization} isLoading={query.isPending} organizations={all} rail={rail} />}
        mark={
          organization !== undefined && (
            <>
              <TestClockMark organization={organization} />
              <Suspense>
                <WebhookNotice organization={organization} />
              </Suspense>
            </>
          )
        }
        name={
          organization !== undefined && (
            <>
              <Avatar name={organization.name} square src={organization.logo} />
              <span className="truncate font-strong">{organization.name}</span>
            </>
          )
        }
        organization={organization}
        organizations={all}
        status={organization !== undefined && <TestMode id={organization.id} />}
        windowTitle={`${title} · ${organization?.name ?? 'Guildhall'}`}
      >
        <QueryContent query={query}>
          {() => (
            <Suspense>
              {organization === undefined ? (
                <UnknownOrganization slug={slug} />
              ) : (
                <PageAccess needs={meta?.needs} organization={organization}>
                  <BlockedBanner id={organization.id} slug={slug} />
                  {children}
                </PageAccess>
              )}
            </Suspense>
          )}
        </QueryContent>
      </AppFrame>
    </OrganizationContext>
  )
}

function TestMode({ id }: { id: string }) {
  const { data } = useQuery(apiQuery('organizations', 'get', id))
  if (data?.mode !== 'test') return null
  return (
    <span title={t('frame.testModeText')}>
      <StatusPill bare tone="info">
        {t('frame.testMode')}
      </StatusPill>
    </span>
  )
}

function BlockedBanner({ id, slug }: { id: string; slug: string }) {
  const { data } = useQuery(apiQuery('organizations', 'get', id))
  if (data?.status !== 'blocked') return null
  return (
    <div className="mb-24">
      <Banner action={<Link href={`/dashboard/${slug}/settings/audit-log`}>{t('frame.blockedWhy')}</Link>} icon={StopIcon} tone="bad">
        <p className="font-strong">{t('frame.blocked')}</p>
        <p>{t('frame.blockedText')}</p>
      </Banner>
    </div>
  )
}
