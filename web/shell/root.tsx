import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Boundary } from '#web/boundary.tsx'
import { Toaster } from '#web/ui/floating/toaster.tsx'
import { DrawnFailure } from './drawn-failure.tsx'
import { SessionGate } from './session.tsx'

const NotFoundPage = lazy(() => import('./not-found-page.tsx'))
const loadFrame = () => import('./dashboard-frame.tsx')
const DashboardFrame = lazy(loadFrame)
// Asked for beside the session and not after it: most visits need it.
if (location.pathname.startsWith('/dashboard')) void loadFrame()

/** Around every routed screen: who is signed in, the frame of its surface, what to show when it cannot be drawn, toasts. */
export function Root() {
  const about = useMatches().at(-1)?.staticData.about
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const screen = (
    <Boundary fallback={(error, retry) => <DrawnFailure error={error} onRetry={retry} />} resetOn={path}>
      <Suspense>{about === undefined ? <NotFoundPage /> : <Outlet />}</Suspense>
    </Boundary>
  )
  return (
    <>
      <SessionGate>
        {about?.surface === 'dashboard' || path.startsWith('/dashboard/') ? (
          <Suspense>
            <DashboardFrame>{screen}</DashboardFrame>
          </Suspense>
        ) : (
          screen
        )}
      </SessionGate>
      <Toaster />
    </>
  )
}
