import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Boundary } from '#web/boundary.tsx'
import { Toaster } from '#web/ui/floating/toast.tsx'
import { DashboardFrame } from './dashboard-frame.tsx'
import { DrawnFailure } from './drawn-failure.tsx'
import { NotFoundPage } from './not-found.tsx'
import { SessionGate } from './session.tsx'
import { t } from './words.ts'

/** Around every routed screen: who is signed in, the frame of its surface, what to show when it cannot be drawn, toasts. */
export function Root() {
  const about = useMatches().at(-1)?.staticData.about
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const title = about === undefined ? t('notFound.title') : t(about.label)
  useEffect(() => {
    document.title = `${title} · Guildhall`
  }, [title])
  const screen = (
    <Boundary fallback={(error, retry) => <DrawnFailure error={error} onRetry={retry} />} resetOn={path}>
      {about === undefined ? <NotFoundPage /> : <Outlet />}
    </Boundary>
  )
  return (
    <>
      <SessionGate>
        {about?.surface === 'dashboard' || path.startsWith('/dashboard/') ? <DashboardFrame>{screen}</DashboardFrame> : screen}
      </SessionGate>
      <Toaster />
    </>
  )
}
