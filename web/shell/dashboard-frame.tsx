import { useQuery } from '@tanstack/react-query'
import { useMatches, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { Organization } from '#client/index.ts'
import { ask } from '#web/api.ts'
import { fullLanguage } from '#web/full-language.ts'
import { IconButton } from '#web/ui/acts/icon-button.tsx'
import { BarsIcon, QuestionIcon, SearchIcon } from '#web/ui/icons/index.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { Empty } from '#web/ui/showing/empty.tsx'
import { Avatar } from '#web/ui/words/avatar.tsx'
import { Key } from '#web/ui/words/key.tsx'
import { StatusPill } from '#web/ui/words/status.tsx'
import { FrameKeys } from './frame-keys.tsx'
import { Loaded } from './loaded.tsx'
import { OrganizationContext, useOrganizations } from './organizations.ts'
import { NavDrawer, Sidebar } from './sidebar.tsx'
import { t } from './words.ts'

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
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { query, all, current: organization, slug } = useOrganizations()
  const [drawer, setDrawer] = useState(false)
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere is what closes the drawer.
  useEffect(() => setDrawer(false), [path])
  useEffect(() => {
    document.title = [title, organization?.name ?? 'Guildhall'].join(' · ')
  }, [title, organization?.name])

  return (
    <Loaded query={query} skeleton={<div className="min-h-dvh" />}>
      {() => {
        const inside = organization === undefined ? <UnknownOrganization slug={slug} /> : children
        return (
          <OrganizationContext value={organization ?? null}>
            <a
              className="sr-only focus:not-sr-only focus:absolute focus:top-8 focus:left-8 focus:z-20 focus:rounded-control focus:bg-float focus:px-12 focus:py-8 focus:text-label focus:shadow-float"
              href="#content"
            >
              {t('nav.skip')}
            </a>
            <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] wide:grid-cols-[56px_minmax(0,1fr)] desk:grid-cols-[240px_minmax(0,1fr)]">
              <Sidebar organization={organization} organizations={all} />
              <div className="min-w-0">
                <TopBar
                  onKeys={() => setOpen('keys')}
                  onMenu={() => setDrawer(true)}
                  onSearch={() => setOpen('palette')}
                  organization={organization}
                />
                <main
                  className="mx-auto max-w-1184 px-16 pt-16 pb-48 outline-none wide:px-32 wide:pt-24 wide:pb-64"
                  id="content"
                  key={organization?.id}
                  tabIndex={-1}
                >
                  {inside}
                </main>
              </div>
            </div>
            <NavDrawer onClose={() => setDrawer(false)} open={drawer} organization={organization} organizations={all} />
            <FrameKeys onOpen={setOpen} open={open} organization={organization} organizations={all} />
          </OrganizationContext>
        )
      }}
    </Loaded>
  )
}

function TopBar(props: { organization: Organization | undefined; onMenu: () => void; onSearch: () => void; onKeys: () => void }) {
  const { organization } = props
  return (
    <header className="sticky top-0 z-5 flex h-56 items-center gap-12 border-b border-line bg-canvas px-16 wide:px-32">
      <span className="wide:hidden">
        <IconButton hint={false} icon={BarsIcon} label={t('nav.openMenu')} onClick={props.onMenu} pull="left" />
      </span>
      {organization !== undefined && (
        <span className="flex min-w-0 flex-1 items-center gap-8 wide:hidden">
          <Avatar name={organization.name} square src={organization.logo} />
          <span className="truncate font-strong">{organization.name}</span>
        </span>
      )}
      <button
        className="hidden h-32 w-304 items-center gap-8 rounded-control bg-selected pr-6 pl-10 text-left text-label text-muted transition-colors hover:text-text wide:flex"
        onClick={props.onSearch}
        type="button"
      >
        <SearchIcon />
        <span className="flex-1">{t('frame.search')}</span>
        <Key look="bare" press="mod+k" />
      </button>
      <span className="ml-auto flex items-center gap-8">
        {organization !== undefined && <TestMode id={organization.id} />}
        <span className="max-wide:hidden">
          <IconButton icon={QuestionIcon} label={t('frame.shortcuts')} onClick={props.onKeys} pull="right" />
        </span>
        <span className="wide:hidden">
          <IconButton hint={false} icon={SearchIcon} label={t('frame.search')} onClick={props.onSearch} pull="right" />
        </span>
      </span>
    </header>
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

function UnknownOrganization({ slug }: { slug: string }) {
  return <Empty icon={SearchIcon} level={1} text={t('noOrganization.text')} title={t('noOrganization.title', { slug })} />
}
