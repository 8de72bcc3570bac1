import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { WebhookDelivery, WebhookEndpoint } from '#client/index.ts'
import { ask } from '#web/api.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { EventPill } from '#web/parts/webhooks/status.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { AgainIcon, HooksIcon } from '#web/ui/icons/index.ts'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Attempts } from './attempts.tsx'
import { useRedeliver } from './deliveries.tsx'
import { Answer, Request } from './exchange.tsx'

const most = 100
const lookAgainMs = 3000

const route = getRouteApi('/dashboard/$org/developers/webhooks/$id')

/** One event in front of the list: its attempts, past and planned; the chosen one's answer and request below. `j` `k` walk the list. */
export function AttemptDrawer(props: {
  endpoint: WebhookEndpoint
  eventId: string
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}) {
  const { endpoint, eventId, onClose, onPrevious, onNext } = props
  const organization = useOrganization()
  const navigate = route.useNavigate()
  const { attempt } = route.useSearch()
  const redeliver = useRedeliver()
  const query = useQuery({
    ...ask('webhookDeliveries', 'list', { organizationId: organization.id, endpointId: endpoint.id, eventId, limit: most }),
    refetchInterval: lookAgainMs,
  })
  useWalk(onPrevious, onNext)
  // Newest first as they come; told from the first to the last.
  const all = query.data?.items.toReversed() ?? []
  const chosen: WebhookDelivery | undefined = all.find((one) => one.attempt === attempt) ?? all.at(-1)
  const event = chosen?.webhookEvent
  const again = () => void redeliver.run(eventId)
  return (
    <Drawer
      foot={
        event !== undefined && (
          <>
            <span>{t('attempt.note')}</span>
            <Button busy={redeliver.busy} icon={AgainIcon} onClick={again}>
              {t('acts.redeliver')}
            </Button>
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
          </>
        )
      }
    >
      <Loaded query={query}>
        {() =>
          chosen === undefined || event === undefined ? (
            <Empty icon={HooksIcon} text={t('attempt.missingText')} title={t('attempt.missing')} />
          ) : (
            <>
              <Attempts
                all={all}
                busy={redeliver.busy}
                chosen={chosen}
                onChoose={(number) => void navigate({ search: (now) => ({ ...now, attempt: number }) })}
                onSendNow={again}
              />
              <Answer delivery={chosen} />
              <Request delivery={chosen} url={endpoint.url} />
            </>
          )
        }
      </Loaded>
    </Drawer>
  )
}

/** The letters that move in lists also move here, where a dialog would keep them to itself. */
function useWalk(onPrevious: (() => void) | undefined, onNext: (() => void) | undefined): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.target instanceof HTMLInputElement) return
    if (event.key === 'k') onPrevious?.()
    if (event.key === 'j') onNext?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
