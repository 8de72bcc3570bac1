import type { CallError } from '#client/index.ts'
import { errorText } from '#web/error-text.ts'
import { Failure, Forbidden } from '#web/ui/display/failure.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { NotFound } from '../not-found.tsx'

/** Shown in place of the data of a failed query: not found, forbidden, offline, or a failure with its request id. */
export default function QueryFailure({ error, busy, onRetry }: { error: CallError; busy: boolean; onRetry: () => void }) {
  const { translate } = useLanguage()
  if (error.status === 404) return <NotFound />
  if (error.status === 403) return <Forbidden />
  const offline = error.status === 0
  return (
    <Failure
      busy={busy}
      offline={offline}
      onRetry={onRetry}
      requestId={error.requestId}
      text={offline ? translate('offlineText') : error.status < 500 ? errorText(error) : undefined}
      title={offline ? translate('offlineTitle') : undefined}
    />
  )
}
