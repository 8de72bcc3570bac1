import { type ReactNode, Suspense } from 'react'
import { CallFailure } from '#web/api.ts'
import { Boundary } from '#web/boundary.tsx'
import { FailureNotice } from './public/failure.tsx'
import { ScreenUnreached } from './unreached.ts'

/** Holds a screen: what it throws stays inside of its frame. A change of `resetOn` (the address) begins anew. */
export function Held({ resetOn, children }: { resetOn: string; children: ReactNode }) {
  return (
    <Boundary fallback={(error, retry) => <FailureNotice {...told(error, retry)} />} resetOn={resetOn}>
      <Suspense>{children}</Suspense>
    </Boundary>
  )
}

// Without a connection a reload would put the browser's own page in the place of this one.
const reloadOnline = () => {
  if (navigator.onLine) location.reload()
}

/** What to say of an error. Code that did not arrive is remembered as missing, so that only a new page asks for it again. */
export function told(error: unknown, retry: () => void = reloadOnline) {
  if (error instanceof ScreenUnreached) return { requestId: null, offline: true, onRetry: reloadOnline }
  return { requestId: error instanceof CallFailure ? error.error.requestId : null, onRetry: retry }
}
