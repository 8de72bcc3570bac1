import { Button } from '#web/ui/actions/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { FullPage } from './full-page.tsx'

interface What {
  requestId: string | null
  onRetry?: (() => void) | undefined
  offline?: boolean | undefined
  busy?: boolean | undefined
}

/**
 * What could not be drawn or reached: sentence, try again, request id. Every page carries it, so it is lighter than `Failure` of the design system, which
 * stands in the place of one thing.
 */
export function FailureNotice({ requestId, onRetry = () => location.reload(), offline = false, busy }: What) {
  const { say } = useLanguage()
  return (
    <div className="grid justify-items-start gap-16" role="alert">
      <div className="grid gap-4">
        <h1 className="text-title font-strong tracking-heading">{say(offline ? 'offlineTitle' : 'failedTitle')}</h1>
        <p className="max-w-form text-muted">{say(offline ? 'offlineText' : 'failedText')}</p>
      </div>
      <Button busy={busy} onClick={onRetry}>
        {say('tryAgain')}
      </Button>
      {requestId !== null && (
        <p className="text-label text-muted">
          {say('requestId')} <code className="font-mono text-caption">{requestId}</code>
        </p>
      )}
    </div>
  )
}

/** The same as a page of its own. */
export const PageFailure = (what: What) => (
  <FullPage>
    <FailureNotice {...what} />
  </FullPage>
)
