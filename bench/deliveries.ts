// Records the worker's statements for one webhook delivery and splits them into the parts that the bare deliverer repeats.
import { roundTrips } from '#platform/database/named-pool.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import type { TestServer } from '#test/support/server.ts'
import type { Fixture } from './fixture.ts'
import { type RecordedStatement, recordStatements, statementOf, tokensIn } from './record.ts'
import type { Statement } from './script.ts'

/** The input of the bare deliverer. */
export interface DeliveryScript {
  /** The beginning of a batch, up to the statement that numbers the events. */
  readonly batch: readonly Statement[]
  /** The statements for each event of the batch. */
  readonly event: readonly Statement[]
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

const NUMBERS = /domain_event_sequences/
const LOCKS = /pg_try_advisory_xact_lock/
const CLAIMS = /with claimed as/

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
  const statements = (from: number, to: number) => recording.slice(from, to).map((recorded) => statementOf(recorded, tokens))
  const numbered = indexOf(NUMBERS) + 1
  const committed = indexOf(/^commit$/, numbered)
  const claimed = indexOf(CLAIMS, committed)
  const began = indexOf(/^begin$/, claimed)
  const saved = indexOf(/^commit$/, began) + 1
  const next = indexOf(LOCKS, claimed) - 1
  const [call] = received.slice(-2)
  const { host: _host, connection: _connection, ...headers } = call?.headers ?? {}
  return {
    batch: statements(0, numbered),
    event: statements(numbered, committed),
    begin: statements(claimed, claimed + 1),
    before: statements(claimed + 1, began),
    after: statements(began, saved),
    end: statements(saved, next),
    tokens,
    call: { headers: headers as Record<string, string>, body: call?.body ?? '' },
  }
}
