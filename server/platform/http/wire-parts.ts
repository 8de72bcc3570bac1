// Schemas of the JSON contract of /v1 that every `wire.ts` is built from. Pure.
import { z } from 'zod'
import { EMAIL_LENGTH, isEmail, withAsciiDomain } from '#kernel/emails/email.ts'
import { isId, NO_ID } from '#kernel/id.ts'
import { memoize } from '#kernel/memoize.ts'
import { type Page, paginationOf } from '#kernel/page.ts'
import { lengthOf, seenText } from '#kernel/text.ts'

const ID_MAXIMUM = 64
export const METADATA_KEYS = 50
export const METADATA_KEY_LENGTH = 40
export const METADATA_VALUE_LENGTH = 500
const LIST_LENGTH = 100
const URL_LENGTH = 2083
const WHOLE = /^[+-]?\d{1,15}$/
export const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Marks a field or schema that is not part of the published contract. */
export const addition = { 'x-guildhall': true } as const

/** The same, with a description for the page of additions. */
export function added(description: string) {
  return { ...addition, description }
}

/**
 * A field of a body that newer clients send and that has no effect yet: null and the values of `neutral`, which ask for nothing, are
 * accepted, any other value is a problem of the field.
 */
export function unavailable(...neutral: readonly (string | number | boolean)[]) {
  const accepted = [null, ...neutral]
  const values = accepted.map((value) => JSON.stringify(value)).join(' or ')
  return z
    .unknown()
    .superRefine((value, context) => {
      if (value === undefined || accepted.includes(value as null)) return
      context.addIssue({ code: 'custom', message: `This is not available yet: omit it, or send ${values}`, input: value })
    })
    .optional()
    .meta({ ...added(`Not available yet: only ${values} is accepted.`), enum: accepted })
}

/** The id in the examples of the OpenAPI document. */
export const EXAMPLE_ID = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** An id: a UUID of any version, in lower case as it is stored, so that ids can be compared as text. */
export const id = z.guid().toLowerCase()

/** An id from a caller, as any text: a malformed id is not found instead of invalid. */
export const namedId = z.string().max(ID_MAXIMUM)

/** The same for a user id in a query by uuid: other text becomes an id that does not exist. */
export const userIdText = namedId.overwrite((named) => (isId(named) ? named.toLowerCase() : NO_ID))

/** An instant on the wire: ISO 8601 with an offset; ours always end in Z. */
export const timestamp = z.iso.datetime({ offset: true })

/** The wire form of an instant. */
export function toTimestamp(instant: Date): string
export function toTimestamp(instant: Date | null): string | null
export function toTimestamp(instant: Date | null): string | null {
  return instant === null ? null : timestampOf(instant.getTime())
}

/** Formatted instants that are cached: every get-session of a user shows the same five. */
const INSTANTS_MAX = 10_000
const timestampOf = memoize(INSTANTS_MAX, (ms: number) => new Date(ms).toISOString())

/** Text whose length is counted in characters, not in UTF-16 code units. */
export function text(minimum: number, maximum: number) {
  return bounded(z.string(), minimum, maximum)
}

/** Text without spaces around it; its length is counted without them. */
export function trimmedText(minimum: number, maximum: number) {
  return bounded(z.string().trim(), minimum, maximum)
}

/**
 * The name of a person, an organization, a product or the like, as `text` or `trimmedText`: what draws nothing is left out of it
 * (`seenText`), and it is still long enough then.
 */
export function seenName(schema: z.ZodString) {
  const minimum = Number(schema.meta()?.['minLength'] ?? 0)
  return schema.check((payload) => {
    const seen = seenText(payload.value)
    // One that was too short before is reported already.
    if (lengthOf(seen) < minimum && lengthOf(payload.value) >= minimum)
      payload.issues.push({ code: 'too_small', origin: 'string', minimum, inclusive: true, input: seen })
    payload.value = seen
  })
}

/** The same on one line: it has a visible character, and no line breaks or control characters. */
export function nameText(schema: z.ZodString) {
  return seenName(schema).superRefine((value, context) => {
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

/** An email as typed, but for its domain, which is in ASCII form; normalize it with `foldEmail` before it is stored or compared. */
export const emailText = z
  .string()
  .superRefine((value, context) => {
    if (!isEmail(value)) context.addIssue({ code: 'invalid_format', format: 'email', input: value })
  })
  .overwrite(withAsciiDomain)
  .meta({ format: 'email', maxLength: EMAIL_LENGTH })

/** An absolute http or https URL of at most 2,083 characters, unchanged. */
export const httpUrl = z.url({ protocol: /^https?$/ }).max(URL_LENGTH)

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

/** Values of custom fields in a body, keyed by slug. */
export const customFieldDataInput = z.record(
  text(1, METADATA_KEY_LENGTH * 2),
  z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]),
)

/** Values of custom fields in an answer. */
export const customFieldData = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** The totals of a list. */
export const pagination = z.object({ total_count: z.int(), max_page: z.int() }).meta({ id: 'Pagination' })

/** The answer of a list, named as the contract names it: `ListResource_Product_`. `further` fields are additions to the contract. */
export function listResource<Item extends z.ZodType>(name: string, item: Item, further: Readonly<Record<string, z.ZodType>> = {}) {
  return z.object({ items: z.array(item), pagination, ...further }).meta({ id: `ListResource_${name}_` })
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

/** A boolean in a query. */
export const booleanText = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })

/** One or more values of a query parameter: one arrives as text, several as a list. An empty list is no filter. */
export function oneOrMore<Value extends z.ZodType>(value: Value) {
  return z.preprocess(
    (input) => (input === undefined || Array.isArray(input) ? input : [input]),
    z.array(value).max(LIST_LENGTH).optional(),
  )
}

/** One or more ids of a query parameter. */
export const oneOrMoreIds = oneOrMore(id)

/** The organization of a body. A user names it, or acts for the active one; the token of an organization leaves it out. */
export const actingOrganizationId = id.nullish().meta({
  description: 'For a signed-in user: the organization; the active one by default. The token of an organization leaves it out.',
})

/** The organizations that a list is narrowed to. */
export const organizationFilter = oneOrMoreIds.meta({
  description: 'Only those of these organizations; by default of the one that the caller acts for.',
})

/** One sort criterion of a list. */
export interface Sorting<Property extends string> {
  readonly property: Property
  readonly isDescending: boolean
}

/** The `sorting` of a list. May be repeated; a leading `-` sorts in descending order. An unknown name is a problem of the whole parameter. */
export function sorting<const Property extends string>(properties: readonly Property[], fallback: Property | `-${Property}`) {
  const names = properties.flatMap((property) => [property, `-${property}`])
  return z.preprocess(
    (value) => (value === undefined ? [fallback] : Array.isArray(value) ? value : [value]),
    z
      .array(z.string())
      .max(LIST_LENGTH)
      .superRefine((value, context) => {
        const unknown = value.find((name) => !names.includes(name))
        if (unknown !== undefined) context.addIssue({ code: 'invalid_value', values: names, input: unknown })
      })
      .meta({ items: { type: 'string', enum: names }, default: [fallback] })
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

/** The paging parameters of every list. Spread them into the query of a route; `pageOf` converts them to a page. */
export const pageQuery = {
  page: integerText(1).optional().meta({ default: 1 }),
  limit: integerText(1).optional().meta({ default: 10 }),
}

/** A case-insensitive search text. */
export const searchText = z.string().max(500).optional()

/** The answers of /api/auth that only confirm. */
export const statusAnswer = z.object({ status: z.boolean() })
export const successAnswer = z.object({ success: z.boolean() })
export const okAnswer = z.object({ ok: z.boolean() })

/** The path parameter of a single resource. */
export const idParams = z.object({ id })
