import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '#web/api.ts'
import { fullLanguage } from '#web/full-language.ts'
import { Empty } from '#web/ui/display/empty.tsx'
import { SearchIcon } from '#web/ui/icons/index.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { StatusPill } from '#web/ui/text/status.tsx'
import { AppFrame } from './frame/app-frame.tsx'
import { Loaded } from './loaded.tsx'
import { t } from './messages.ts'
import { placesOf } from './nav.ts'
import { OrganizationSwitch } from './organization-switch.tsx'
import { OrganizationContext, useOrganizations } from './organizations.ts'

/** Around every screen of a merchant's dashboard: all the words, sidebar, search, shortcuts; the screen itself is `children`. */
export default function DashboardFrame({ children }: { children: ReactNode }) {
  return (
    <LanguageProvider language={fullLanguage}>
      <Frame>{children}</Frame>
    </LanguageProvider>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const about = useMatches().at(-1)?.staticData.about
  const title = about === undefined ? t('notFound.title') : t(about.label)
  const { query, all, current: organization, slug } = useOrganizations()
  return (
    <Loaded query={query} skeleton={<div className="min-h-dvh" />}>
      {() => (
        <OrganizationContext value={organization ?? null}>
          <AppFrame
            groups={organization === undefined ? [] : placesOf(organization.slug)}
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
            {organization === undefined ? <UnknownOrganization slug={slug} /> : children}
          </AppFrame>
        </OrganizationContext>
      )}
    </Loaded>
  )
}

function TestMode({ id }: { id: string }) {
  const { data } = useQuery(ask('organizations', 'get', id))
  if (data?.mode !== 'test') return null
  return (
    <span title={t('frame.testModeText')}>
      <StatusPill bare tone="info">
        {t('frame.testMode')}
      </StatusPill>
    </span>
  )
}

/** Says that the address names no organization of the person. */
export function UnknownOrganization({ slug }: { slug: string }) {
  return <Empty icon={SearchIcon} level={1} text={t('noOrganization.text')} title={t('noOrganization.title', { slug })} />
}
