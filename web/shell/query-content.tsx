import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callErrorOf } from '#web/api.ts'
import { errorText } from '#web/full-language.ts'
import { Failure, Forbidden } from '#web/ui/display/failure.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { NotFound } from './not-found.tsx'

/**
 * Renders the state of a query: skeletons (after 200 ms), not found, forbidden, a failure with its request id, or `children` with the data.
 * Previous data stays while new data loads.
 */
export function QueryContent<T>(props: { query: UseQueryResult<T>; skeleton?: ReactNode; children: (data: T) => ReactNode }) {
  const { query, skeleton, children } = props
  const { translate } = useLanguage()
  if (query.data !== undefined) return children(query.data)
  const error = callErrorOf(query)
  if (error === null) return skeleton ?? <Skeletons label={translate('loading')} />
  if (error.status === 404) return <NotFound />
  if (error.status === 403) return <Forbidden />
  const offline = error.status === 0
  return (
    <Failure
      busy={query.isFetching}
      offline={offline}
      onRetry={() => void query.refetch()}
      requestId={error.requestId}
      text={offline ? translate('offlineText') : error.status < 500 ? errorText(error) : undefined}
      title={offline ? translate('offlineTitle') : undefined}
    />
  )
}
