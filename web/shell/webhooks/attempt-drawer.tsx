import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { WebhookDelivery, WebhookEndpoint } from '#client/index.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { EventPill } from '#web/parts/webhooks/status.tsx'
import { deliveriesQuery, useWebhookClient } from '#web/parts/webhooks/webhook-client.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { HooksIcon, RefreshIcon } from '#web/ui/icons/index.ts'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Attempts } from './attempts.tsx'
import { Comparison } from './comparison.tsx'
import type { endpointSearch } from './delivery.list.ts'
import { Request, Response } from './request-response.tsx'
import { useRedeliver } from './use-redeliver.ts'

const most = 100
const refetchMs = 3000
const queuedRefetchMs = 500
/** After this time an attempt that did not arrive is no longer shown as queued: the receiver may be busy. */
const queuedMs = 30_000

/** A redelivery that was queued when the event had `after` attempts. */
interface QueuedAttempt {
  readonly eventId: string
  readonly after: number
}

/**
 * One event beside the list: its past and planned attempts, and the response and request of the selected attempt. `j` and `k` move through
 * the list.
 */
export default function AttemptDrawer(props: {
  endpoint: WebhookEndpoint
  eventId: string
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}) {
  const { endpoint, eventId, onClose, onPrevious, onNext } = props
  const webhooks = useWebhookClient()
  const { at, set } = usePageSearch<typeof endpointSearch>()
  const { attempt } = at
  const redeliver = useRedeliver()
  const [queued, setQueued] = useState<QueuedAttempt | null>(null)
  const query = useQuery({
    ...deliveriesQuery(webhooks, { organizationId: endpoint.organizationId, endpointId: endpoint.id, eventId, limit: most }),
    refetchInterval: queued === null ? refetchMs : queuedRefetchMs,
  })
  useRowKeys(onPrevious, onNext)
  // The API returns the newest first; attempts show oldest first.
  const all = query.data?.items.toReversed() ?? []
  const chosen: WebhookDelivery | undefined = all.find((one) => one.attempt === attempt) ?? all.at(-1)
  const event = chosen?.webhookEvent
  const isQueued = queued !== null && queued.eventId === eventId && queued.after === all.length
  useEffect(() => {
    if (queued === null) return
    if (!isQueued) return setQueued(null)
    const timer = setTimeout(() => setQueued(null), queuedMs)
    return () => clearTimeout(timer)
  }, [queued, isQueued])
  const redeliverEvent = async () => {
    const after = all.length
    if (await redeliver.run(eventId)) setQueued({ eventId, after })
  }
  return (
    <Drawer
      foot={
        event !== undefined && (
          <>
            <span>{t('attempt.note')}</span>
            <Permitted needs="webhooks:write">
              <Button busy={redeliver.busy} icon={RefreshIcon} onClick={() => void redeliverEvent()}>
                {t('actions.redeliver')}
              </Button>
            </Permitted>
          </>
        )
      }
      lead={<Id name={t('attempt.eventId')} value={eventId} />}
      nextLabel={t('attempt.next')}
      onClose={onClose}
      onNext={onNext}
      onPrevious={onPrevious}
      open
      previousLabel={t('attempt.previous')}
      title={
        event === undefined ? (
          t('deliveries.event')
        ) : (
          <>
            <span className="font-mono">{event.type}</span>
            <EventPill event={event} />
            {event.isSample && <span className="text-caption font-regular text-muted">{t('sample.mark')}</span>}
          </>
        )
      }
    >
      <QueryContent query={query}>
        {() =>
          chosen === undefined || event === undefined ? (
            <Empty icon={HooksIcon} text={t('attempt.missingText')} title={t('attempt.missing')} />
          ) : (
            <>
              <Attempts
                all={all}
                busy={redeliver.busy}
                chosen={chosen}
                onChoose={(number) => set({ attempt: number })}
                isQueued={isQueued}
                onSendNow={() => void redeliverEvent()}
              />
              <Response delivery={chosen} />
              <Request delivery={chosen} url={endpoint.url} />
              <Comparison event={event} key={event.id} organizationId={endpoint.organizationId} />
            </>
          )
        }
      </QueryContent>
    </Drawer>
  )
}

/** Handles the row keys of lists here, because a dialog does not pass key events on. */
function useRowKeys(onPrevious: (() => void) | undefined, onNext: (() => void) | undefined): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.target instanceof HTMLInputElement) return
    if (event.key === 'k') onPrevious?.()
    if (event.key === 'j') onNext?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
