import type { WebhookFormat } from './model.ts'

/** A fact about to be written for its receiver. `data` is the snapshot, `happenedAt` UTC. */
export interface Told {
  readonly type: string
  readonly happenedAt: Date
  readonly sequence: number
  readonly data: unknown
}

/**
 * The body of a delivery: `{type, timestamp, data}` with the additive `sequence`, increasing per organization, by which a
 * receiver can tell stale events; or one line of chat.
 */
export function payloadOf(format: WebhookFormat, told: Told): string {
  if (format === 'raw') {
    return JSON.stringify({ type: told.type, timestamp: told.happenedAt.toISOString(), data: told.data, sequence: told.sequence })
  }
  const line = `${told.type} · ${idOf(told.data)}`
  return JSON.stringify(format === 'slack' ? { text: line } : { content: line })
}

function idOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : ''
}
