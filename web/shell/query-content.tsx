import { lazy, type ReactNode, Suspense } from 'react'
import { callErrorOf } from '#web/api.ts'
import { Boundary } from '#web/boundary.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { FailureNotice } from './public/failure.tsx'

const loadFailure = () => import('./frame/query-failure.tsx')
const QueryFailure = lazy(loadFailure)

/** Loads the code that shows failures; called while the page is idle, because a failure may be the loss of the connection. */
export const prepareFailures = (): void => void loadFailure().catch(() => undefined)

/** The state of a query, as far as it is shown. */
export interface LoadedQuery<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/**
 * Renders the state of a query: skeletons (after 200 ms), not found, forbidden, a failure with its request id, or `children` with the data.
 * Previous data stays while new data loads.
 */
export function QueryContent<T>(props: { query: LoadedQuery<T>; skeleton?: ReactNode; children: (data: T) => ReactNode }) {
  const { query, children } = props
  const { translate } = useLanguage()
  if (query.data !== undefined) return children(query.data)
  const error = callErrorOf(query)
  const skeleton = props.skeleton ?? <Skeletons label={translate('loading')} />
  if (error === null) return skeleton
  const retry = () => void query.refetch()
  return (
    <Boundary
      fallback={() => <FailureNotice busy={query.isFetching} offline={error.status === 0} onRetry={retry} requestId={error.requestId} />}
    >
      <Suspense fallback={skeleton}>
        <QueryFailure busy={query.isFetching} error={error} onRetry={retry} />
      </Suspense>
    </Boundary>
  )
}
