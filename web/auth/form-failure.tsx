import type { ReactNode } from 'react'
import type { CallError } from '#client/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { authErrorText } from './refusal.ts'

/**
 * An error of a form as a whole, with the request id if it is a server error. `action` offers a way to resolve it. `text` translates the
 * refusals that the page can receive.
 */
export function FormFailure(props: { error: CallError | null; action?: ReactNode; text?: (error: CallError) => string }) {
  const { error, action, text = authErrorText } = props
  const { translate } = useLanguage()
  if (error === null) return null
  return (
    <Banner alert tone="bad">
      <p>{text(error)}</p>
      {action !== undefined && <p className="mt-2">{action}</p>}
      {error.status >= 500 && error.requestId !== null && (
        <p className="mt-2">
          {translate('requestId')} <code className="font-mono text-caption">{error.requestId}</code>
        </p>
      )}
    </Banner>
  )
}
