import type { z } from 'zod'
import type { Problem } from '#kernel/refusal.ts'
import type { Column, Model } from '#platform/resource/columns.ts'

/** The columns of a kind: null for discounts of the other kinds. */
// biome-ignore lint/suspicious/noExplicitAny: columns of every type
export type KindColumns = Readonly<Record<string, Column<any, any, string | null, boolean>>>

/**
 * A kind of discount: all that there is to know about it on the server. `Value` is what a discount of this kind holds besides the fields
 * of every discount. Its functions are properties, so that the compiler refuses the value of another kind.
 */
export interface DiscountKind<
  Value extends { readonly type: string },
  Columns extends KindColumns,
  Wire extends z.ZodRawShape,
  Body extends z.ZodRawShape,
> {
  /** The `type` on the wire. */
  readonly type: Value['type']
  readonly columns: Columns
  /** Its fields in an answer, and in a body, where those of the other kinds are left out. */
  readonly wire: Wire
  readonly body: Body
  /** Its value out of a body; `currency` is the merchant's, for a body that names none. Undefined for a field that is missing. */
  readonly toValue: (body: Partial<z.output<z.ZodObject<Body>>>, currency: string) => Value | { readonly missing: string }
  /** Its value with the fields of a body that are given. */
  readonly toChanged: (value: Value, body: Partial<z.output<z.ZodObject<Body>>>) => Value
  readonly problems: (value: Value) => Problem[]
  /** The reduction of an amount, in minor units: never more than the amount. */
  readonly amountOff: (value: Value, amount: number) => number
  /** Whether it may be taken off an amount of this currency. */
  readonly appliesTo: (value: Value, currency: string) => boolean
  readonly toWire: (value: Value) => z.output<z.ZodObject<Wire>>
  readonly toColumns: (value: Value) => Model<Columns>
  /** Throws a `Bug` when a column that the kind needs is null. */
  readonly fromColumns: (columns: Model<Columns>) => Value
}
