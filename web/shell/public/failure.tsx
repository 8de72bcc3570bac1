import { Failure } from '#web/ui/showing/failure.tsx'
import { FullPage } from './full-page.tsx'
import { t } from './words.ts'

/** A public page that could not be drawn at all. */
export function PublicFailure({ requestId }: { requestId: string | null }) {
  return (
    <FullPage>
      <Failure level={1} onRetry={() => location.reload()} requestId={requestId} text={t('failure.text')} title={t('failure.title')} />
    </FullPage>
  )
}
