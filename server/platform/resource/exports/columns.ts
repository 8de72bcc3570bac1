// The columns of an export, from the schema of the JSON: no list of columns is written a second time (decision 62). Pure.
import type { z } from 'zod'
import type { Cell, CsvColumns } from '#kernel/csv.ts'
import { decimal } from '#kernel/money.ts'

type Json = Readonly<Record<string, unknown>>
type Shape = Readonly<Record<string, z.ZodType>>
/** Reads the object that holds a column out of an item; undefined where the item has none. */
type Read = (item: Json) => Json | undefined

/** The fields by which a resource inside another one is known: the rest of it has an export of its own. */
const IDENTIFYING = ['number', 'name', 'email', 'external_id', 'code', 'label', 'slug', 'description']
/** Fields of a currency, the more specific one first. */
const CURRENCIES = ['price_currency', 'currency']
const AMOUNT = /(^|_)amount$/
/** The field with the values of custom fields. */
const CUSTOM_FIELDS = 'custom_field_data'

/**
 * The columns of the items of a schema, in the order of its fields. An object within is spread with its name in front (`customer_email`), a
 * list is one cell. An amount has two columns: minor units, and units of the currency as `…_decimal`. A field that is always null has none.
 * `slugs` are those of custom fields, each a column `custom_field_<slug>`; without them their values are one cell.
 */
export function exportColumns(schema: z.ZodType, slugs?: readonly string[]): CsvColumns<Json> {
  const columns: Record<string, (item: Json) => Cell> = {}
  addColumns(columns, { shape: shapeOf(schema) ?? {}, prefix: '', read: (item) => item, slugs })
  return columns
}

/** The fields to add as columns: those of an item, or of an object in it. */
interface Part {
  readonly shape: Shape
  readonly prefix: string
  readonly read: Read
  readonly slugs: readonly string[] | undefined
}

function addColumns(columns: Record<string, (item: Json) => Cell>, part: Part): void {
  const { shape, prefix, read, slugs } = part
  for (const [name, schema] of Object.entries(shape)) {
    if (isAlwaysNull(schema)) continue
    const inner = shapeOf(schema)
    const heading = `${prefix}${name}`
    const readValue = (item: Json): unknown => read(item)?.[name]
    if (name === CUSTOM_FIELDS && slugs) addCustomFields(columns, slugs, readValue)
    else if (inner && prefix === '')
      addColumns(columns, { ...part, shape: shownOf(inner, shape, name), prefix: `${name}_`, read: within(read, name) })
    else columns[heading] ??= (item) => cellOf(readValue(item))
    if (!inner && AMOUNT.test(name)) columns[`${heading}_decimal`] ??= (item) => decimalOf(readValue(item), [read(item), item])
  }
}

function addCustomFields(columns: Record<string, (item: Json) => Cell>, slugs: readonly string[], valuesOf: (item: Json) => unknown): void {
  for (const slug of slugs) columns[`custom_field_${slug}`] = (item) => cellOf((valuesOf(item) as Json | null | undefined)?.[slug])
}

const within =
  (read: Read, name: string): Read =>
  (item) =>
    (read(item)?.[name] ?? undefined) as Json | undefined

// Of a resource inside another one its id, unless that has a column, and what it is known by; any other object whole.
function shownOf(inner: Shape, outer: Shape, name: string): Shape {
  if (!('id' in inner)) return inner
  const names = [...(`${name}_id` in outer ? [] : ['id']), ...IDENTIFYING]
  return Object.fromEntries(names.flatMap((each) => (inner[each] && !shapeOf(inner[each]) ? [[each, inner[each]]] : [])))
}

function decimalOf(amount: unknown, objects: readonly (Json | undefined)[]): Cell {
  if (typeof amount !== 'number') return null
  const currency = objects.flatMap((each) => CURRENCIES.flatMap((name) => each?.[name] ?? []))[0]
  return typeof currency === 'string' ? decimal(amount, currency) : null
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return listCell(value)
  if (typeof value === 'object') return Object.keys(value).length > 0 ? JSON.stringify(value) : null
  return value as Cell
}

// Names are read, and anything else can be parsed.
function listCell(values: readonly unknown[]): Cell {
  if (values.length === 0) return null
  const texts = values.map((value) => (typeof value === 'object' && value !== null ? (value as Json)['name'] : value))
  return texts.every((text) => text !== undefined && text !== null && typeof text !== 'object') ? texts.join(', ') : JSON.stringify(values)
}

/** The parts of a schema's definition that its fields are found by. */
interface Definition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly out?: z.ZodType
  readonly getter?: () => z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly left?: z.ZodType
  readonly right?: z.ZodType
}

const definitionOf = (schema: z.ZodType): Definition => schema.def as unknown as Definition

/** The fields of an object, or of all forms of a union; undefined for anything else. */
function shapeOf(schema: z.ZodType): Shape | undefined {
  const { type, innerType, out, getter, options, left, right } = definitionOf(schema)
  if (type === 'object') return (schema as z.ZodObject).shape as Shape
  const forms = options ?? (left && right ? [left, right] : undefined)
  if (forms) return mergedShape(forms.filter((form) => !isAlwaysNull(form)))
  const inner = innerType ?? out ?? getter?.()
  return inner && shapeOf(inner)
}

function mergedShape(forms: readonly z.ZodType[]): Shape | undefined {
  const shapes = forms.map(shapeOf)
  if (shapes.some((shape) => shape === undefined)) return undefined
  // The first form that has a field decides how it is written, unless the field is always null there.
  const fields = shapes.flatMap((shape) => Object.entries(shape ?? {}))
  const merged = new Map<string, z.ZodType>()
  for (const [name, field] of fields) {
    const known = merged.get(name)
    if (known === undefined || isAlwaysNull(known)) merged.set(name, field)
  }
  return Object.fromEntries(merged)
}

function isAlwaysNull(schema: z.ZodType): boolean {
  const { type, innerType } = definitionOf(schema)
  if (type === 'null' || type === 'never' || type === 'undefined') return true
  return innerType !== undefined && isAlwaysNull(innerType)
}
