// Pieces of the JSON contract of /v1 that every capability's `wire.ts` is made of. Pure.
import { z } from 'zod'
import { isId, NO_ID } from '#kernel/id.ts'
import { memoize } from '#kernel/memoize.ts'
import { type Page, paginationOf } from '#kernel/page.ts'
import { lengthOf } from '#kernel/text.ts'

const ID_MAXIMUM = 64
const METADATA_KEYS = 50
const METADATA_KEY_LENGTH = 40
const METADATA_VALUE_LENGTH = 500
const LIST_LENGTH = 100
const ADDRESS_LENGTH = 254
const URL_LENGTH = 2083
const WHOLE = /^[+-]?\d{1,15}$/
const MAIL_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,}$/u
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Marks a field or schema that the published contract does not know. */
export const addition = { 'x-guildhall': true } as const

/** The same, with a sentence for the page of additions. */
export function added(description: string) {
  return { ...addition, description }
}

/** An id: a UUID of any version, as it is stored whatever its spelling: what is compared with another is spelled as that one is. */
export const id = z.guid().toLowerCase()

/** An id as somebody names it, of whatever text: what does not exist is not found, and not misspelled. */
export const namedId = z.string().max(ID_MAXIMUM)

/** The same where only an id can be looked for: other text stands for nobody. */
export const someonesId = namedId.overwrite((named) => (isId(named) ? named.toLowerCase() : NO_ID))

/** An instant on the wire: ISO 8601 with an offset; ours always end in Z. */
export const timestamp = z.iso.datetime({ offset: true })

/** The wire form of an instant. */
export function toTimestamp(instant: Date): string
export function toTimestamp(instant: Date | null): string | null
export function toTimestamp(instant: Date | null): string | null {
  return instant === null ? null : timestampOf(instant.getTime())
}

/** Instants that are kept in mind: whoever is signed in is shown the same five at every look. */
const INSTANTS_MAX = 10_000
const timestampOf = memoize(INSTANTS_MAX, (ms: number) => new Date(ms).toISOString())

/** Text whose length is counted in characters, not in the units of JavaScript's strings. */
export function text(minimum: number, maximum: number) {
  return bounded(z.string(), minimum, maximum)
}

/** Text without spaces around it; its length is counted without them. */
export function trimmedText(minimum: number, maximum: number) {
  return bounded(z.string().trim(), minimum, maximum)
}

/** A name that is shown on one line, as `text` or `trimmedText`: something of it can be seen, and it holds no line breaks or control characters. */
export function nameText(schema: z.ZodString) {
  return schema.superRefine((value, context) => {
    if (value !== '' && !/[^\p{Z}\p{C}]/u.test(value))
      context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input: value })
    else if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value))
      context.addIssue({ code: 'custom', message: 'May hold no line breaks or control characters', input: value })
  })
}

function bounded(schema: z.ZodString, minimum: number, maximum: number) {
  return schema
    .superRefine((value, context) => {
      const length = lengthOf(value)
      if (length < minimum) context.addIssue({ code: 'too_small', origin: 'string', minimum, inclusive: true, input: value })
      if (length > maximum) context.addIssue({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: value })
    })
    .meta({ minLength: minimum, maxLength: maximum })
}

/** A mail address as typed; fold it with `foldAddress` before it is stored or compared. */
export const mailAddress = z
  .string()
  .superRefine((value, context) => {
    if (value.length > ADDRESS_LENGTH || !MAIL_ADDRESS.test(value)) {
      context.addIssue({ code: 'invalid_format', format: 'email', input: value })
    }
  })
  .meta({ format: 'email', maxLength: ADDRESS_LENGTH })

/** An absolute http or https address of at most 2,083 characters, kept as it was written. */
export const webAddress = z.url({ protocol: /^https?$/ }).max(URL_LENGTH)

/** Metadata in a body: at most 50 keys of 1 to 40 characters; values are text of 1 to 500 characters, numbers or booleans. */
export const metadataInput = z
  .record(text(1, METADATA_KEY_LENGTH), z.union([text(1, METADATA_VALUE_LENGTH), z.number(), z.boolean()]))
  .superRefine((value, context) => {
    const keys = Object.keys(value)
    if (keys.length > METADATA_KEYS) {
      context.addIssue({ code: 'too_big', origin: 'map', maximum: METADATA_KEYS, inclusive: true, input: value })
    }
    for (const key of keys.filter((name) => PROTOTYPE_KEYS.has(name))) {
      context.addIssue({ code: 'custom', message: `${key} cannot be a key`, path: [key], input: value })
    }
  })
  .meta({ maxProperties: METADATA_KEYS })

/** Metadata in an answer: its keys are the merchant's and are never converted. */
export const metadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** Data of custom fields, keyed by their slugs, in a body. */
export const customFieldDataInput = z.record(
  text(1, METADATA_KEY_LENGTH * 2),
  z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]),
)

/** Data of custom fields in an answer. */
export const customFieldData = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** How much there is besides this page. */
export const pagination = z.object({ total_count: z.int(), max_page: z.int() }).meta({ id: 'Pagination' })

/** The answer of a list, named as the contract names it: `ListResource_Product_`. */
export function listResource<Item extends z.ZodType>(name: string, item: Item) {
  return z.object({ items: z.array(item), pagination }).meta({ id: `ListResource_${name}_` })
}

/** The body of a list's answer. */
export function toList<Item>(items: readonly Item[], totalCount: number, page: Page) {
  return { items: [...items], pagination: paginationOf(totalCount, page) }
}

/** A whole number in a query: digits only, no spaces, no exponent. */
export function integerText(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) {
  return z
    .string()
    .superRefine((value, context) => {
      if (!WHOLE.test(value)) context.addIssue({ code: 'invalid_type', expected: 'int', input: value })
    })
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
}

/** A yes or no in a query. */
export const booleanText = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })

/** One or several values of a query parameter: one arrives as text, several as a list; an empty list is no filter. */
export function several<Value extends z.ZodType>(value: Value) {
  return z.preprocess(
    (given) => (given === undefined || Array.isArray(given) ? given : [given]),
    z.array(value).max(LIST_LENGTH).optional(),
  )
}

/** One or several ids of a query parameter. */
export const severalIds = several(id)

/** One order of a list. */
export interface Sorting<Property extends string> {
  readonly property: Property
  readonly isDescending: boolean
}

/** The `sorting` of a list: repeated, `-` in front is descending; unknown names are a problem of the parameter as a whole. */
export function sorting<const Property extends string>(properties: readonly Property[], usual: Property | `-${Property}`) {
  const names = properties.flatMap((property) => [property, `-${property}`])
  return z.preprocess(
    (given) => (given === undefined ? [usual] : Array.isArray(given) ? given : [given]),
    z
      .array(z.string())
      .max(LIST_LENGTH)
      .superRefine((value, context) => {
        const unknown = value.find((name) => !names.includes(name))
        if (unknown !== undefined) context.addIssue({ code: 'invalid_value', values: names, input: unknown })
      })
      .meta({ items: { type: 'string', enum: names }, default: [usual] })
      .transform((value): Sorting<Property>[] => [...new Set(value)].map((name) => toSorting<Property>(name))),
  )
}

function toSorting<Property extends string>(name: string): Sorting<Property> {
  return { property: name.replace(/^-/, '') as Property, isDescending: name.startsWith('-') }
}

/** One key of a metadata filter with the values that match it; several values are alternatives, several keys must all match. */
export interface MetadataFilter {
  readonly key: string
  readonly values: readonly string[]
}

/** The `metadata[key]=value` of a list; values are compared as text. */
export const metadataFilter = z
  .record(z.string().max(METADATA_KEY_LENGTH * 4), z.union([z.string(), z.array(z.string()).max(LIST_LENGTH)]))
  .optional()
  .transform((value): MetadataFilter[] => Object.entries(value ?? {}).map(([key, values]) => ({ key, values: [values].flat() })))

/** What every list takes. Spread it into the query of a route; `pageOf` makes a page of it. */
export const pageQuery = {
  page: integerText(1).optional().meta({ default: '1' }),
  limit: integerText(1).optional().meta({ default: '10' }),
}

/** A text to look for, without regard to case. */
export const searchText = z.string().max(500).optional()

/** The path parameter of a single thing. */
export const idParams = z.object({ id })
