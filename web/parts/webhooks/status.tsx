import type { WebhookDelivery, WebhookEndpoint } from '#client/index.ts'
import { Status, StatusPill, type StatusTone } from '#web/ui/text/status.tsx'
import { t } from './messages.ts'

type EndpointState = Pick<WebhookEndpoint, 'isEnabled' | 'disabledReason' | 'health'>
type Event = WebhookDelivery['webhookEvent']

function stateOf(endpoint: EndpointState): readonly [StatusTone, string] {
  if (!endpoint.isEnabled) return [endpoint.disabledReason === 'merchant' ? 'ended' : 'bad', t('state.disabled')]
  return endpoint.health.state === 'healthy' ? ['good', t('state.enabled')] : ['warn', t('state.failing')]
}

const reasons = {
  gone: () => t('state.gone'),
  failing: () => t('state.failingLong'),
  silent: () => t('state.silent'),
  merchant: () => t('state.merchant'),
} as const

/** The status of an endpoint, for rows; of a disabled one, the reason. */
export function EndpointStatus({ endpoint }: { endpoint: EndpointState }) {
  const [tone, label] = stateOf(endpoint)
  const reason = endpoint.disabledReason
  return (
    <Status tone={tone}>
      {endpoint.isEnabled || reason === null ? (
        label
      ) : (
        <>
          <span className="max-wide:hidden">{reasons[reason]()}</span>
          <span className="wide:hidden">{label}</span>
        </>
      )}
    </Status>
  )
}

/** The status of an endpoint in one word, beside a title. */
export function EndpointPill({ endpoint }: { endpoint: EndpointState }) {
  const [tone, label] = stateOf(endpoint)
  return <StatusPill tone={tone}>{label}</StatusPill>
}

const results = { pending: 'warn', delivered: 'good', failed: 'bad', skipped: 'ended' } as const satisfies Record<
  Event['status'],
  StatusTone
>

/** The result of a delivery, for rows: the HTTP status of the receiver if it accepted the event. */
export function EventResult({ event }: { event: Event }) {
  const accepted = event.status === 'delivered' && event.lastHttpCode !== null
  return <Status tone={results[event.status]}>{accepted ? event.lastHttpCode : t(`result.${event.status}`)}</Status>
}

/** The result of a delivery in one word, beside a title. */
export function EventPill({ event }: { event: Event }) {
  return <StatusPill tone={results[event.status]}>{t(`result.${event.status}`)}</StatusPill>
}
