import { z } from 'zod'
import { added } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type TaxRecord, taxRecordColumns } from './model.ts'

const fields = fieldsOf(taxRecordColumns)

/** A tax record as returned to its merchant, in minor units. */
export const taxRecord = z
  .object({
    ...fields.shape,
    order_number: z.string().meta(added('The number of the order.')),
    total_amount: z.int().meta(added('The amount with its tax, in minor units.')),
  })
  .meta({ id: 'TaxRecord' })

export type TaxRecordWire = z.output<typeof taxRecord>

/** A tax record with what its order is shown by. */
export interface FullTaxRecord {
  readonly record: TaxRecord
  readonly order: { readonly number: string }
}

/** The record as JSON. */
export function toTaxRecordWire({ record, order }: FullTaxRecord): TaxRecordWire {
  return { ...fields.toWire(record), order_number: order.number, total_amount: record.amount + record.taxAmount }
}
