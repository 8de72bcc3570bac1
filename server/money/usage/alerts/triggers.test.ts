import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo } from '#test/support/emails.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'
import { recordTriggers } from './actions/record-triggers.ts'

let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

interface Watched {
  readonly meterId: string
  /** The name of the events that the meter adds up. */
  readonly event: string
}

async function aMeter(aggregation: object = { func: 'sum', property: 'units' }, by = merchant): Promise<Watched> {
  const event = `event-${newId(new Date())}`
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: event }] }
  const { json } = await by.request('POST', '/v1/meters/', { body: { name: 'Tokens', filter, aggregation } })
  await server.drain()
  return { meterId: json.id, event }
}
const aCustomer = async (more: object = {}, by = merchant): Promise<{ id: string; email: string }> =>
  (await by.request('POST', '/v1/customers/', { body: { email: uniqueEmail(), ...more } })).json
async function anAlert({ meterId }: Watched, more: object = {}, by = merchant): Promise<string> {
  const body = { name: 'Much', meter_id: meterId, threshold: 100, notify_merchant_email: false, ...more }
  const { status, json, text } = await by.request('POST', '/v1/usage-alerts/', { body })
  if (status !== 201) throw new Error(text)
  // Otherwise its comparison with the present usage may be what triggers it.
  await server.drain()
  return json.id
}
async function use({ event }: Watched, customer_id: string, ...units: number[]): Promise<void> {
  const events = units.map((each) => ({ name: event, customer_id, metadata: { units: each } }))
  const { status, text } = await merchant.request('POST', '/v1/events/ingest', { body: { events } })
  if (status !== 200) throw new Error(text)
}
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
async function triggersOf(id: string): Promise<any[]> {
  await server.drain()
  return (await merchant.request('GET', `/v1/usage-alerts/${id}/triggers?limit=100`)).json.items
}
const customersOf = async (id: string) => (await triggersOf(id)).map((trigger) => trigger.customer_id)

/** Does to the window of a customer what a reset at the end of a period does. */
async function reset({ meterId }: Watched, customerId: string): Promise<Date> {
  const at = server.clock.now()
  await sql`update customer_meters set window_start = ${at}, events = 0, numbers = 0, total = 0, maximum = null, minimum = null, consumed = 0
    where organization_id = ${merchant.organizationId} and meter_id = ${meterId} and customer_id = ${customerId}`.execute(
    server.platform.database.db,
  )
  return at
}

describe('an alert triggers', () => {
  test('when usage reaches its threshold, once, and again after a reset', async () => {
    const [meter, customer] = [await aMeter(), await aCustomer()]
    const id = await anAlert(meter)
    await use(meter, customer.id, 99.5)
    expect(await triggersOf(id)).toEqual([])
    await use(meter, customer.id, 0.5)
    const first = {
      id: expect.any(String),
      organization_id: merchant.organizationId,
      alert_id: id,
      meter_id: meter.meterId,
      customer_id: customer.id,
      window_start: null,
      threshold: 100,
      consumed_units: 100,
      triggered_at: server.clock.now().toISOString(),
      customer: expect.objectContaining({ id: customer.id, email: customer.email }),
    }
    expect(await triggersOf(id)).toEqual([first])
    await use(meter, customer.id, 50)
    await use(meter, customer.id, -120)
    await use(meter, customer.id, 500)
    expect(await triggersOf(id)).toEqual([first])
    server.clock.advance(60)
    const at = await reset(meter, customer.id)
    await use(meter, customer.id, 40)
    expect(await triggersOf(id)).toEqual([first])
    await use(meter, customer.id, 70)
    expect(await triggersOf(id)).toMatchObject([{ window_start: at.toISOString(), consumed_units: 110 }, { id: expect.any(String) }])
  })

  test('once under many ingestions at the same time, each of which could be the one', async () => {
    const [meter, customer, other] = [await aMeter(), await aCustomer(), await aCustomer()]
    const ids = [await anAlert(meter, { threshold: 7 }), await anAlert(meter, { threshold: 8 })]
    await Promise.all(Array.from({ length: 20 }, (_, at) => use(meter, at % 2 ? customer.id : other.id, 1)))
    for (const id of ids) expect((await customersOf(id)).sort()).toEqual([customer.id, other.id].sort())
    // Workers record in any order what ingestions have reached.
    for (const { consumed_units } of await triggersOf(ids[0] ?? '')) expect([7, 8]).toContain(consumed_units)
  })

  test('once where it is created, or its threshold lowered, while usage is sent', async () => {
    const [meter, customer] = [await aMeter(), await aCustomer()]
    const high = await anAlert(meter, { threshold: 1000 })
    const uses = (count: number) => Array.from({ length: count }, () => use(meter, customer.id, 1))
    const lower = merchant.request('PATCH', `/v1/usage-alerts/${high}`, { body: { threshold: 9 } })
    const [id] = await Promise.all([anAlert(meter, { threshold: 9 }), lower, ...uses(12)])
    for (const each of [id, high]) expect(await customersOf(each)).toEqual([customer.id])
  })

  test('with all others whose thresholds a single request passes', async () => {
    const [meter, customer] = [await aMeter(), await aCustomer()]
    const ids = []
    for (const threshold of [10, 20, 30, 1000]) ids.push(await anAlert(meter, { threshold }))
    await use(meter, customer.id, 5, 25, 5)
    const found = []
    for (const id of ids) found.push(...(await triggersOf(id)))
    expect(found.map(({ threshold, consumed_units }) => [threshold, consumed_units])).toEqual([
      [10, 35],
      [20, 35],
      [30, 35],
    ])
  })

  test('for one customer alone, or for each', async () => {
    const [meter, one, other] = [await aMeter(), await aCustomer(), await aCustomer()]
    const [ofOne, ofEach] = [await anAlert(meter, { customer_id: one.id }), await anAlert(meter)]
    await use(meter, other.id, 100)
    await use(meter, one.id, 100)
    expect(await customersOf(ofOne)).toEqual([one.id])
    expect((await customersOf(ofEach)).sort()).toEqual([one.id, other.id].sort())
  })

  test.each([
    [{ func: 'count' }, [0, 0, 0]],
    [{ func: 'max', property: 'units' }, [1, 3]],
    [{ func: 'unique', property: 'units' }, [5, 5, 6, 7]],
    [{ func: 'avg', property: 'units' }, [1, 5]],
  ])('by the quantity of a meter with %j', async (aggregation, units) => {
    const [meter, customer] = [await aMeter(aggregation), await aCustomer()]
    const id = await anAlert(meter, { threshold: 3 })
    for (const [at, each] of units.entries()) {
      expect(await triggersOf(id)).toHaveLength(0)
      await use(meter, customer.id, each)
      if (at === units.length - 1) expect(await triggersOf(id)).toMatchObject([{ consumed_units: 3 }])
    }
  })

  test('for events that were sent before their customer existed, and for those that a new meter counts', async () => {
    const [early, meter] = [`external-${newId(new Date())}`, await aMeter()]
    const id = await anAlert(meter)
    await merchant.request('POST', '/v1/events/ingest', {
      body: { events: [{ name: meter.event, external_customer_id: early, metadata: { units: 100 } }] },
    })
    const customer = await aCustomer({ external_id: early })
    expect(await customersOf(id)).toEqual([customer.id])
    const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: meter.event }] }
    const counted = await merchant.request('POST', '/v1/meters/', { body: { name: 'Later', filter, aggregation: { func: 'count' } } })
    const later = await anAlert({ meterId: counted.json.id, event: meter.event }, { threshold: 1 })
    expect(await customersOf(later)).toEqual([customer.id])
  })
})

describe('usage that is above the threshold already', () => {
  test('triggers a new alert, and one whose threshold is lowered, but none that is raised', async () => {
    const [meter, customer, little] = [await aMeter(), await aCustomer(), await aCustomer()]
    await use(meter, customer.id, 150)
    await use(meter, little.id, 20)
    const id = await anAlert(meter)
    expect(await triggersOf(id)).toMatchObject([{ customer_id: customer.id, consumed_units: 150, window_start: null }])
    const high = await anAlert(meter, { threshold: 1000 })
    expect(await triggersOf(high)).toEqual([])
    await merchant.request('PATCH', `/v1/usage-alerts/${high}`, { body: { threshold: 900 } })
    expect(await triggersOf(high)).toEqual([])
    await merchant.request('PATCH', `/v1/usage-alerts/${high}`, { body: { threshold: 20 } })
    expect((await customersOf(high)).sort()).toEqual([customer.id, little.id].sort())
    await merchant.request('PATCH', `/v1/usage-alerts/${high}`, { body: { threshold: 5000 } })
    await use(meter, customer.id, 5000)
    expect(await triggersOf(high)).toHaveLength(2)
  })

  test('triggers for many customers in batches, once each', async () => {
    const meter = await aMeter()
    const { db } = server.platform.database
    await sql`with added as (
        insert into customers (organization_id, id, email, metadata, created_at, is_email_verified)
        select ${merchant.organizationId}, gen_random_uuid(), 'many-' || at || '@example.test', '{}', ${server.clock.now()}, false
        from generate_series(1, 230) as at returning id)
      insert into customer_meters (organization_id, id, customer_id, meter_id, consumed, created_at)
      select ${merchant.organizationId}, gen_random_uuid(), id, ${meter.meterId}, 100, ${server.clock.now()} from added`.execute(db)
    const id = await anAlert(meter, { threshold: 99 })
    await server.drain()
    const { pagination } = (await merchant.request('GET', `/v1/usage-alerts/${id}/triggers`)).json
    expect(pagination).toEqual({ total_count: 230, max_page: 23 })
  })

  test('does not trigger a disabled alert until it is enabled, and a deleted one never', async () => {
    const [meter, customer] = [await aMeter(), await aCustomer()]
    const id = await anAlert(meter, { is_enabled: false })
    const gone = await anAlert(meter)
    await merchant.request('DELETE', `/v1/usage-alerts/${gone}`)
    await use(meter, customer.id, 150)
    expect(await triggersOf(id)).toEqual([])
    await merchant.request('PATCH', `/v1/usage-alerts/${id}`, { body: { is_enabled: true } })
    expect(await customersOf(id)).toEqual([customer.id])
    const { db } = server.platform.database
    const { rows } = await sql`select from usage_alert_triggers where alert_id = ${gone}`.execute(db)
    expect(rows).toEqual([])
    await merchant.request('DELETE', `/v1/usage-alerts/${id}`)
    expect((await sql`select from meter_thresholds where meter_id = ${meter.meterId}`.execute(db)).rows).toEqual([])
  })
})

describe('a trigger', () => {
  test('is recorded and emitted once, however often its job runs', async () => {
    const [meter, customer] = [await aMeter(), await aCustomer()]
    const id = await anAlert(meter)
    await use(meter, customer.id, 100)
    await server.drain()
    const request = {
      organizationId: merchant.organizationId,
      meterId: meter.meterId,
      customerId: customer.id,
      windowStart: null,
      consumed: '100',
      at: server.clock.now().toISOString(),
    }
    await Promise.all([1, 2, 3].map(() => recordTriggers(server.platform, request)))
    expect(await triggersOf(id)).toHaveLength(1)
    const { rows } = await sql`select from domain_events where resource_id = ${id} and name = 'usage_alert.triggered'`.execute(
      server.platform.database.db,
    )
    expect(rows).toHaveLength(1)
  })

  test('is sent to webhooks that subscribe to it, with its alert, customer and meter', async () => {
    const own = await aMerchant(server)
    const receiver = await aReceiver()
    const endpoint = { url: receiver.url, format: 'raw', secret: 'a secret of tests', events: [] }
    await own.request('POST', '/v1/webhooks/endpoints', { body: { ...endpoint, additional_events: ['usage_alert.triggered'] } })
    const [meter, customer] = [await aMeter(undefined, own), await aCustomer({}, own)]
    const id = await anAlert(meter, { threshold: 12.5 }, own)
    await own.request('POST', '/v1/events/ingest', {
      body: { events: [{ name: meter.event, customer_id: customer.id, metadata: { units: 20.25 } }] },
    })
    await server.drain()
    await receiver.close()
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([
      {
        type: 'usage_alert.triggered',
        timestamp: server.clock.now().toISOString(),
        sequence: expect.any(Number),
        is_test: true,
        data: {
          id: expect.any(String),
          organization_id: own.organizationId,
          alert_id: id,
          meter_id: meter.meterId,
          customer_id: customer.id,
          window_start: null,
          threshold: 12.5,
          consumed_units: 20.25,
          triggered_at: server.clock.now().toISOString(),
          alert: (await own.request('GET', `/v1/usage-alerts/${id}`)).json,
          customer: (await own.request('GET', `/v1/customers/${customer.id}`)).json,
          meter: (await own.request('GET', `/v1/meters/${meter.meterId}`)).json,
        },
      },
    ])
  })

  test('sends one email to the owners and one to the customer, each only where the alert says so', async () => {
    const own = await aMerchant(server)
    const [meter, customer] = [await aMeter(undefined, own), await aCustomer({ name: 'Iris Visser' }, own)]
    await anAlert(meter, { name: 'Both', threshold: 10, notify_merchant_email: true, notify_customer_email: true }, own)
    await anAlert(meter, { name: 'None', threshold: 10 }, own)
    const events = [{ name: meter.event, customer_id: customer.id, metadata: { units: 12 } }]
    for (let time = 0; time < 3; time += 1) await own.request('POST', '/v1/events/ingest', { body: { events } })
    const toOwner = (await emailsTo(server, own.owner.email)).filter(({ headers }) => headers['X-Guildhall-Template'] === 'usage-alert')
    expect(toOwner.map(({ subject }) => subject)).toEqual(['Iris Visser reached an alert for Tokens'])
    expect(toOwner[0]?.text).toContain('Iris Visser has used 12 of “Tokens”')
    const toCustomer = await emailsTo(server, customer.email)
    expect(toCustomer.map(({ headers }) => headers['X-Guildhall-Template'])).toEqual(['usage-notice'])
    expect(toCustomer[0]?.text).toContain('You’ve used 12 of “Tokens”')
  })

  test('sends the owners at most twenty emails about an alert within an hour', async () => {
    const own = await aMerchant(server)
    const meter = await aMeter(undefined, own)
    await anAlert(meter, { threshold: 1, notify_merchant_email: true }, own)
    const customers = []
    for (let at = 0; at < 23; at += 1) customers.push(await aCustomer({}, own))
    const events = customers.map(({ id }) => ({ name: meter.event, customer_id: id, metadata: { units: 1 } }))
    for (const event of events) {
      await own.request('POST', '/v1/events/ingest', { body: { events: [event] } })
      await server.drain()
    }
    const sent = (await emailsTo(server, own.owner.email)).filter(({ headers }) => headers['X-Guildhall-Template'] === 'usage-alert')
    expect(sent).toHaveLength(20)
  })

  test('is in the language of the last purchase of its customer', async () => {
    const own = await aMerchant(server)
    const { json: product } = await own.request('POST', '/v1/products/', {
      body: { name: 'Plan', recurring_interval: null, prices: [{ amount_type: 'free' }] },
    })
    const checkout = (await own.request('POST', '/v1/checkouts/', { body: { products: [product.id] } })).json
    const [customer_email, language] = [uniqueEmail(), { 'accept-language': 'de' }]
    const path = `/v1/checkouts/client/${checkout.client_secret}`
    await server.request('GET', path, { headers: language })
    await server.request('POST', `${path}/confirm`, { headers: language, body: { customer_email, customer_name: 'Uta' } })
    await server.drain()
    const { items } = (await own.request('GET', '/v1/orders/')).json
    await server.platform.database.db.updateTable('orders').set({ locale: 'de' }).where('id', '=', items[0].id).execute()
    const meter = await aMeter(undefined, own)
    await anAlert(meter, { threshold: 1, notify_customer_email: true }, own)
    const events = [{ name: meter.event, customer_id: items[0].customer_id, metadata: { units: 1 } }]
    await own.request('POST', '/v1/events/ingest', { body: { events } })
    const notice = (await emailsTo(server, customer_email)).find(({ headers }) => headers['X-Guildhall-Template'] === 'usage-notice')
    expect(notice?.text).toContain('verbraucht')
  })
})
