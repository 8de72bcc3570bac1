// The JSON of a resource, from its columns. Pure.
import { z } from 'zod'
import { added, id } from '../http/wire-parts.ts'
import { type Column, type Columns, type Model, type Snake, snakeCase } from './columns.ts'

/** The case of the names of fields: as on `/v1`, or as on `/api/auth`. */
export type FieldCase = 'snake' | 'camel'

type CasedName<K extends string, Case> = Case extends 'camel' ? K : Snake<K>
type FieldName<K extends string, C, Case> =
  C extends Column<infer _V, infer _W, infer Name, boolean>
    ? Name extends null
      ? never
      : Name extends ''
        ? CasedName<K, Case>
        : Name
    : never
type WireOf<C> = C extends Column<infer _V, infer Wire, string | null, boolean> ? Wire : never

/** The properties that have a field: all that the JSON is made from. */
export type ShownModel<C extends Columns> = {
  readonly [K in keyof C as C[K] extends Column<infer _V, infer _W, null, boolean> ? never : K]: Model<C>[K]
}

/** The schemas of the fields by their names in the JSON; private columns have none. */
export type FieldShape<C extends Columns, Case extends FieldCase = 'snake'> = {
  [K in keyof C & string as FieldName<K, C[K], Case> & string]: z.ZodType<WireOf<C[K]>, WireOf<C[K]>>
}

/** The fields of a JSON object: to spread into its schema, and to make from the model. */
export interface Fields<C extends Columns, Case extends FieldCase = 'snake'> {
  readonly shape: FieldShape<C, Case>
  /** The model's own fields as JSON. */
  toWire(model: ShownModel<C>): { [Name in keyof FieldShape<C, Case>]: z.output<FieldShape<C, Case>[Name]> }
}

/**
 * The fields that a resource shows of its columns. What is computed is added beside them, once in the schema and once in the mapping:
 * `z.object({ ...fields.shape, paid: z.boolean() })` and `{ ...fields.toWire(order), paid: isPaid(order.status) }`.
 * Names are in snake case; for `/api/auth` in camel case, as the model's.
 */
export function fieldsOf<const C extends Columns, Case extends FieldCase = 'snake'>(
  columns: C,
  fieldCase: Case = 'snake' as Case,
): Fields<C, Case> {
  const shown = Object.entries(columns).flatMap(([property, { schema, codec, name }]) =>
    name === null ? [] : [{ property, field: name || cased(property, fieldCase), schema, toWire: codec.toWire }],
  )
  return {
    shape: Object.fromEntries(shown.map(({ field, schema }) => [field, schema])) as FieldShape<C, Case>,
    toWire: (model) => {
      const wire: Record<string, unknown> = {}
      for (const { property, field, toWire } of shown) wire[field] = toWire((model as unknown as Model<C>)[property])
      return wire as ReturnType<Fields<C, Case>['toWire']>
    },
  }
}

/**
 * Fields with one value in every answer, because newer clients require them and no module fills them yet: the shape to spread into a
 * schema, and the values to spread into its mapping. They are additions.
 */
export function constantFields<const Shape extends z.ZodRawShape>(
  fields: {
    readonly [Name in keyof Shape]: readonly [schema: Shape[Name], value: z.output<Shape[Name]>, description: string]
  },
): { readonly shape: Shape; readonly values: { [Name in keyof Shape]: z.output<Shape[Name]> } } {
  const entries = Object.entries<readonly [z.ZodType, unknown, string]>(fields as never)
  return {
    shape: Object.fromEntries(entries.map(([name, [schema, , description]]) => [name, schema.meta(added(description))])) as never,
    values: Object.fromEntries(entries.map(([name, [, value]]) => [name, value])) as never,
  }
}

/** The fields of a schema, of an object that has them. */
export function picked<Shape extends z.ZodRawShape, Wire extends { readonly [Name in keyof Shape]: unknown }>(
  schema: z.ZodObject<Shape>,
  wire: Wire,
): Pick<Wire, keyof Shape> {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => Object.hasOwn(schema.shape, name))) as Pick<Wire, keyof Shape>
}

function cased(property: string, fieldCase: FieldCase): string {
  return fieldCase === 'camel' ? property : snakeCase(property)
}

/** The schema of a page by cursor. */
export type CursorPage<Name extends string, Schema extends z.ZodType> = z.ZodObject<
  { [K in Name]: z.ZodArray<Schema> } & { nextBefore: z.ZodNullable<typeof id> }
>

/** A page by cursor: the items under their name, and the cursor of the next page; null on the last. */
export function cursorPage<Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema): CursorPage<Name, Schema> {
  return z.object({ [name]: z.array(schema), nextBefore: id.nullable() }) as unknown as CursorPage<Name, Schema>
}
