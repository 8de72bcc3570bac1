import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Organization } from '#client/index.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { BarsIcon, QuestionIcon, SearchIcon } from '#web/ui/icons/index.ts'
import { Key } from '#web/ui/text/key.tsx'
import { t } from '../messages.ts'
import type { NavGroup } from '../nav.ts'
import { FrameKeys } from './frame-keys.tsx'
import { Sidebar } from './sidebar.tsx'

const HelpMenu = lazy(() => import('./help-menu.tsx'))
const NavDrawer = lazy(() => import('./nav-drawer.tsx'))

/**
 * The common frame of signed-in pages: the sidebar with `head` on top, the top bar with search, shortcuts, and the page as `children`.
 * `name` is in the top bar of narrow screens, `status` at its right, `mark` below it on the whole width. Palette and shortcuts open pages of `organization`.
 */
export function AppFrame(props: {
  windowTitle: string
  organization: Organization | undefined
  organizations: readonly Organization[]
  groups: readonly NavGroup[]
  head: (rail: boolean) => ReactNode
  name: ReactNode
  status?: ReactNode
  mark?: ReactNode
  children: ReactNode
}) {
  const { windowTitle, organization, organizations, groups, head } = props
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // Null until it was opened first: its code loads then.
  const [drawer, setDrawer] = useState<boolean | null>(null)
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the drawer.
  useEffect(() => setDrawer((before) => before && false), [path])
  useEffect(() => {
    document.title = windowTitle
  }, [windowTitle])
  return (
    <>
      <a
        className="sr-only focus:not-sr-only focus:absolute focus:top-8 focus:left-8 focus:z-20 focus:rounded-control focus:bg-float focus:px-12 focus:py-8 focus:text-label focus:shadow-float"
        href="#content"
      >
        {t('nav.skip')}
      </a>
      <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] wide:grid-cols-[56px_minmax(0,1fr)] desk:grid-cols-[240px_minmax(0,1fr)]">
        <Sidebar groups={groups} head={head} />
        <div className="min-w-0">
          <TopBar
            name={props.name}
            onKeys={() => setOpen('keys')}
            onMenu={() => setDrawer(true)}
            onSearch={() => setOpen('palette')}
            status={props.status}
          />
          {props.mark}
          <main
            className="mx-auto max-w-1184 px-16 pt-16 pb-48 outline-none wide:px-32 wide:pt-24 wide:pb-64"
            id="content"
            key={organization?.id}
            tabIndex={-1}
          >
            {props.children}
          </main>
        </div>
      </div>
      {drawer !== null && (
        <Suspense>
          <NavDrawer groups={groups} head={head} onClose={() => setDrawer(false)} open={drawer} />
        </Suspense>
      )}
      <FrameKeys groups={groups} onOpen={setOpen} open={open} organization={organization} organizations={organizations} />
    </>
  )
}

function TopBar(props: { name: ReactNode; status: ReactNode; onMenu: () => void; onSearch: () => void; onKeys: () => void }) {
  return (
    <header className="sticky top-(--above) z-5 flex h-56 items-center gap-12 border-b border-line bg-canvas px-16 wide:px-32">
      <span className="wide:hidden">
        <IconButton hint={false} icon={BarsIcon} label={t('nav.openMenu')} onClick={props.onMenu} pull="left" />
      </span>
      <span className="flex min-w-0 flex-1 items-center gap-8 wide:hidden">{props.name}</span>
      <button
        className="hidden h-32 w-304 items-center gap-8 rounded-control bg-selected pr-6 pl-10 text-left text-label text-muted transition-colors hover:text-text wide:flex"
        onClick={props.onSearch}
        type="button"
      >
        <SearchIcon />
        <span className="flex-1">{t('frame.search')}</span>
        <Key variant="bare" keys="mod+k" />
      </button>
      <span className="ml-auto flex items-center gap-8">
        {props.status}
        <span className="max-wide:hidden">
          <Suspense fallback={<IconButton icon={QuestionIcon} label={t('frame.help')} onClick={props.onKeys} pull="right" />}>
            <HelpMenu onKeys={props.onKeys} />
          </Suspense>
        </span>
        <span className="wide:hidden">
          <IconButton hint={false} icon={SearchIcon} label={t('frame.search')} onClick={props.onSearch} pull="right" />
        </span>
      </span>
    </header>
  )
}
