import type { WebhookEndpoint } from '#client/index.ts'
import { endpointName } from '#web/parts/webhooks/endpoint-name.ts'
import { subscribedEvents } from '#web/parts/webhooks/events.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { EndpointStatus } from '#web/parts/webhooks/status.tsx'
import type { WebhookClient } from '#web/parts/webhooks/webhook-client.ts'
import { Time } from '#web/ui/text/time.tsx'
import type { ListColumn } from '../list/list-view.tsx'

/** The columns of a list of the endpoints of one owner. */
export const endpointColumns = ({ events }: WebhookClient): readonly ListColumn<WebhookEndpoint>[] => [
  { id: 'url', head: () => t('endpoint'), cell: ({ url }) => endpointName(url) },
  { id: 'status', head: () => t('status'), cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
  {
    id: 'events',
    head: () => t('events'),
    align: 'end',
    quiet: true,
    narrow: 'hide',
    cell: (endpoint) => eventCount(subscribedEvents(endpoint), events),
    optional: true,
  },
  {
    id: 'last',
    head: () => t('lastAttempt'),
    align: 'end',
    quiet: true,
    narrow: 'second',
    cell: ({ lastAttemptAt }) => (lastAttemptAt === null ? t('never') : <Time at={lastAttemptAt} />),
    optional: true,
  },
]

const eventCount = (own: readonly string[], all: readonly string[]) =>
  all.every((event) => own.includes(event)) ? t('everyEvent') : own.length === 0 ? t('noEvents') : own.length
