import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import type { Organization } from '#client/index.ts'
import { fullLanguage } from '#web/full-language.ts'
import { settingsPlaces, settingsRooms, t } from '#web/organization-pages.ts'
import { UnknownOrganization } from '#web/shell/dashboard-frame.tsx'
import { AppFrame } from '#web/shell/frame/app-frame.tsx'
import { Held } from '#web/shell/held.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { OrganizationContext, useOrganizations } from '#web/shell/organizations.ts'
import { useSession } from '#web/shell/session.tsx'
import { unreached } from '#web/shell/unreached.ts'
import { cx } from '#web/ui/cx.ts'
import { LeftIcon } from '#web/ui/icons/index.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { fullQuery, rolesQuery } from '../client.ts'
import { StandingContext, standingOf } from '../standing.ts'

const api = getRouteApi('/dashboard/$org/settings/{-$room}/{-$id}')
const screens = new Map(settingsRooms.map(({ name, load }) => [name, lazy(() => load().catch(unreached))]))

/** The frame of an organization's settings: its rooms in the sidebar, the way back on top; the room that the address names inside. */
export default function OrganizationSettings() {
  const { org, room } = api.useParams()
  const { query, all, current } = useOrganizations()
  if (room === undefined) return <Navigate params={{ org, room: 'general' }} replace to="/dashboard/$org/settings/{-$room}/{-$id}" />
  const label = settingsRooms.find(({ name }) => name === room)?.label ?? t('title')
  return (
    <LanguageProvider language={fullLanguage}>
      <Loaded query={query} skeleton={<div className="min-h-dvh" />}>
        {() => (
          <OrganizationContext value={current ?? null}>
            <AppFrame
              groups={current === undefined ? [] : settingsPlaces(current.slug)}
              head={(rail) => <Back organization={current} rail={rail} />}
              name={<span className="truncate font-strong">{current?.name ?? t('title')}</span>}
              organization={current}
              organizations={all}
              windowTitle={`${label} · ${current?.name ?? 'Guildhall'}`}
            >
              {current === undefined ? (
                <UnknownOrganization slug={org} />
              ) : (
                <div className="mx-auto max-w-840">
                  <Known organization={current}>
                    <Room name={room} />
                  </Known>
                </div>
              )}
            </AppFrame>
          </OrganizationContext>
        )}
      </Loaded>
    </LanguageProvider>
  )
}

function Room({ name }: { name: string }) {
  const Screen = screens.get(name)
  return <Held resetOn={name}>{Screen === undefined ? <NotFound /> : <Screen />}</Held>
}

/** Asks for everybody in the organization and for its roles: every room needs to know what the person may do here. */
function Known({ organization, children }: { organization: Organization; children: ReactNode }) {
  const { user } = useSession()
  const full = useQuery(fullQuery(organization.id))
  const roles = useQuery(rolesQuery(organization.id))
  return (
    <Loaded query={full}>
      {(known) => (
        <Loaded query={roles}>
          {(all) => {
            const me = known?.members.find(({ userId }) => userId === user.id)
            if (known === null || me === undefined) return <NotFound />
            return <StandingContext value={standingOf(known, me, all)}>{children}</StandingContext>
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

function Back({ organization, rail }: { organization: Organization | undefined; rail: boolean }) {
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
