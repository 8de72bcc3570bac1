import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'

const meterReference = z.object({ organization_id: id, meter_id: id })

export const meterEvents = {
  'meter.created': { audience: 'internal', payload: meterReference },
  /** The definition of what a meter counts has changed. */
  'meter.redefined': { audience: 'internal', payload: meterReference },
} as const
