import type { CallError } from '#client/index.ts'
import { errorText } from '#web/refusal.ts'
import { Banner } from '#web/ui/floating/banner.tsx'
import { useLanguage } from '#web/ui/language.tsx'

/** What is wrong with a form as a whole, with the request id where the fault is not the reader's. */
export function FormFailure({ error }: { error: CallError | null }) {
  const { say } = useLanguage()
  if (error === null) return null
  return (
    <Banner alert tone="bad">
      <p>{errorText(error)}</p>
      {error.status >= 500 && error.requestId !== null && (
        <p className="mt-2">
          {say('requestId')} <code className="font-mono text-caption">{error.requestId}</code>
        </p>
      )}
    </Banner>
  )
}
