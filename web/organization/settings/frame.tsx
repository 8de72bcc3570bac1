import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Organization } from '#client/index.ts'
import { fullLanguage } from '#web/full-language.ts'
import { settingsSurface, t } from '#web/organization-pages.ts'
import { AppFrame } from '#web/shell/frame/app-frame.tsx'
import { TestClockMark } from '#web/shell/frame/test-clock-mark.tsx'
import UnknownOrganization from '#web/shell/frame/unknown-organization.tsx'
import { navOf } from '#web/shell/nav.ts'
import { NotFound } from '#web/shell/not-found.tsx'
import { OrganizationContext, useOrganizations } from '#web/shell/organizations.ts'
import { SurfacePage, surfaceTitle } from '#web/shell/pages/surface-page.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { useSession } from '#web/shell/session.tsx'
import { cx } from '#web/ui/cx.ts'
import { LeftIcon } from '#web/ui/icons/index.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { fullQuery, rolesQuery } from '../client.ts'
import { MembershipContext, membershipOf } from '../membership.ts'

const api = getRouteApi('/dashboard/$org/settings/{-$section}/{-$id}')

/** The frame of the organization settings: a sidebar with the pages and a link back, and the page that the URL names. */
export default function OrganizationSettings() {
  const { org, section, id } = api.useParams()
  const { query, all, current } = useOrganizations()
  if (section === undefined)
    return <Navigate params={{ org, section: 'general' }} replace to="/dashboard/$org/settings/{-$section}/{-$id}" />
  return (
    <LanguageProvider language={fullLanguage}>
      <QueryContent query={query} skeleton={<div className="min-h-dvh" />}>
        {() => (
          <OrganizationContext value={current ?? null}>
            <AppFrame
              groups={current === undefined ? [] : navOf(settingsSurface, { slug: current.slug, organization: current })}
              head={(rail) => <BackLink organization={current} rail={rail} />}
              mark={current !== undefined && <TestClockMark organization={current} />}
              name={<span className="truncate font-strong">{current?.name ?? t('title')}</span>}
              organization={current}
              organizations={all}
              windowTitle={`${surfaceTitle(settingsSurface, section, id)} · ${current?.name ?? 'Guildhall'}`}
            >
              {current === undefined ? (
                <UnknownOrganization slug={org} />
              ) : (
                <div className="mx-auto max-w-840">
                  <MembershipLoader organization={current}>
                    <SurfacePage id={id} organization={current} section={section} surface={settingsSurface} />
                  </MembershipLoader>
                </div>
              )}
            </AppFrame>
          </OrganizationContext>
        )}
      </QueryContent>
    </LanguageProvider>
  )
}

/** Loads the members and roles of the organization: every page needs the user's permissions. */
function MembershipLoader({ organization, children }: { organization: Organization; children: ReactNode }) {
  const { user } = useSession()
  const full = useQuery(fullQuery(organization.id))
  const roles = useQuery(rolesQuery(organization.id))
  return (
    <QueryContent query={full}>
      {(loaded) => (
        <QueryContent query={roles}>
          {(all) => {
            const me = loaded?.members.find(({ userId }) => userId === user.id)
            if (loaded === null || me === undefined) return <NotFound />
            return <MembershipContext value={membershipOf(loaded, me, all)}>{children}</MembershipContext>
          }}
        </QueryContent>
      )}
    </QueryContent>
  )
}

function BackLink({ organization, rail }: { organization: Organization | undefined; rail: boolean }) {
  const label = t('back', { name: organization?.name ?? 'Guildhall' })
  return (
    <a
      aria-label={label}
      className={cx(
        'flex h-40 min-w-0 flex-1 items-center gap-10 rounded-control px-8 font-strong transition-colors hover:bg-hover',
        rail && 'wide:max-desk:justify-center wide:max-desk:px-0',
      )}
      href={organization === undefined ? '/dashboard' : `/dashboard/${organization.slug}`}
      title={rail ? label : undefined}
    >
      <LeftIcon className="text-muted" />
      <span className={cx('truncate', rail && 'wide:max-desk:sr-only')}>{organization?.name ?? 'Guildhall'}</span>
    </a>
  )
}
