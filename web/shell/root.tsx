import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Boundary } from '#web/boundary.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { Held, told } from './held.tsx'
import { PageFailure } from './public/failure.tsx'
import { SessionGate } from './session.tsx'

export const NotFoundPage = lazy(() => import('./not-found-page.tsx'))
const loadFrame = () => import('./dashboard-frame.tsx')
const DashboardFrame = lazy(loadFrame)
// Asked for beside the session and not after it: most visits need it. A failure shows where the frame is drawn.
if (location.pathname.startsWith('/dashboard')) void loadFrame().catch(() => undefined)

/** Around every routed screen: who is signed in, the frame of its surface, what to show when it cannot be drawn, toasts. */
export function Root() {
  const about = useMatches().at(-1)?.staticData.about
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const inDashboard = about === undefined ? path.startsWith('/dashboard/') : about.surface === 'dashboard'
  return (
    <>
      <SessionGate>
        <Boundary fallback={(error) => <PageFailure {...told(error)} />} resetOn={inDashboard}>
          <Suspense>
            {inDashboard ? (
              <DashboardFrame>
                <Held resetOn={path}>
                  <Outlet />
                </Held>
              </DashboardFrame>
            ) : (
              <Held resetOn={path}>
                <Outlet />
              </Held>
            )}
          </Suspense>
        </Boundary>
      </SessionGate>
      <Toaster />
    </>
  )
}
