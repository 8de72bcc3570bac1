// What delivering webhooks costs the database: recorded from the worker for one fact, and taken apart into what a bare deliverer repeats.
import { roundTrips } from '#platform/database/named.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import type { TestServer } from '#test/support/server.ts'
import type { Fixture } from './fixture.ts'
import { type Heard, heardDuring, statementOf, wordsIn } from './record.ts'
import type { Statement } from './script.ts'

/** What the bare deliverer is told. */
export interface DeliveryScript {
  /** The begin of a batch: up to the statement that gives facts their numbers. */
  readonly batch: readonly Statement[]
  /** For each fact of the batch. */
  readonly fact: readonly Statement[]
  /** Takes a lane up that has something due, and what is asked and told at its end. */
  readonly begin: readonly Statement[]
  readonly end: readonly Statement[]
  /** For each delivery: before the call and after it. */
  readonly before: readonly Statement[]
  readonly after: readonly Statement[]
  /** Fresh for each fact. */
  readonly words: readonly string[]
  readonly call: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
}

const NUMBERS = /fact_sequences/
const LOCKS = /pg_try_advisory_xact_lock/
const CLAIMS = /with claimed as/

/** Records one delivery of a product's change to a receiver on the load's side. */
export async function recordDelivery(house: TestServer, { productId, create }: Fixture): Promise<DeliveryScript> {
  const receiver = await aReceiver()
  const headers = { ...create.headers }
  const made = await house.request('POST', '/v1/webhooks/endpoints', {
    headers,
    body: { url: receiver.url, format: 'raw', secret: 'a secret of the bench', events: ['product.updated'] },
  })
  if (made.status !== 201) throw new Error(`Making an endpoint was answered ${made.status}: ${made.text}`)
  // What is waiting from the making of the fixture, and what is due once an hour.
  await house.drain()
  const one = async () => {
    await house.request('PATCH', `/v1/products/${productId}`, { headers, body: { description: `Now ${receiver.received.length}` } })
    return (await heardDuring(() => roundTrips.run({ count: 0 }, () => house.drain()))).heard
  }
  const script = takenApart(await one(), await one(), receiver)
  await house.request('DELETE', `/v1/webhooks/endpoints/${made.json.id}`, { headers })
  await receiver.close()
  return script
}

function takenApart(recording: readonly Heard[], another: readonly Heard[], { received }: Receiver): DeliveryScript {
  const place = (pattern: RegExp, from = 0) => {
    const found = recording.findIndex(({ text }, at) => at >= from && pattern.test(text))
    if (found < 0) throw new Error(`The worker sent nothing that fits ${pattern}:\n${recording.map(({ text }) => text).join('\n')}`)
    return found
  }
  const known = new Set(another.flatMap(({ values }) => values.flatMap(wordsIn)))
  const fresh = recording.flatMap(({ values }) => values.flatMap(wordsIn)).filter((word) => !known.has(word))
  const words = [...new Set(fresh)]
  const statements = (from: number, to: number) => recording.slice(from, to).map((heard) => statementOf(heard, words))
  const numbered = place(NUMBERS) + 1
  const committed = place(/^commit$/, numbered)
  const claimed = place(CLAIMS, committed)
  const begun = place(/^begin$/, claimed)
  const kept = place(/^commit$/, begun) + 1
  const next = place(LOCKS, claimed) - 1
  const [call] = received.slice(-2)
  const { host: _host, connection: _connection, ...headers } = call?.headers ?? {}
  return {
    batch: statements(0, numbered),
    fact: statements(numbered, committed),
    begin: statements(claimed, claimed + 1),
    before: statements(claimed + 1, begun),
    after: statements(begun, kept),
    end: statements(kept, next),
    words,
    call: { headers: headers as Record<string, string>, body: call?.body ?? '' },
  }
}
