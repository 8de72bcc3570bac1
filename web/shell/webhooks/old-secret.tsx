import { t } from '#web/parts/webhooks/messages.ts'
import { Time } from '#web/ui/text/time.tsx'

/** Until when the previous secret of an endpoint still signs. */
export function OldSecret({ until }: { until: string }) {
  const [before, after] = t('rotate.overlap', { until: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <Time as="exact" at={until} />
      {after}
    </>
  )
}
