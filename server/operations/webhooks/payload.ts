import type { WebhookFormat } from './model.ts'

/** The purpose under which payloads are sealed; a change would make the stored ones unreadable. */
export const PAYLOAD_PURPOSE = 'webhook-payload'

/** The purpose under which webhook secrets are sealed; a change would make every stored one unreadable. */
export const SECRET_PURPOSE = 'webhook-secret'

/** The content of a delivery. `data` is the snapshot of the resource, `happenedAt` UTC. */
export interface EventContent {
  readonly type: string
  readonly happenedAt: Date
  readonly sequence: number
  readonly data: unknown
  /** Whether the merchant sells in test mode; null for events of the platform, which has no mode. */
  readonly isTest: boolean | null
  /** Whether it is a sample: nothing happened. */
  readonly isSample?: boolean
}

/**
 * The body of a delivery: `{type, timestamp, data}` with the additive `sequence`, which increases per organization or over the events of
 * the platform, so that a receiver can detect stale events, `is_test` for merchants, and `is_sample` of a sample; or one line of chat.
 */
export function payloadOf(format: WebhookFormat, content: EventContent): string {
  if (format === 'raw') {
    return JSON.stringify({
      type: content.type,
      timestamp: content.happenedAt.toISOString(),
      data: content.data,
      sequence: content.sequence,
      ...(content.isTest !== null && { is_test: content.isTest }),
      ...(content.isSample && { is_sample: true }),
    })
  }
  const line = `${content.isSample ? 'Sample · ' : ''}${content.type} · ${idOf(content.data)}`
  return JSON.stringify(format === 'slack' ? { text: line } : { content: line })
}

function idOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : ''
}
