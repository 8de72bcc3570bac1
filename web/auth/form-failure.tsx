import type { CallError } from '#client/index.ts'
import { errorText } from '#web/language.ts'
import { Banner } from '#web/ui/floating/banner.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Id } from '#web/ui/words/id.tsx'

/** What is wrong with a form as a whole, with the request id where the fault is not the reader's. */
export function FormFailure({ error }: { error: CallError | null }) {
  const { say } = useLanguage()
  if (error === null) return null
  return (
    <Banner alert tone="bad">
      <p>{errorText(error)}</p>
      {error.status >= 500 && error.requestId !== null && (
        <p className="mt-2 flex flex-wrap items-center gap-x-8">
          {say('requestId')} <Id name={say('requestId')} value={error.requestId} />
        </p>
      )}
    </Banner>
  )
}
