import type { GoldenFile } from '#test/support/golden/golden.ts'
import type { TestServer } from '#test/support/server.ts'
import { insertUsageEvents } from '#test/support/usage/usage-events.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** Records the requests that read usage events. */
export async function recordUsageEvents(
  file: GoldenFile,
  { organization, server }: { readonly organization: string; readonly server: TestServer },
): Promise<void> {
  const body = { email: 'usage@golden.example', name: 'Annie Easley', external_id: 'user-1955', organization_id: organization }
  const customer = await file.send({ operation: 'POST /v1/customers/', as: 'Ada', body })
  const customerId = customer.json.id
  const at = (seconds: number) => new Date(server.clock.now().getTime() - 3600_000 + seconds * 1000)
  const events = await insertUsageEvents(server.platform.database, [
    {
      organizationId: organization,
      timestamp: at(0),
      customerId,
      metadata: { tokens: 12, model: 'small', cached: false },
      externalId: 'call-1',
    },
    { organizationId: organization, timestamp: at(1), externalCustomerId: 'user-1962', metadata: { tokens: 2.5, usage: { images: 1 } } },
    {
      organizationId: organization,
      timestamp: at(2),
      source: 'system',
      name: 'meter.credited',
      customerId,
      metadata: { meter_id: UNKNOWN, units: 100, rollover: true },
    },
  ])
  const own = `organization_id=${organization}`
  const list = { operation: 'GET /v1/events/', as: 'Ada' }
  const filter = { conjunction: 'and', clauses: [{ property: 'tokens', operator: 'lt', value: 12 }] }
  const names = { operation: 'GET /v1/events/names', as: 'Ada' }
  for (const request of [
    { ...list, query: own },
    { ...list, query: `${own}&filter=${encodeURIComponent(JSON.stringify(filter))}&source=user&sorting=timestamp` },
    { ...list, query: 'filter=tokens&start_timestamp=today&sorting=name' },
    { operation: 'GET /v1/events/{id}', as: 'Ada', path: { id: events[0]?.id ?? '' } },
    { operation: 'GET /v1/events/{id}', as: 'Ada', path: { id: UNKNOWN } },
    { ...names, query: `${own}&sorting=-occurrences` },
    { ...names, query: `${own}&external_customer_id=user-1955&source=user` },
  ])
    await file.send(request)
  await recordIngestion(file, { organization, customerId, server })
}

interface Ingestion {
  readonly organization: string
  readonly customerId: string
  readonly server: TestServer
}

async function recordIngestion(file: GoldenFile, { organization, customerId, server }: Ingestion): Promise<void> {
  const clauses = [{ property: 'name', operator: 'eq', value: 'ai.images' }]
  const filter = { conjunction: 'and', clauses }
  const body = { name: 'Images', filter, aggregation: { func: 'sum', property: 'images' }, organization_id: organization }
  const meterId = (await file.send({ operation: 'POST /v1/meters/', as: 'Ada', body })).json.id
  await server.drain()
  const ingest = { operation: 'POST /v1/events/ingest', as: 'Ada' }
  const event = { name: 'ai.images', customer_id: customerId, organization_id: organization }
  const sent = [
    { ...event, external_id: 'call-7', metadata: { images: 3 } },
    { ...event, external_id: 'call-7', metadata: { images: 4 } },
  ]
  const now = server.clock.now()
  const hour = `start_timestamp=${now.toISOString()}&end_timestamp=${now.toISOString()}&interval=hour`
  const quantities = { operation: 'GET /v1/meters/{id}/quantities', as: 'Ada', path: { id: meterId } }
  for (const request of [
    { ...ingest, body: { events: sent } },
    { ...ingest, body: { events: [{ name: '', timestamp: 'now', metadata: { '': 1 } }] } },
    { ...ingest, body: { events: [{ ...event, customer_id: UNKNOWN }] } },
    { ...quantities, query: hour },
    { ...quantities, query: `${hour}&timezone=Mars/Base` },
    { ...quantities, query: 'interval=decade' },
    { ...quantities, path: { id: UNKNOWN }, query: hour },
    { operation: 'GET /v1/meters/{id}/progress', as: 'Ada', path: { id: meterId } },
  ])
    await file.send(request)
  const meters = await file.send({ operation: 'GET /v1/customer-meters/', as: 'Ada', query: `organization_id=${organization}` })
  const found = { operation: 'GET /v1/customer-meters/{id}', as: 'Ada', path: { id: meters.json.items[0].id } }
  await file.send(found)
  await file.send({ ...found, path: { id: UNKNOWN } })
  await recordAlerts(file, { organization, customerId, server }, meterId)
}

async function recordAlerts(file: GoldenFile, { organization, customerId, server }: Ingestion, meterId: string): Promise<void> {
  const create = { operation: 'POST /v1/usage-alerts/', as: 'Ada' }
  const body = { name: 'Many images', meter_id: meterId, threshold: 2.5, notify_customer_email: true, organization_id: organization }
  const { json } = await file.send({ ...create, body })
  await server.drain()
  const path = { id: json.id }
  const triggers = { operation: 'GET /v1/usage-alerts/{id}/triggers', as: 'Ada' }
  const update = { operation: 'PATCH /v1/usage-alerts/{id}', as: 'Ada' }
  const remove = { operation: 'DELETE /v1/usage-alerts/{id}', as: 'Ada' }
  for (const request of [
    { ...create, body: { ...body, meter_id: UNKNOWN, customer_id: UNKNOWN } },
    { ...create, body: { name: '', threshold: 0 } },
    { ...create, body: { ...body, customer_id: customerId, threshold: 1000, is_enabled: false, metadata: { team: 'red' } } },
    { operation: 'GET /v1/usage-alerts/', as: 'Ada', query: `organization_id=${organization}&meter_id=${meterId}&sorting=threshold` },
    { operation: 'GET /v1/usage-alerts/export', as: 'Ada', query: `organization_id=${organization}` },
    { operation: 'GET /v1/customer-meters/export', as: 'Ada', query: `organization_id=${organization}` },
    { operation: 'GET /v1/events/export', as: 'Ada', query: `organization_id=${organization}` },
    { operation: 'GET /v1/usage-alerts/{id}', as: 'Ada', path },
    { operation: 'GET /v1/usage-alerts/{id}', as: 'Ada', path: { id: UNKNOWN } },
    { ...triggers, path },
    { ...triggers, path: { id: UNKNOWN } },
    { ...update, path, body: { name: 'Too many images', threshold: 2, notify_merchant_email: false } },
    { ...update, path: { id: UNKNOWN }, body: {} },
    { ...remove, path },
    { ...remove, path },
  ])
    await file.send(request)
}
