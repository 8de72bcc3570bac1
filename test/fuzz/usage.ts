// The objects that jobs of the server prepare for a run: the usage of a customer, and the first object of a list.
import { setTimeout as pause } from 'node:timers/promises'
import type { TestMerchant } from '#test/support/a-merchant.ts'

/** The number of times, and the interval, at which the set-up looks whether a job has filled a list. */
const LISTED_ATTEMPTS = 100
const LISTED_EVERY_MS = 100

/** Sends an event of a customer, which the meter counts. Returns its id, and that of what the customer has used. */
export async function usageOf(merchant: TestMerchant, { meterId, customerId }: { readonly meterId: string; readonly customerId: string }) {
  await merchant.request('POST', '/v1/events/ingest', { body: { events: [{ name: 'call', customer_id: customerId }] } })
  const event = (await merchant.request('GET', '/v1/events/')).json.items[0]
  const eventImport = await merchant.request('POST', '/v1/event-imports/', { body: { file_name: 'usage.csv', size: 100 } })
  const customerMeter = await firstOf(merchant, `/v1/customer-meters/?meter_id=${meterId}`)
  return { eventId: event.id as string, eventImportId: eventImport.json.id as string, customerMeterId: customerMeter.id }
}

/** The first object of a list that jobs of the server fill. */
export async function firstOf(merchant: TestMerchant, list: string): Promise<{ readonly id: string }> {
  for (let attempt = 0; attempt < LISTED_ATTEMPTS; attempt += 1) {
    const found = (await merchant.request('GET', list)).json.items[0]
    if (found) return found
    await pause(LISTED_EVERY_MS)
  }
  throw new Error(`Nothing is in ${list}.`)
}
