import { useQuery } from '@tanstack/react-query'
import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect } from 'react'
import type { SessionAndUser } from '#client/index.ts'
import { callErrorOf, sessionQuery } from '#web/api.ts'
import { signInPage } from '#web/next-page.ts'
import { PageFailure } from './public/failure.tsx'

const SessionContext = createContext<SessionAndUser | null>(null)

/** The session and its user. Throws outside `SessionGate`. */
export function useSession(): SessionAndUser {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('SessionGate is missing above this component')
  return session
}

// Impersonation is rare, so its code loads only when it is used.
const ImpersonationBanner = lazy(() => import('./impersonation/session-banner.tsx'))

let isRedirecting = false

/** Opens a page for signed-out users. Requests that fail meanwhile do not redirect to the sign-in page. */
export function leaveTo(page: string): void {
  isRedirecting = true
  location.replace(page)
}

/** Renders its children for a signed-in user and redirects others to the sign-in page, which returns here. */
export function SessionGate({ children }: { children: ReactNode }) {
  const query = useQuery(sessionQuery)
  const error = callErrorOf(query)
  const signedOut = query.data === null
  useEffect(() => {
    if (signedOut && !isRedirecting) location.replace(signInPage(location))
  }, [signedOut])
  if (query.data)
    return (
      <SessionContext value={query.data}>
        {query.data.session.impersonatedBy && (
          <Suspense>
            <ImpersonationBanner />
          </Suspense>
        )}
        {children}
      </SessionContext>
    )
  if (error === null) return null
  return (
    <PageFailure busy={query.isFetching} offline={error.status === 0} onRetry={() => void query.refetch()} requestId={error.requestId} />
  )
}
