import type { WebhookDelivery, WebhookEndpoint } from '#client/index.ts'
import { Status, StatusPill, type StatusTone } from '#web/ui/text/status.tsx'
import { t } from './messages.ts'

type Listening = Pick<WebhookEndpoint, 'isEnabled' | 'disabledReason' | 'failingSince'>
type Event = WebhookDelivery['webhookEvent']

function stateOf(endpoint: Listening): readonly [StatusTone, string] {
  if (!endpoint.isEnabled) return [endpoint.disabledReason === 'merchant' ? 'over' : 'bad', t('state.disabled')]
  return endpoint.failingSince === null ? ['good', t('state.enabled')] : ['warn', t('state.failing')]
}

const reasons = {
  gone: () => t('state.gone'),
  failing: () => t('state.failingLong'),
  silent: () => t('state.silent'),
  merchant: () => t('state.merchant'),
} as const

/** Whether an endpoint is told anything, for rows: where it is switched off, why. */
export function EndpointStatus({ endpoint }: { endpoint: Listening }) {
  const [tone, word] = stateOf(endpoint)
  const reason = endpoint.disabledReason
  return (
    <Status tone={tone}>
      {endpoint.isEnabled || reason === null ? (
        word
      ) : (
        <>
          <span className="max-wide:hidden">{reasons[reason]()}</span>
          <span className="wide:hidden">{word}</span>
        </>
      )}
    </Status>
  )
}

/** The same beside a title, in one word. */
export function EndpointPill({ endpoint }: { endpoint: Listening }) {
  const [tone, word] = stateOf(endpoint)
  return <StatusPill tone={tone}>{word}</StatusPill>
}

const results = { pending: 'warn', delivered: 'good', failed: 'bad', skipped: 'over' } as const satisfies Record<
  Event['status'],
  StatusTone
>

/** What became of an event, for rows: the receiver's answer where it was accepted. */
export function EventResult({ event }: { event: Event }) {
  const accepted = event.status === 'delivered' && event.lastHttpCode !== null
  return <Status tone={results[event.status]}>{accepted ? event.lastHttpCode : t(`result.${event.status}`)}</Status>
}

/** The same beside a title, in a word. */
export function EventPill({ event }: { event: Event }) {
  return <StatusPill tone={results[event.status]}>{t(`result.${event.status}`)}</StatusPill>
}
