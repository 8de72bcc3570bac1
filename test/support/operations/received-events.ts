// The events that a merchant's receiver gets after an action, through webhooks.
import { expect } from 'vitest'
import { webhookEventTypes } from '#contract/webhook-events.ts'
import type { TestMerchant } from '../a-merchant.ts'
import { aReceiver } from '../a-receiver.ts'
import type { TestServer } from '../server.ts'

/** One received event: its type, with the status of its resource. */
export type Line = readonly [type: string, status: string | undefined]

interface ReceivedEvent {
  readonly type: string
  readonly sequence: number
  readonly data: { readonly id: string; readonly status?: string }
}

/** Runs `action` and returns the webhooks that follow from it, in the order of their sequence, each one once. */
export async function eventsAfter(of: TestServer, merchant: TestMerchant, action: () => Promise<unknown>): Promise<Line[]> {
  await of.drain()
  // The changes of earlier actions for a customer are announced two seconds later.
  of.clock.advance(3)
  await of.drain()
  const receiver = await aReceiver()
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of the tests', events: webhookEventTypes }
  const endpoint = await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  expect(endpoint.status).toBe(201)
  await action()
  await of.drain()
  await merchant.request('DELETE', `/v1/webhooks/endpoints/${endpoint.json.id}`)
  await receiver.close()
  const events = receiver.received.map((webhook) => JSON.parse(webhook.body) as ReceivedEvent)
  expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(events.length)
  // The events of one resource arrive in their order (rule H6).
  for (const [, own] of Map.groupBy(events, ({ data }) => data.id)) {
    const sequences = own.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
  }
  return events.toSorted((one, other) => one.sequence - other.sequence).map(({ type, data }) => [type, data.status] as const)
}
