// Bad input made from the documents: for each field of a body what does not fit it, and what no field should ever hold.
import { type JsonSchema, type SchemaBook, sampleOf } from './samples.ts'

/** A parameter as the document holds it. */
export interface Parameter {
  readonly required?: boolean
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: JsonSchema
}

/** An operation as the document holds it. */
export interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
}

/** A place in a body: `put` gives the least body that has a value there. */
export interface Field {
  readonly path: readonly (string | number)[]
  readonly schema: JsonSchema
  readonly isRequired: boolean
  put(value: unknown): unknown
  /** The least body without it. */
  readonly without: unknown
}

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'
type Loose = JsonSchema & { readonly additionalProperties?: JsonSchema | boolean; readonly maxLength?: number }

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

/** Text that no database keeps: NUL, and halves of characters. */
export const UNSTORABLE = ['x\u0000y', 'x\ud800y', '\udfff'] as const

/** Numbers beyond what anything here counts. The last ones are no numbers at all. */
export const NUMBERS = [-1, 0, 1.5, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 1e308, -1e308, 'NaN', '12', '1e3'] as const

/** What nobody may take for a whole number. */
export const NO_INTEGERS: readonly unknown[] = [1.5, 2 ** 53, 2 ** 53 + 2, 1e308, -1e308, 'NaN', '12', '1e3']

/** Bodies that cannot be read, whoever asks for what. */
export const UNREADABLE: readonly (readonly [what: string, body: string])[] = [
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
  ['100,000 lists in each other', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['100,000 lists that never end', '['.repeat(100_000)],
  ['100,000 objects in each other', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
]

/** Bodies that are no objects. */
export const NO_OBJECTS = ['null', '[]', '[{}]', '"words"', '7', 'true', '1e999'] as const

/** Values of any parameter, as they stand in a query. */
export const PLAIN_QUERIES = ['', 'x', '%27%3B--', '%25', '_', '%5C', '%F0%9F%92%A9', '%E2%80%AE', 'null', 'undefined', '-1', '1e308']

/** What is no page and no limit, as it stands in a query. */
export const PAGES = ['0', '-1', '1.5', '1e3', '1e308', 'NaN', 'Infinity', '0x10', '', '%201', '1%00', '%D9%A3', '9'.repeat(30), 'true']

/** Headers that say anything; a connection would carry each of them. */
export const HEADERS: readonly Readonly<Record<string, string>>[] = [
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

/** Text and other values that fit a type and are strange all the same. */
export const STRANGE: Readonly<Record<string, readonly unknown[]>> = {
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

function resolved(schema: JsonSchema, book: SchemaBook): readonly JsonSchema[] {
  if (schema.$ref) {
    const named = book.components.schemas[schema.$ref.slice('#/components/schemas/'.length)]
    return named ? resolved(named, book) : []
  }
  const branches = schema.anyOf ?? schema.oneOf
  return branches ? branches.flatMap((branch) => resolved(branch, book)) : [schema]
}

/** The JSON types that a schema takes; all of them where it names none. */
export function typesOf(schema: JsonSchema, book: SchemaBook): ReadonlySet<string> {
  const types = resolved(schema, book).flatMap(({ type, const: only, enum: some }): readonly string[] => {
    if (type !== undefined) return [type].flat()
    const values = some ?? (only === undefined ? [] : [only])
    return values.length > 0 ? values.map((value) => (value === null ? 'null' : typeof value)) : TYPES
  })
  return new Set(types.flatMap((type) => (type === 'number' ? ['number', 'integer'] : [type])))
}

/** Values of every JSON type that the schema does not take. */
export function misfits(schema: JsonSchema, book: SchemaBook): readonly unknown[] {
  const taken = typesOf(schema, book)
  return TYPES.filter((type) => !taken.has(type)).map((type) => VALUES[type])
}

/** Every field of a body, those within objects and lists too. */
export function fieldsOf(schema: JsonSchema, book: SchemaBook): readonly Field[] {
  return below({ path: [], schema, put: (value) => value }, book)
}

function below({ path, schema, put }: Pick<Field, 'path' | 'schema' | 'put'>, book: SchemaBook): Field[] {
  if (path.length >= DEPTH_MAX) return []
  return resolved(schema, book).flatMap((branch) => {
    if (branch.items) {
      const element = {
        path: [...path, 0],
        schema: branch.items,
        isRequired: false,
        put: (value: unknown) => put([value]),
        without: put([]),
      }
      return [element, ...below(element, book)]
    }
    return Object.entries(branch.properties ?? {}).flatMap(([name, property]) => {
      const least = sampleOf(branch, book) as Record<string, unknown>
      const { [name]: _, ...others } = least
      const field: Field = {
        path: [...path, name],
        schema: property,
        isRequired: branch.required?.includes(name) ?? false,
        put: (value) => put({ ...least, [name]: value }),
        without: put(others),
      }
      return [field, ...below(field, book)]
    })
  })
}

/** Objects with free keys that a field takes, with a bad key or value each; nothing for other fields. */
export function badMaps(schema: JsonSchema, book: SchemaBook): readonly unknown[] {
  const isMap = resolved(schema, book).some((branch) => typeof (branch as Loose).additionalProperties === 'object')
  if (!isMap) return []
  return [{ 'a\u0000': 'b' }, { a: 'b\u0000' }, { '\ud800': 'b' }, { a: ['b\u0000'] }, JSON.parse('{"__proto__":"b"}')]
}

/** The longest text that a field says it takes; nothing where it takes no text, or says nothing. */
export function longestOf(schema: JsonSchema, book: SchemaBook): number | undefined {
  const texts = resolved(schema, book).filter(({ type }) => type === 'string')
  const lengths = texts.flatMap((branch) => (branch as Loose).maxLength ?? [])
  return texts.length > 0 && lengths.length === texts.length ? Math.max(...lengths) : undefined
}
