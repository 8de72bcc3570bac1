import type { Dispute } from '#client/index.ts'
import { t } from '#web/parts/disputes/messages.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** Until when a dispute must be answered, and where; nothing once it was. */
export function DisputeNotice({ dispute }: { dispute: Dispute }) {
  const { status, evidenceDueBy, pastDue, processorUrl } = dispute
  if (status !== 'needs_response') return null
  return (
    <Banner
      action={
        processorUrl !== null && (
          <Link href={processorUrl} target="_blank">
            {t('notice.processor')}
          </Link>
        )
      }
      tone={pastDue ? 'bad' : 'warn'}
    >
      {evidenceDueBy === null ? (
        t('notice.soon')
      ) : (
        <>
          {t(pastDue ? 'notice.pastDue' : 'notice.due')} <Time as="exact" at={evidenceDueBy} />
        </>
      )}
      {processorUrl !== null && <p>{t('notice.files')}</p>}
    </Banner>
  )
}
