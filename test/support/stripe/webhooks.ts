import type { TestServer } from '../server.ts'
import type { FakeStripe, SentWebhook } from './fake-stripe.ts'

/** The way in which webhooks are sent: in their order once, or with repetitions and out of order. */
export interface SendWebhooksOptions {
  readonly isReversed?: boolean
  readonly times?: number
}

/** Sends the webhooks that are due to a server, and returns the statuses of its answers. */
export async function sendWebhooks(
  server: Pick<TestServer, 'request' | 'clock'>,
  fake: FakeStripe,
  { isReversed = false, times = 1 }: SendWebhooksOptions = {},
): Promise<number[]> {
  const due = fake.takeWebhooks(Math.floor(server.clock.now().getTime() / 1000))
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1)
    for (const webhook of isReversed ? due.toReversed() : due) statuses.push((await sendWebhook(server, webhook)).status)
  return statuses
}

/** Sends one webhook. */
export function sendWebhook(server: Pick<TestServer, 'request'>, { body, signature }: SentWebhook) {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  const headers = signature === '' ? type : { ...type, 'stripe-signature': signature }
  return server.request('POST', '/v1/stripe/events', { headers, body })
}
