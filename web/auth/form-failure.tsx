import type { ReactNode } from 'react'
import type { CallError } from '#client/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { refusedText } from './refusal.ts'

/**
 * What is wrong with a form as a whole, with the request id where the fault is not the reader's. `act` is the way out of it, `text` says the refusals that
 * the page can meet.
 */
export function FormFailure(props: { error: CallError | null; act?: ReactNode; text?: (error: CallError) => string }) {
  const { error, act, text = refusedText } = props
  const { say } = useLanguage()
  if (error === null) return null
  return (
    <Banner alert tone="bad">
      <p>{text(error)}</p>
      {act !== undefined && <p className="mt-2">{act}</p>}
      {error.status >= 500 && error.requestId !== null && (
        <p className="mt-2">
          {say('requestId')} <code className="font-mono text-caption">{error.requestId}</code>
        </p>
      )}
    </Banner>
  )
}
