// Columns of a resource, each declared once: the model's property, the database's column and the field of the JSON follow from it. Pure.
import { z } from 'zod'
import type { CustomFieldData, Metadata } from '#kernel/metadata.ts'
import { customFieldData as customFieldDataSchema, id, metadata as metadataSchema, timestamp, toTimestamp } from '../http/wire-parts.ts'

/** The form in which the database keeps a value: a scalar, `jsonb`, or an array. */
export type Storage = 'scalar' | 'json' | 'array'

/** Converts a value. `fromRow` takes what the driver gives, or the same value out of the database's JSON, where a time is text. */
interface Codec<Value, Wire> {
  readonly toWire: (value: Value) => Wire
  readonly fromRow: (stored: unknown) => Value
}

/** The traits of a column besides its schema and its codec. */
interface Traits<Name, Fixed, Stored> {
  readonly storage: Storage
  readonly name: Name
  readonly isFixed: Fixed
  readonly stored: Stored
}

/**
 * One column: `Value` in the model, `Wire` in the JSON. `Name` is the name of its field in the JSON: '' where that is the column's own,
 * null where the column has no field (a private column). `Fixed` columns are written with the new row and never by `save`. `Stored` is
 * the name in the database: '' where that is the property's in snake case.
 */
export class Column<Value, Wire = Value, Name extends string | null = '', Fixed extends boolean = false, Stored extends string = string>
  implements Traits<Name, Fixed, Stored>
{
  readonly schema: z.ZodType<Wire>
  readonly codec: Codec<Value, Wire>
  readonly storage: Storage
  readonly name: Name
  readonly isFixed: Fixed
  readonly stored: Stored

  constructor(schema: z.ZodType<Wire>, codec: Codec<Value, Wire>, { storage, name, isFixed, stored }: Traits<Name, Fixed, Stored>) {
    this.schema = schema
    this.codec = codec
    this.storage = storage
    this.name = name
    this.isFixed = isFixed
    this.stored = stored
  }

  /** The column may be empty. */
  nullable(): Column<Value | null, Wire | null, Name, Fixed, Stored> {
    const { toWire, fromRow } = this.codec
    return new Column<Value | null, Wire | null, Name, Fixed, Stored>(
      this.schema.nullable(),
      {
        toWire: (value) => (value === null ? null : toWire(value)),
        fromRow: (stored) => (stored === null ? null : fromRow(stored)),
      },
      this,
    )
  }

  /** `save` leaves the column alone. */
  fixed(): Column<Value, Wire, Name, true, Stored> {
    return this.#with({ isFixed: true })
  }

  /** The column has no field in the JSON. */
  private(): Column<Value, Wire, null, Fixed, Stored> {
    return this.#with({ name: null })
  }

  /** The field of the JSON has another name than the column. */
  as<const Other extends string>(name: Other): Column<Value, Wire, Other, Fixed, Stored> {
    return this.#with({ name })
  }

  /** The column of the database has another name than the property. */
  storedAs<const Other extends string>(stored: Other): Column<Value, Wire, Name, Fixed, Other> {
    return this.#with({ stored })
  }

  /** Describes the field in the OpenAPI document: `added('…')`, `{ description: '…' }`. */
  meta(about: Readonly<Record<string, unknown>>): Column<Value, Wire, Name, Fixed, Stored> {
    return new Column(this.schema.meta(about), this.codec, this)
  }

  #with<N extends string | null = Name, F extends boolean = Fixed, S extends string = Stored>(
    traits: Partial<Traits<N, F, S>>,
  ): Column<Value, Wire, N, F, S> {
    const { storage, name, isFixed, stored } = this
    return new Column(this.schema, this.codec, { storage, name, isFixed, stored, ...traits } as Traits<N, F, S>)
  }
}

/** The columns of a resource by the names of the model's properties. */
// biome-ignore lint/suspicious/noExplicitAny: columns of every type
export type Columns = Readonly<Record<string, Column<any, any, string | null, boolean>>>

/** The model: an object with one property for each column. */
export type Model<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer Value, infer _, string | null, boolean> ? Value : never
}

/** The properties that `save` writes: the columns that are not fixed, and the key. */
export type SavedModel<C extends Columns> = {
  readonly [K in keyof C as C[K] extends Column<infer _V, infer _W, string | null, true> ? never : K]: Model<C>[K]
} & { readonly organizationId: string; readonly id: string }

/** `isArchived` as the database writes it: `is_archived`. */
export type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Tail extends Uncapitalize<Tail>
    ? `${Lowercase<Head>}${Snake<Tail>}`
    : `${Lowercase<Head>}_${Snake<Tail>}`
  : S

type StoredName<K extends string, C> =
  C extends Column<infer _V, infer _W, string | null, boolean, infer Stored> ? (string extends Stored ? Snake<K> : Stored) : never

/** The row of a table for `Tables`: the model's properties under the columns' names. */
export type Row<C extends Columns> = { [K in keyof C & string as StoredName<K, C[K]>]: Model<C>[K] }

/** The columns of a table under the model's names, as Kysely selects them: `users.is_email_verified as emailVerified`. */
export type Alias<T extends string, C extends Columns> = {
  [K in keyof C & string]: `${T}.${StoredName<K, C[K]>} as ${K}`
}[keyof C & string]

/** A property in snake case: the name of its column, and of its field on `/v1`. */
export function snakeCase(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A name of `/v1` in camel case, as on `/api/auth`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The column's name in the database. */
export function columnName(property: string, { stored }: { readonly stored: string } = { stored: '' }): string {
  return stored || snakeCase(property)
}

/** The named columns and no others: what a view shows to others than its merchant, which must not grow with the table. */
export function pickColumns<C extends Columns, const Name extends keyof C & string>(columns: C, names: readonly Name[]): Pick<C, Name> {
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<C, Name>
}

const scalar = { storage: 'scalar', name: '', isFixed: false, stored: '' } as const

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
/** A decimal of any length, as the nearest number. */
export function decimal(): Column<number> {
  return new Column<number>(z.number(), { toWire: (value) => value, fromRow: (stored) => Number(stored) }, scalar)
}
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
export const metadata = () => json<Metadata, Record<string, string | number | boolean>>(metadataSchema, (values) => ({ ...values }))

/** The values of custom fields by their slugs. */
export const customFieldData = () =>
  json<CustomFieldData, Record<string, string | number | boolean | null>>(customFieldDataSchema, (values) => ({ ...values }))

/** Values kept as an array of the database; those that `isKnown` does not recognize are left out when a row is read. */
export function array<Value>(element: z.ZodType<Value>, isKnown?: (stored: string) => boolean): Column<readonly Value[], Value[]> {
  const fromRow = (stored: unknown) => (isKnown ? (stored as string[]).filter(isKnown) : stored) as readonly Value[]
  return new Column<readonly Value[], Value[]>(
    z.array(element),
    { toWire: (values) => [...values], fromRow },
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
