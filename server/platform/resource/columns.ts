// Columns of a resource, each declared once: the model's property, the database's column and the field of the JSON follow from it. Pure.
import { z } from 'zod'
import { id, metadata as metadataSchema, timestamp, toTimestamp } from '../http/wire-parts.ts'

/** How the database keeps a value: as a scalar, as `jsonb`, or as an array. */
export type Storage = 'scalar' | 'json' | 'array'

/** What a column is besides its type. */
interface Traits {
  readonly storage: Storage
  /** Written with the new row and never again. */
  readonly isFixed: boolean
  /** The name of its field in the JSON where that is not the column's. */
  readonly wireName: string | undefined
}

/** How a value changes form. `fromRow` takes what the driver gives, or the same value out of the database's JSON, where a time is text. */
interface Codec<Value, Wire> {
  readonly toWire: (value: Value) => Wire
  readonly fromRow: (stored: unknown) => Value
}

/**
 * One column: `Value` in the model, `Wire` in the JSON. A private column (`Name` is null) has no field in the JSON; `Name` is the
 * field's name where that is not the column's, and '' otherwise.
 */
export class Column<Value, Wire = Value, Name extends string | null = ''> {
  readonly schema: z.ZodType<Wire>
  readonly codec: Codec<Value, Wire>
  readonly traits: Traits
  readonly name: Name

  constructor(schema: z.ZodType<Wire>, codec: Codec<Value, Wire>, { name, ...traits }: Traits & { readonly name: Name }) {
    this.schema = schema
    this.codec = codec
    this.traits = traits
    this.name = name
  }

  /** The column may be empty. */
  nullable(): Column<Value | null, Wire | null, Name> {
    const { toWire, fromRow } = this.codec
    return new Column<Value | null, Wire | null, Name>(
      this.schema.nullable(),
      {
        toWire: (value) => (value === null ? null : toWire(value)),
        fromRow: (stored) => (stored === null ? null : fromRow(stored)),
      },
      { ...this.traits, name: this.name },
    )
  }

  /** The column is written with the new row and never again. */
  fixed(): Column<Value, Wire, Name> {
    return new Column(this.schema, this.codec, { ...this.traits, isFixed: true, name: this.name })
  }

  /** The column has no field in the JSON. */
  private(): Column<Value, Wire, null> {
    return new Column(this.schema, this.codec, { ...this.traits, name: null })
  }

  /** The field of the JSON has another name than the column. */
  as<const Other extends string>(name: Other): Column<Value, Wire, Other> {
    return new Column(this.schema, this.codec, { ...this.traits, wireName: name, name })
  }

  /** What the OpenAPI document says of the field: `added('…')`, `{ description: '…' }`. */
  meta(about: Readonly<Record<string, unknown>>): Column<Value, Wire, Name> {
    return new Column(this.schema.meta(about), this.codec, { ...this.traits, name: this.name })
  }
}

/** The columns of a resource by the names of the model's properties. */
// biome-ignore lint/suspicious/noExplicitAny: columns of every type
export type Columns = Readonly<Record<string, Column<any, any, string | null>>>

/** The model: an object with one property for each column. */
export type Model<C extends Columns> = { readonly [K in keyof C]: C[K] extends Column<infer Value, infer _, string | null> ? Value : never }

/** `isArchived` as the database writes it: `is_archived`. */
export type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Tail extends Uncapitalize<Tail>
    ? `${Lowercase<Head>}${Snake<Tail>}`
    : `${Lowercase<Head>}_${Snake<Tail>}`
  : S

/** The row of a table for `Tables`: the model's properties under the columns' names. */
export type Row<C extends Columns> = { [K in keyof C & string as Snake<K>]: Model<C>[K] }

/** The column's name in the database. */
export function columnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const scalar = { storage: 'scalar', isFixed: false, wireName: undefined, name: '' } as const

function plain<Value>(schema: z.ZodType<Value>): Column<Value> {
  return new Column<Value>(schema, { toWire: (value) => value, fromRow: (stored) => stored as Value }, scalar)
}

/** A UUID: the resource's own, or that of another. */
export const uuid = (): Column<string> => plain(id)
/** Text of any length. */
export const text = (): Column<string> => plain(z.string())
/** One of a closed set; the schema carries the names and the id that the OpenAPI document has for it. */
export const oneOf = <const Value extends string>(schema: z.ZodType<Value>): Column<Value> => plain(schema)
/** A whole number. */
export const integer = (): Column<number> => plain(z.int())
/** An amount in minor units. */
export const money = (): Column<number> => plain(z.int())
export const flag = (): Column<boolean> => plain(z.boolean())

/** An instant: a `Date` in the model, ISO 8601 in UTC in the JSON. */
export function time(): Column<Date, string> {
  return new Column<Date, string>(timestamp, { toWire: toTimestamp, fromRow: (stored) => new Date(stored as string | Date) }, scalar)
}

/** A value kept as `jsonb`. */
export function json<Value, Wire = Value>(
  schema: z.ZodType<Wire>,
  toWire: (value: Value) => Wire = (value) => value as unknown as Wire,
): Column<Value, Wire> {
  return new Column<Value, Wire>(schema, { toWire, fromRow: (stored) => stored as Value }, { ...scalar, storage: 'json' })
}

/** The merchant's own keys and values. */
export const metadata = () =>
  json<Readonly<Record<string, string | number | boolean>>, Record<string, string | number | boolean>>(metadataSchema, (value) => ({
    ...value,
  }))

/** Values kept as an array of the database. */
export function array<Value>(element: z.ZodType<Value>): Column<readonly Value[], Value[]> {
  return new Column<readonly Value[], Value[]>(
    z.array(element),
    { toWire: (values) => [...values], fromRow: (stored) => stored as Value[] },
    { ...scalar, storage: 'array' },
  )
}

/** The columns that every resource of an organization begins with. */
export const recorded = {
  id: uuid().fixed(),
  organizationId: uuid().fixed(),
  createdAt: time().fixed(),
  modifiedAt: time().nullable(),
} as const
