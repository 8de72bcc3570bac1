import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'
import { defineBenefitKind, propertyProblem, showsNothing } from './kind.ts'

const UNITS_MAXIMUM = 2_147_483_647

const wire = { units: z.int(), rollover: z.boolean(), meter_id: id }
const body = { ...wire, units: z.int().min(1).max(UNITS_MAXIMUM) }

/** Units of a meter that customers have in each period without being charged for them; with rollover, unused ones stay. */
export const meterCredit = defineBenefitKind({
  type: 'meter_credit',
  name: 'MeterCredit',
  wire,
  body,
  namedBy: ({ meter_id }) => ({ meters: [meter_id], files: [] }),
  check: (properties, { meters }) =>
    meters.has(properties.meter_id) ? { properties } : { problems: [propertyProblem(['meter_id'], 'There is no such meter.')] },
  shown: wire,
  // The record of a credit is for the server alone.
  grant: showsNothing,
})
