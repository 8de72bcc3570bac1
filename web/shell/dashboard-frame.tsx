import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/api.ts'
import { fullLanguage } from '#web/full-language.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { Forbidden } from '#web/ui/display/failure.tsx'
import { SearchIcon } from '#web/ui/icons/index.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { StatusPill } from '#web/ui/text/status.tsx'
import { isPermitted } from './access/permission.ts'
import { AppFrame } from './frame/app-frame.tsx'
import { t } from './messages.ts'
import { dashboardNav } from './nav.ts'
import { OrganizationSwitch } from './organization-switch.tsx'
import { OrganizationContext, useOrganizations } from './organizations.ts'
import { QueryContent } from './query-content.tsx'

/** The frame of every page of a merchant's dashboard: all messages, sidebar, search, shortcuts. `children` is the page. */
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
  return (
    <QueryContent query={query} skeleton={<div className="min-h-dvh" />}>
      {() => (
        <OrganizationContext value={organization ?? null}>
          <AppFrame
            groups={organization === undefined ? [] : dashboardNav(organization)}
            head={(rail) => <OrganizationSwitch current={organization} organizations={all} rail={rail} />}
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
            {organization === undefined ? (
              <UnknownOrganization slug={slug} />
            ) : isPermitted(organization, meta?.needs) ? (
              children
            ) : (
              <Forbidden level={1} />
            )}
          </AppFrame>
        </OrganizationContext>
      )}
    </QueryContent>
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

/** Shown when the path names no organization of the user. */
export function UnknownOrganization({ slug }: { slug: string }) {
  return <Empty icon={SearchIcon} level={1} text={t('noOrganization.text')} title={t('noOrganization.title', { slug })} />
}
