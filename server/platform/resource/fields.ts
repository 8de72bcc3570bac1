// The JSON of a resource, from its columns. Pure.
import type { z } from 'zod'
import { type Column, type Columns, columnName, type Model, type Snake } from './columns.ts'

type FieldName<K extends string, C> =
  C extends Column<infer _V, infer _W, infer Name, boolean> ? (Name extends null ? never : Name extends '' ? Snake<K> : Name) : never
type WireOf<C> = C extends Column<infer _V, infer Wire, string | null, boolean> ? Wire : never

/** The properties that have a field: all that the JSON is made from. */
export type ShownModel<C extends Columns> = {
  readonly [K in keyof C as C[K] extends Column<infer _V, infer _W, null, boolean> ? never : K]: Model<C>[K]
}

/** The schemas of the fields by their names in the JSON; private columns have none. */
export type FieldShape<C extends Columns> = {
  [K in keyof C & string as FieldName<K, C[K]> & string]: z.ZodType<WireOf<C[K]>, WireOf<C[K]>>
}

/** The fields of a JSON object: to spread into its schema, and to make from the model. */
export interface Fields<C extends Columns> {
  readonly shape: FieldShape<C>
  /** The model's own fields as JSON. */
  toWire(model: ShownModel<C>): { [Name in keyof FieldShape<C>]: z.output<FieldShape<C>[Name]> }
}

/**
 * The fields that a resource shows of its columns. What is computed is added beside them, once in the schema and once in the mapping:
 * `z.object({ ...fields.shape, paid: z.boolean() })` and `{ ...fields.toWire(order), paid: isPaid(order.status) }`.
 */
export function fieldsOf<const C extends Columns>(columns: C): Fields<C> {
  const shown = Object.entries(columns).flatMap(([property, { schema, codec, name }]) =>
    name === null ? [] : [{ property, field: name || columnName(property), schema, toWire: codec.toWire }],
  )
  return {
    shape: Object.fromEntries(shown.map(({ field, schema }) => [field, schema])) as FieldShape<C>,
    toWire: (model) => {
      const wire: Record<string, unknown> = {}
      for (const { property, field, toWire } of shown) wire[field] = toWire((model as unknown as Model<C>)[property])
      return wire as ReturnType<Fields<C>['toWire']>
    },
  }
}
