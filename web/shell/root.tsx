import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { CallFailure } from '#web/api.ts'
import { Boundary } from '#web/boundary.tsx'
import { Toaster } from '#web/ui/floating/toaster.tsx'
import { FailureNotice, PageFailure } from './public/failure.tsx'
import { SessionGate } from './session.tsx'
import { ScreenUnreached } from './unreached.ts'

export const NotFoundPage = lazy(() => import('./not-found-page.tsx'))
const loadFrame = () => import('./dashboard-frame.tsx')
const DashboardFrame = lazy(loadFrame)
// Asked for beside the session and not after it: most visits need it. A failure shows where the frame is drawn.
if (location.pathname.startsWith('/dashboard')) void loadFrame().catch(() => undefined)

/** Around every routed screen: who is signed in, the frame of its surface, what to show when it cannot be drawn, toasts. */
export function Root() {
  const about = useMatches().at(-1)?.staticData.about
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const inDashboard = about?.surface === 'dashboard' || path.startsWith('/dashboard/')
  return (
    <>
      <SessionGate>
        <Boundary fallback={(error) => <PageFailure {...told(error, reloadOnline)} />} resetOn={inDashboard}>
          <Suspense>
            {inDashboard ? (
              <DashboardFrame>
                <Screen path={path} />
              </DashboardFrame>
            ) : (
              <Screen path={path} />
            )}
          </Suspense>
        </Boundary>
      </SessionGate>
      <Toaster />
    </>
  )
}

/** The screen itself: what it throws stays inside of its frame. */
function Screen({ path }: { path: string }) {
  return (
    <Boundary fallback={(error, retry) => <FailureNotice {...told(error, retry)} />} resetOn={path}>
      <Suspense>
        <Outlet />
      </Suspense>
    </Boundary>
  )
}

// Without a connection a reload would put the browser's own page in the place of this one.
const reloadOnline = () => {
  if (navigator.onLine) location.reload()
}

/** What to say of an error. Code that did not arrive is remembered as missing, so that only a new page asks for it again. */
function told(error: unknown, retry: () => void) {
  if (error instanceof ScreenUnreached) return { requestId: null, offline: true, onRetry: reloadOnline }
  return { requestId: error instanceof CallFailure ? error.error.requestId : null, onRetry: retry }
}
