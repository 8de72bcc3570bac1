// Invalid input generated from the OpenAPI document: values of wrong types for each field of a body, and values that no field accepts.

import type { TestAnswer } from '../server.ts'
import { type JsonSchema, type SchemaDocument, sampleOf } from './samples.ts'

/** A parameter of the OpenAPI document. */
export interface Parameter {
  readonly required?: boolean
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: JsonSchema
}

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
}

/** A field of a body. `bodyWith` returns the minimal body with a value in this field. */
export interface BodyField {
  readonly path: readonly (string | number)[]
  readonly schema: JsonSchema
  readonly isRequired: boolean
  bodyWith(value: unknown): unknown
  /** The minimal body without the field. */
  readonly without: unknown
}

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'
type ExtendedSchema = JsonSchema & { readonly additionalProperties?: JsonSchema | boolean; readonly maxLength?: number }

const DEPTH_MAX = 5
const UNKNOWN_ID = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const VALUES: Readonly<Record<JsonType, unknown>> = {
  string: 'words',
  number: 1.5,
  integer: 7,
  boolean: true,
  null: null,
  array: [[]],
  object: { a: { b: 1 } },
}
const TYPES = Object.keys(VALUES) as JsonType[]

/** Text that no database stores: NUL and lone surrogates. */
export const UNSTORABLE_TEXTS = ['x\u0000y', 'x\ud800y', '\udfff'] as const

/** Extreme numbers. The last ones are text. */
export const EXTREME_NUMBERS = [-1, 0, 1.5, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 1e308, -1e308, 'NaN', '12', '1e3'] as const

/** Values that are not valid integers. */
export const NON_INTEGERS: readonly unknown[] = [1.5, 2 ** 53, 2 ** 53 + 2, 1e308, -1e308, 'NaN', '12', '1e3']

/** Malformed bodies, for any operation. */
export const MALFORMED_BODIES: readonly (readonly [what: string, body: string])[] = [
  ['broken JSON', '{"a":'],
  ['a broken text', '{"a":"'],
  ['a word', 'nothing'],
  ['two values', '{} {}'],
  ['single quotes', "{'a':1}"],
  ['XML', '<?xml version="1.0"?><a/>'],
  ['NaN', '{"a":NaN}'],
  ['a raw control character', '{"a":"\u0001"}'],
  ['65 lists in each other', `{"metadata":${'['.repeat(65)}${']'.repeat(65)}}`],
  ['65 objects in each other', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
  ['9,000 lists in each other', `${'['.repeat(9_000)}${']'.repeat(9_000)}`],
  ['9,000 lists that never end', '['.repeat(9_000)],
  ['9,000 objects in each other', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
]

/** JSON bodies that are not objects. */
export const NON_OBJECTS = ['null', '[]', '[{}]', '"words"', '7', 'true', '1e999'] as const

/** Values for any query parameter, encoded. */
export const PLAIN_QUERIES = ['', 'x', '%27%3B--', '%25', '_', '%5C', '%F0%9F%92%A9', '%E2%80%AE', 'null', 'undefined', '-1', '1e308']

/** Invalid values of `page` and `limit`, encoded. */
export const INVALID_PAGES = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '1e308',
  'NaN',
  'Infinity',
  '0x10',
  '',
  '%201',
  '1%00',
  '%D9%A3',
  '9'.repeat(30),
  'true',
]

/** Strange headers that are valid on an HTTP connection. */
export const STRANGE_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer  ' },
  { authorization: 'Basic eDp5' },
  { authorization: `Bearer ${'x'.repeat(5000)}` },
  { authorization: 'Bearer \u00ff\u00fe' },
  { authorization: 'Bearer gh_oat_%00' },
  { cookie: ';;;=;a' },
  { cookie: 'better-auth.session_token=%00.x' },
  { cookie: 'better-auth.session_token=%ED%A0%80; better-auth.session_data=e30' },
  { cookie: `better-auth.session_token=${'x'.repeat(5000)}` },
  { cookie: 'better-auth.session_token=a.b; better-auth.session_token=c.d', origin: 'http://localhost:3000' },
  { origin: '\u00ff' },
  { origin: 'http://[' },
  { referer: 'http://%' },
  { 'user-agent': '\u00ff'.repeat(3000) },
  { 'x-forwarded-for': '1.2.3.4, \u00ff, ::1' },
  { 'if-none-match': '*, W/"', accept: 'nothing/*;q=x', 'accept-language': '\u00ff' },
  { 'idempotency-key': '' },
  { 'idempotency-key': ' ' },
  { 'idempotency-key': 'x'.repeat(256) },
  { 'idempotency-key': '\u00e9' },
  { 'idempotency-key': "';--" },
  { expect: '100-continue', te: 'x', range: 'bytes=9-1' },
  { 'sec-fetch-site': 'cross-site\u00ff' },
]

/** Strange values that are valid for their type. */
export const STRANGE_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['', ' ', '\u202e\u200b\uffff', '\ud83d\udca9'.repeat(40), "';--\\%_{CHECKOUT_ID}", 'http://[::1]:0/%', UNKNOWN_ID],
  integer: [0, 2 ** 31 - 1, 2 ** 53 - 1],
  number: [5e-324, -0],
  array: [[], Array.from({ length: 101 }, () => UNKNOWN_ID), [null]],
  object: [
    {},
    { '': 1 },
    { a: 1e308 },
    { 'a\'b"c': null },
    Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, index])),
  ],
}

function resolved(schema: JsonSchema, document: SchemaDocument): readonly JsonSchema[] {
  if (schema.$ref) {
    const named = document.components.schemas[schema.$ref.slice('#/components/schemas/'.length)]
    return named ? resolved(named, document) : []
  }
  const branches = schema.anyOf ?? schema.oneOf
  return branches ? branches.flatMap((branch) => resolved(branch, document)) : [schema]
}

/** The JSON types that a schema accepts; all types where it names none. */
export function typesOf(schema: JsonSchema, document: SchemaDocument): ReadonlySet<string> {
  const types = resolved(schema, document).flatMap(({ type, const: only, enum: some }): readonly string[] => {
    if (type !== undefined) return [type].flat()
    const values = some ?? (only === undefined ? [] : [only])
    return values.length > 0 ? values.map((value) => (value === null ? 'null' : typeof value)) : TYPES
  })
  return new Set(types.flatMap((type) => (type === 'number' ? ['number', 'integer'] : [type])))
}

/** One value of every JSON type that the schema does not accept. */
export function valuesOfOtherTypes(schema: JsonSchema, document: SchemaDocument): readonly unknown[] {
  const accepted = typesOf(schema, document)
  return TYPES.filter((type) => !accepted.has(type)).map((type) => VALUES[type])
}

/** Every field of a body, including those of nested objects and lists. */
export function fieldsOf(schema: JsonSchema, document: SchemaDocument): readonly BodyField[] {
  return nestedFields({ path: [], schema, bodyWith: (value) => value }, document)
}

function nestedFields({ path, schema, bodyWith }: Pick<BodyField, 'path' | 'schema' | 'bodyWith'>, document: SchemaDocument): BodyField[] {
  if (path.length >= DEPTH_MAX) return []
  return resolved(schema, document).flatMap((branch) => {
    if (branch.items) {
      const element = {
        path: [...path, 0],
        schema: branch.items,
        isRequired: false,
        bodyWith: (value: unknown) => bodyWith([value]),
        without: bodyWith([]),
      }
      return [element, ...nestedFields(element, document)]
    }
    return Object.entries(branch.properties ?? {}).flatMap(([name, property]) => {
      const minimal = sampleOf(branch, document) as Record<string, unknown>
      const { [name]: _, ...others } = minimal
      const field: BodyField = {
        path: [...path, name],
        schema: property,
        isRequired: branch.required?.includes(name) ?? false,
        bodyWith: (value) => bodyWith({ ...minimal, [name]: value }),
        without: bodyWith(others),
      }
      return [field, ...nestedFields(field, document)]
    })
  })
}

/** Maps with an invalid key or value each, for fields that accept free keys; an empty list for other fields. */
export function invalidMaps(schema: JsonSchema, document: SchemaDocument): readonly unknown[] {
  const isMap = resolved(schema, document).some((branch) => typeof (branch as ExtendedSchema).additionalProperties === 'object')
  if (!isMap) return []
  return [{ 'a\u0000': 'b' }, { a: 'b\u0000' }, { '\ud800': 'b' }, { a: ['b\u0000'] }, JSON.parse('{"__proto__":"b"}')]
}

/** The declared maximum length of a text field; undefined for other fields and without a limit. */
export function maxLengthOf(schema: JsonSchema, document: SchemaDocument): number | undefined {
  const texts = resolved(schema, document).filter(({ type }) => type === 'string')
  const lengths = texts.flatMap((branch) => (branch as ExtendedSchema).maxLength ?? [])
  return texts.length > 0 && lengths.length === texts.length ? Math.max(...lengths) : undefined
}

/** Returns the fault of an answer; undefined for a success, or a refusal in the error shape of its API. */
export function faultIn({ status, text, headers }: TestAnswer, isAuth: boolean): string | undefined {
  if (status >= 500) return `${status} ${text}`
  if (status < 400) return undefined
  if (headers['content-type'] !== 'application/json') return `${status} of the type ${headers['content-type']}`
  if (text === '') return isAuth && [401, 403, 404].includes(status) ? undefined : `${status} without a body`
  const body: Record<string, unknown> = JSON.parse(text)
  if (isAuth) return typeof body['code'] === 'string' && typeof body['message'] === 'string' ? undefined : `${status} ${text}`
  const { error, detail } = body
  const isDetailed = Array.isArray(detail) ? detail.length > 0 && detail.every(isProblem) : typeof detail === 'string' && detail !== ''
  const isList = error === 'RequestValidationError' ? Array.isArray(detail) && status === 422 : true
  return typeof error === 'string' && isDetailed && isList ? undefined : `${status} ${text}`
}

function isProblem(problem: unknown): boolean {
  const { loc, msg, type } = problem as { readonly loc: unknown; readonly msg: unknown; readonly type: unknown }
  const hasLocation = Array.isArray(loc) && ['body', 'query', 'path', 'header'].includes(loc[0])
  return hasLocation && typeof msg === 'string' && msg !== '' && typeof type === 'string' && type !== ''
}
