import { z } from 'zod'
import { PRICE_MAXIMUM } from '#kernel/money.ts'
import { id, pageQuery, text, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type CreditChange, type CustomerCredit, creditChangeKinds, creditColumns } from './model.ts'

const NOTE_MAXIMUM = 500

const fields = fieldsOf(creditColumns)

/** Credit that was given to a customer, in minor units. */
export const customerCredit = z.object(fields.shape).meta({ id: 'CustomerCredit', description: 'Credit that a customer was given.' })

/** Credit to give. */
export const customerCreditCreate = z
  .object({
    amount: z.int().min(1).max(PRICE_MAXIMUM).meta({ description: 'Minor units.' }),
    currency: z.string().meta({ description: 'ISO 4217, in lower case.' }),
    note: text(0, NOTE_MAXIMUM).nullish().meta({ description: 'Why, for members of the organization.' }),
  })
  .meta({ id: 'CustomerCreditCreate', examples: [{ amount: 1000, currency: 'usd', note: 'For the outage on Monday' }] })

const creditBalance = z.object({ currency: z.string(), amount: z.int() }).meta({ id: 'CustomerCreditBalance' })

const creditChange = z
  .object({
    id: id.meta({ description: 'The id of the entry of the journal.' }),
    created_at: timestamp,
    kind: z.enum(creditChangeKinds).meta({ description: 'Why the credit changed; `order`: it has paid one.' }),
    amount: z.int().meta({ description: 'Minor units; negative where credit was used or taken back.' }),
    currency: z.string(),
    order_id: id.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'CustomerCreditChange' })

/** The credit that a customer has, and a page of its changes. */
export const customerCreditHistory = z
  .object({
    balances: z.array(creditBalance).meta({ description: 'What the customer has, in each currency where there is any.' }),
    items: z.array(creditChange).meta({ description: 'The changes, newest first.' }),
    total_count: z.int().meta({ description: 'The number of all changes.' }),
  })
  .meta({ id: 'CustomerCreditHistory' })

export const creditHistoryQuery = z.object(pageQuery)

/** The credit as JSON. */
export function toCreditWire(credit: CustomerCredit): z.output<typeof customerCredit> {
  return fields.toWire(credit)
}

/** The change as JSON. */
export function toCreditChangeWire({ createdAt, orderId, ...change }: CreditChange): z.output<typeof creditChange> {
  return { ...change, created_at: toTimestamp(createdAt), order_id: orderId }
}
