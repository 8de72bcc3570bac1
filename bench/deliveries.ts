// Records the worker's statements for one webhook delivery and splits them into the parts that the bare deliverer repeats.
import { roundTrips } from '#platform/database/named-pool.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import type { TestServer } from '#test/support/server.ts'
import type { Fixture } from './fixture.ts'
import { type RecordedStatement, recordStatements, statementOf, tokensIn } from './record.ts'
import type { Statement } from './script.ts'

/** The input of the bare deliverer. */
export interface DeliveryScript {
  /** Whether events wait. */
  readonly query: readonly Statement[]
  /** The beginning of a batch of the relay, up to the statement that numbers the events. */
  readonly batch: readonly Statement[]
  /** The statements for the events of a batch together. */
  readonly events: readonly Statement[]
  /** The beginning and the end of a job that records events for the endpoints of their organization, and its statements for each event. */
  readonly beginRecord: readonly Statement[]
  readonly record: readonly Statement[]
  readonly endRecord: readonly Statement[]
  /** The beginning and the end of a lane with due deliveries. */
  readonly begin: readonly Statement[]
  readonly end: readonly Statement[]
  /** The statements of a delivery before and after the call. */
  readonly before: readonly Statement[]
  readonly after: readonly Statement[]
  /** New for each event. */
  readonly tokens: readonly string[]
  readonly call: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
}

const QUERIES = /^\s*with last as/
const NUMBERS = /domain_event_sequences/
const CLAIMS = /with requested as/
const STORES_PAYLOAD = /^insert into "webhook_payloads"/
const ENQUEUES = /^\s*insert into jobs/

/** Records one delivery of a product's change to a receiver on the load's side. */
export async function recordDelivery(application: TestServer, { productId, create }: Fixture): Promise<DeliveryScript> {
  const receiver = await aReceiver()
  const headers = { ...create.headers }
  const endpoint = await application.request('POST', '/v1/webhooks/endpoints', {
    headers,
    body: { url: receiver.url, format: 'raw', secret: 'a secret of the bench', events: ['product.updated'] },
  })
  if (endpoint.status !== 201) throw new Error(`Creating an endpoint was answered ${endpoint.status}: ${endpoint.text}`)
  // Completes the work of the fixture, and hourly jobs that are due.
  await application.drain()
  const recordOne = async () => {
    await application.request('PATCH', `/v1/products/${productId}`, { headers, body: { description: `Now ${receiver.received.length}` } })
    return (await recordStatements(() => roundTrips.run({ count: 0 }, () => application.drain()))).statements
  }
  const script = scriptOf(await recordOne(), await recordOne(), receiver)
  await application.request('DELETE', `/v1/webhooks/endpoints/${endpoint.json.id}`, { headers })
  await receiver.close()
  return script
}

function scriptOf(recording: readonly RecordedStatement[], another: readonly RecordedStatement[], { received }: Receiver): DeliveryScript {
  const indexOf = (pattern: RegExp, from = 0) => {
    const found = recording.findIndex(({ text }, at) => at >= from && pattern.test(text))
    if (found < 0) throw new Error(`The worker sent nothing that matches ${pattern}:\n${recording.map(({ text }) => text).join('\n')}`)
    return found
  }
  const known = new Set(another.flatMap(({ values }) => values.flatMap(tokensIn)))
  const fresh = recording.flatMap(({ values }) => values.flatMap(tokensIn)).filter((token) => !known.has(token))
  const tokens = [...new Set(fresh)]
  const statements = (from: number, to: number) => recording.slice(from, to).map((each) => statementOf(each, tokens))
  const numbered = indexOf(NUMBERS) + 1
  const relayed = indexOf(/^commit$/, numbered)
  const claimedRecord = indexOf(CLAIMS, relayed)
  const stored = indexOf(STORES_PAYLOAD, claimedRecord)
  const enqueued = indexOf(ENQUEUES, stored)
  const recorded = indexOf(QUERIES, enqueued)
  const claimedLane = indexOf(CLAIMS, recorded)
  const began = indexOf(/^begin$/, claimedLane)
  const saved = indexOf(/^commit$/, began) + 1
  const next = indexOf(QUERIES, saved)
  const [call] = received.slice(-2)
  const { host: _host, connection: _connection, ...headers } = call?.headers ?? {}
  return {
    query: statements(0, 1),
    batch: statements(1, numbered),
    events: statements(numbered, relayed),
    beginRecord: statements(claimedRecord, stored),
    record: statements(stored, enqueued),
    endRecord: statements(enqueued, recorded),
    begin: statements(claimedLane, claimedLane + 1),
    before: statements(claimedLane + 1, began),
    after: statements(began, saved),
    end: statements(saved, next),
    tokens,
    call: { headers: headers as Record<string, string>, body: call?.body ?? '' },
  }
}
