import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { Boundary } from '#web/boundary.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { failureProps, PageBoundary } from './pages/page-boundary.tsx'
import { PageFailure } from './public/failure.tsx'
import { SessionGate } from './session.tsx'

export const NotFoundPage = lazy(() => import('./pages/not-found-page.tsx'))
const loadFrame = () => import('./dashboard-frame.tsx')
const DashboardFrame = lazy(loadFrame)
// Requested together with the session and not after it: most page loads need it. A failure appears where the frame renders.
if (location.pathname.startsWith('/dashboard')) void loadFrame().catch(() => undefined)

let isRendered = false
/** Whether a page has rendered since the document loaded. */
export const hasRendered = (): boolean => isRendered

/** Wraps every routed page: the session, the frame, the failure notice, toasts. */
export function Root() {
  const meta = useMatches().at(-1)?.staticData.meta
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    isRendered = true
  }, [])
  const inDashboard = meta === undefined ? path.startsWith('/dashboard/') : meta.frame === 'dashboard'
  return (
    <>
      <SessionGate>
        <Boundary fallback={(error) => <PageFailure {...failureProps(error)} />} resetOn={inDashboard}>
          <Suspense>
            {inDashboard ? (
              <DashboardFrame>
                <PageBoundary resetOn={path}>
                  <Outlet />
                </PageBoundary>
              </DashboardFrame>
            ) : (
              <PageBoundary resetOn={path}>
                <Outlet />
              </PageBoundary>
            )}
          </Suspense>
        </Boundary>
      </SessionGate>
      <Toaster />
    </>
  )
}
