import { z } from 'zod'
import { id, metadata, timestamp } from '#platform/http/wire-parts.ts'

const named = { id, name: z.string(), code: z.string().nullable() }
const recorded = {
  ...named,
  created_at: timestamp,
  modified_at: timestamp.nullable(),
  metadata,
  starts_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  max_redemptions: z.int().nullable(),
  redemptions_count: z.int(),
  organization_id: id,
}

const fixed = { type: z.literal('fixed'), amount: z.int(), currency: z.string() }
const percentage = { type: z.literal('percentage'), basis_points: z.int() }
const once = { duration: z.enum(['once', 'forever']) }
const repeating = { duration: z.literal('repeating'), duration_in_months: z.int() }

/** The four forms of a discount with the same further fields; `nameOf` gives their names in the contract. */
function formsOf<Shape extends z.ZodRawShape>(shape: Shape, nameOf: (form: string) => string) {
  const form = <Form extends z.ZodRawShape>(name: string, own: Form) => z.object({ ...own, ...shape }).meta({ id: nameOf(name) })
  return z.union([
    form('FixedOnceForeverDuration', { ...fixed, ...once }),
    form('FixedRepeatDuration', { ...fixed, ...repeating }),
    form('PercentageOnceForeverDuration', { ...percentage, ...once }),
    form('PercentageRepeatDuration', { ...percentage, ...repeating }),
  ])
}

/** The discount of a checkout. */
export const checkoutDiscount = formsOf(named, (form) => `CheckoutDiscount${form}`)

/** The discount of an order. */
export const orderDiscount = formsOf(recorded, (form) => `Discount${form}Base`)
