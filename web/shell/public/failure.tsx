import { Button } from '#web/ui/actions/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { FullPage } from './full-page.tsx'

interface FailureProps {
  requestId: string | null
  onRetry?: (() => void) | undefined
  offline?: boolean | undefined
  busy?: boolean | undefined
}

/**
 * Shown when a page could not render or load: message, retry button, request id. Every page includes it, so it is smaller than `Failure` of
 * the design system, which replaces one part of a page.
 */
export function FailureNotice({ requestId, onRetry = () => location.reload(), offline = false, busy }: FailureProps) {
  const { translate } = useLanguage()
  return (
    <div className="grid justify-items-start gap-16" role="alert">
      <div className="grid gap-4">
        <h1 className="text-title font-strong tracking-heading">{translate(offline ? 'offlineTitle' : 'failedTitle')}</h1>
        <p className="max-w-form text-muted">{translate(offline ? 'offlineText' : 'failedText')}</p>
      </div>
      <Button busy={busy} onClick={onRetry}>
        {translate('tryAgain')}
      </Button>
      {requestId !== null && (
        <p className="text-label text-muted">
          {translate('requestId')} <code className="font-mono text-caption">{requestId}</code>
        </p>
      )}
    </div>
  )
}

/** The notice as a full page. */
export const PageFailure = (props: FailureProps) => (
  <FullPage>
    <FailureNotice {...props} />
  </FullPage>
)
