import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { CallFailure } from '#web/api.ts'
import { Boundary } from '#web/boundary.tsx'
import { Toaster } from '#web/ui/floating/toaster.tsx'
import { Failure } from '#web/ui/showing/failure.tsx'
import { FullPage } from './public/full-page.tsx'
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
  const inDashboard = about?.surface === 'dashboard' || path.startsWith('/dashboard/')
  return (
    <>
      <SessionGate>
        <Boundary fallback={(error) => <Failed around={FullPage} error={error} onRetry={() => location.reload()} />} resetOn={inDashboard}>
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
    <Boundary fallback={(error, retry) => <Failed error={error} onRetry={retry} />} resetOn={path}>
      <Suspense>
        <Outlet />
      </Suspense>
    </Boundary>
  )
}

function Failed({
  error,
  onRetry,
  around: Around,
}: {
  error: unknown
  onRetry: () => void
  around?: (props: { children: ReactNode }) => ReactNode
}) {
  const failure = <Failure level={1} onRetry={onRetry} requestId={error instanceof CallFailure ? error.error.requestId : null} />
  return Around === undefined ? failure : <Around>{failure}</Around>
}
