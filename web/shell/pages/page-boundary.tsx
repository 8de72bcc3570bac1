import { type ReactNode, Suspense } from 'react'
import { CallFailure } from '#web/api.ts'
import { Boundary } from '#web/boundary.tsx'
import { FailureNotice } from '../public/failure.tsx'
import { PageLoadError } from './page-load-error.ts'

/** Catches the errors of a page, so that its frame stays. A change of `resetOn` (the path) clears the error. */
export function PageBoundary({ resetOn, children }: { resetOn: string; children: ReactNode }) {
  return (
    <Boundary fallback={(error, retry) => <FailureNotice {...failureProps(error, retry)} />} resetOn={resetOn}>
      <Suspense>{children}</Suspense>
    </Boundary>
  )
}

// Without a connection, a reload would replace this page with the browser's error page.
const reloadOnline = () => {
  if (navigator.onLine) location.reload()
}

/** The props of a failure notice. A failed import is cached as failed, so only a reload requests the code again. */
export function failureProps(error: unknown, retry: () => void = reloadOnline) {
  if (error instanceof PageLoadError) return { requestId: null, offline: true, onRetry: reloadOnline }
  return { requestId: error instanceof CallFailure ? error.error.requestId : null, onRetry: retry }
}
