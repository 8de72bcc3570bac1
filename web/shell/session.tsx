import { useQuery } from '@tanstack/react-query'
import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect } from 'react'
import type { SessionAndUser } from '#client/index.ts'
import { callErrorOf, sessionQuery } from '#web/api.ts'
import { signInPage } from '#web/next-page.ts'
import { PageFailure } from './public/failure.tsx'

const SessionContext = createContext<SessionAndUser | null>(null)

/** Who is signed in. Everything below `SessionGate` has somebody. */
export function useSession(): SessionAndUser {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('SessionGate is missing above this part')
  return session
}

// Somebody acts as the person who is signed in: rare, so its code comes only then.
const Borrowed = lazy(() => import('./impersonation/banner.tsx'))

let isLeaving = false

/** Leaves for a page where nobody is signed in. What is asked meanwhile does not lead to another one. */
export function leaveFor(page: string): void {
  isLeaving = true
  location.replace(page)
}

/** Lets signed-in people through and sends others to the sign-in page, from where they come back. */
export function SessionGate({ children }: { children: ReactNode }) {
  const query = useQuery(sessionQuery)
  const error = callErrorOf(query)
  const signedOut = query.data === null
  useEffect(() => {
    if (signedOut && !isLeaving) location.replace(signInPage(location))
  }, [signedOut])
  if (query.data)
    return (
      <SessionContext value={query.data}>
        {query.data.session.impersonatedBy && (
          <Suspense>
            <Borrowed />
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
