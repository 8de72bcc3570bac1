import type { WebhookDelivery, WebhookEndpoint } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

type EndpointState = Pick<WebhookEndpoint, 'isEnabled' | 'disabledReason' | 'health'>
type DisabledReason = NonNullable<WebhookEndpoint['disabledReason']>
type Event = WebhookDelivery['webhookEvent']

const disabled = () => t('state.disabled')
const endpoints: StatusTable<'enabled' | 'unhealthy' | DisabledReason> = {
  enabled: { tone: 'good', word: () => t('state.enabled'), meaning: () => t('meanings.enabled') },
  unhealthy: { tone: 'warn', word: () => t('state.failing'), meaning: () => t('meanings.unhealthy') },
  merchant: { tone: 'ended', word: disabled, meaning: () => t('reason.merchant') },
  gone: { tone: 'bad', word: disabled, meaning: () => t('reason.gone') },
  failing: { tone: 'bad', word: disabled, meaning: () => t('reason.failing') },
  silent: { tone: 'bad', word: disabled, meaning: () => t('reason.silent') },
}
/** Why an endpoint is disabled, for rows. */
const reasons: Readonly<Record<DisabledReason, () => string>> = {
  gone: () => t('state.gone'),
  failing: () => t('state.failingLong'),
  silent: () => t('state.silent'),
  merchant: () => t('state.merchant'),
}
const results: StatusTable<Event['status'] | 'queued'> = {
  queued: { tone: 'neutral', word: () => t('attempt.queued'), meaning: () => t('meanings.queued') },
  pending: { tone: 'warn', word: () => t('result.pending'), meaning: () => t('meanings.pending') },
  delivered: { tone: 'good', word: () => t('result.delivered'), meaning: () => t('meanings.delivered') },
  failed: { tone: 'bad', word: () => t('result.failed'), meaning: () => t('meanings.failed') },
  skipped: { tone: 'ended', word: () => t('result.skipped'), meaning: () => t('meanings.skipped') },
}

/** The result of an event; a waiting one without an attempt is `queued`. */
const resultOf = ({ status, attempts }: Event) => results[status === 'pending' && attempts === 0 ? 'queued' : status]
const stateOf = ({ isEnabled, disabledReason, health }: EndpointState) =>
  endpoints[isEnabled ? (health.state === 'healthy' ? 'enabled' : 'unhealthy') : (disabledReason ?? 'merchant')]

/** The status of an endpoint, for rows; of a disabled one, the reason. */
export function EndpointStatus({ endpoint }: { endpoint: EndpointState }) {
  const status = stateOf(endpoint)
  const reason = endpoint.disabledReason
  if (endpoint.isEnabled || reason === null) return <StatusRow status={status} />
  return (
    <StatusRow status={status}>
      <span className="max-wide:hidden">{reasons[reason]()}</span>
      <span className="wide:hidden">{status.word()}</span>
    </StatusRow>
  )
}

/** The status of an endpoint of which only its failures are known, for rows. */
export const FailingEndpointStatus = ({ isEnabled }: { isEnabled: boolean }) => (
  <StatusRow status={endpoints[isEnabled ? 'unhealthy' : 'failing']} />
)

/** The status of an endpoint in one word, beside a title. */
export const EndpointPill = ({ endpoint }: { endpoint: EndpointState }) => <StatusTitle status={stateOf(endpoint)} />

/** The result of a delivery, for rows: the HTTP status of the receiver if it accepted the event. */
export const EventResult = ({ event }: { event: Event }) => (
  <StatusRow status={resultOf(event)}>{event.status === 'delivered' ? event.lastHttpCode : undefined}</StatusRow>
)

/** The result of a delivery in one word, beside a title. */
export const EventPill = ({ event }: { event: Event }) => <StatusTitle status={resultOf(event)} />
