import { z } from 'zod'
import { meter } from '#merchant/catalogue/meters/wire.ts'
import { customerMeter, type FullCustomerMeter, toCustomerMeterWire } from '#money/usage/counts/wire.ts'
import { oneOrMoreIds, pageQuery, searchText, sorting } from '#platform/http/wire-parts.ts'
import { picked } from '#platform/resource/fields.ts'

const shown = customerMeter.pick({
  id: true,
  organization_id: true,
  created_at: true,
  modified_at: true,
  customer_id: true,
  meter_id: true,
  consumed_units: true,
  credited_units: true,
  balance: true,
})
const meterOfCustomer = meter.pick({ created_at: true, modified_at: true, id: true, name: true }).meta({ id: 'CustomerCustomerMeterMeter' })

/** The usage of a meter as its customer sees it: without how the meter counts. */
export const customerCustomerMeter = z.object({ ...shown.shape, meter: meterOfCustomer }).meta({ id: 'CustomerCustomerMeter' })

export const customerMeterQuery = z.object({
  meter_id: oneOrMoreIds,
  query: searchText,
  ...pageQuery,
  sorting: sorting(['created_at', 'modified_at', 'meter_id', 'meter_name', 'consumed_units', 'credited_units', 'balance'], '-modified_at'),
})

/** The customer meter as JSON; `baseUrl` has no slash at its end. */
export function toCustomerCustomerMeterWire(full: FullCustomerMeter, baseUrl: string): z.output<typeof customerCustomerMeter> {
  const wire = toCustomerMeterWire(full, baseUrl)
  return { ...picked(shown, wire), meter: picked(meterOfCustomer, wire.meter) }
}
