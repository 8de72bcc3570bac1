// From a schema to values of it: those that fit, and those that are off by one thing.
import fc from 'fast-check'
import type { Book, Schema } from './document.ts'
import { address, MEANT, type Value, word } from './meant.ts'

const LONG = 'x'.repeat(10_000)
/** Depths on both sides of what is read. */
const DEPTHS = [8, 62, 63, 64, 65, 500]
const DEPTH_MAX = 6

const nested = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** What few fields should take, whatever they are. */
const STRANGE: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e308, -1e308, 5e-324],
  ...['', ' ', 'NaN', 'Infinity', 'null', 'undefined', '12', '1e3', '0x10', 'true', '٣', LONG, 'x'.repeat(256)],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00Z'],
  ...['2026-02-30T00:00:00Z', '2026-01-01T00:00:00+99:00', '2026-13-01', '2016-12-31T23:59:60Z', 'P1Y', 'PT1S'],
  ...['P99999999Y', 'P-1D', 'PT1e9S', 'P1000000M'],
  ...['x\u0000y', 'x\ud800y', '\udfff', '\u202e\u200b\uffff', '\ud83d\udca9'.repeat(40), 'e\u0301', '\ufeff', '\r\nset-cookie: a=b'],
  ...["';--", '%', '\\', '"', '../..', '{CHECKOUT_ID}', '<b>x</b>', '=1+1', 'javascript:1', '//evil.test', '/\\evil.test'],
  ...['http://169.254.169.254/', 'https://a:b@c.test/', 'http://[::1', 'http://xn--/', 'ftp://a.test', 'https://ex\u00e4mple.test/\u20ac'],
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', 'a@b', '"a b"@c.test', '\u00e4@\u00e4.test'],
  ...[[], {}, [[]], [null], [{}], { a: { b: 1 } }, { '': 1 }, { 'a\u0000': 1 }, { $where: 1, 'a.b': 2 }, { a: 1e308 }],
  ...[JSON.parse('{"__proto__":{"admin":true}}'), { constructor: { prototype: { admin: true } } }, { toString: 'x', hasOwnProperty: 1 }],
  Array.from({ length: 101 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v'])),
]
const strange: Value = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...STRANGE) },
  { weight: 1, arbitrary: fc.constantFrom(...DEPTHS).map(nested) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Keys that no body knows, or that mean something to JavaScript. */
const SMUGGLED = ['id', 'status', 'role', 'userId', 'total_amount', 'tax_amount', '__proto__', 'constructor', 'prototype', '', 'x\u0000']

/** Fields of which most values that the schema takes are refused. */
const DECIDED: Readonly<Record<string, Value>> = {
  recurring_interval: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom('month', 'year') }),
  price_amount: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 50, max: 100_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 99_999_999 }) },
  ),
}
/** Fields that, where they are sent, mostly have the whole body refused. */
const SELDOM = new Set([
  'organization_id',
  'username',
  'customer_id',
  'discount_id',
  'discount_code',
  'subscription_id',
  'medias',
  'attached_custom_fields',
  'customer_ip_address',
  'accountId',
  'errorCallbackURL',
  'newUserCallbackURL',
  'scopes',
])
/** Fields that a body is of little use without though its schema lets them out. */
const WANTED = new Set([
  'userId',
  'token',
  'products',
  'jobId',
  'confirmation_token_id',
  'customer_email',
  'customer_name',
  'customer_billing_address',
])

/** Builds values of the document's schemas, of fields that mean something of their own `here` too; the same schema gives the same builder. */
export function valuesOf(
  book: Book,
  here: Readonly<Record<string, Value>> = {},
): { fitting(schema: Schema, name?: string): Value; bent(schema: Schema, name?: string): Value } {
  const fitting = (given: Schema, name = '', depth = 0): Value => {
    const schema = book.resolve(given)
    const branches = schema.anyOf ?? schema.oneOf
    for (const decided of [here, DECIDED]) if (Object.hasOwn(decided, name)) return decided[name] as Value
    // Where null is one of the choices it is seldom the interesting one.
    if (branches)
      return fc.oneof(...branches.map((branch) => ({ weight: branch.type === 'null' ? 1 : 6, arbitrary: fitting(branch, name, depth) })))
    const meant = Object.hasOwn(MEANT, name) ? MEANT[name] : undefined
    const isOne = schema.type !== 'array' && schema.type !== 'object' && schema.type !== 'null'
    if (meant && isOne) return meant
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const types = [schema.type ?? ['string', 'integer', 'boolean', 'object']].flat()
    return fc.oneof(...types.map((type) => ofType(type, schema, { name, depth })))
  }
  const ofType = (type: string, schema: Schema, { name, depth }: { readonly name: string; readonly depth: number }): Value => {
    if (type === 'array') return listOf(schema, { name, depth })
    if (type === 'object') return depth > DEPTH_MAX ? fc.constant({}) : objectOf(schema, depth)
    if (type === 'string') return textOf(schema)
    if (type === 'boolean') return fc.boolean()
    if (type === 'null') return fc.constant(null)
    const [min, max] = [schema.minimum ?? -1_000_000, Math.min(schema.maximum ?? 1_000_000, Number.MAX_SAFE_INTEGER)]
    const small = fc.integer({ min, max: Math.max(min, Math.min(max, min + 20_000)) })
    const whole = fc.bigInt({ min: BigInt(Math.ceil(min)), max: BigInt(Math.floor(max)) }).map(Number)
    const near = type === 'number' ? fc.double({ min, max, noNaN: true }) : whole
    return max - min < 10_000 ? fc.integer({ min, max }) : fc.oneof({ weight: 6, arbitrary: small }, { weight: 1, arbitrary: near })
  }
  const listOf = (schema: Schema, { name, depth }: { readonly name: string; readonly depth: number }): Value => {
    const minLength = schema.minItems ?? 0
    const maxLength = Math.min(schema.maxItems ?? 3, minLength + 2)
    return fc.array(fitting(schema.items ?? {}, name, depth + 1), { minLength, maxLength })
  }
  const objectOf = (schema: Schema, depth: number): Value => {
    const required = new Set(schema.required ?? [])
    const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => {
      const value = fitting(inner, name, depth + 1)
      if (required.has(name)) return [name, value.map((one) => [one])] as const
      const [yes, no] = WANTED.has(name) ? [20, 1] : SELDOM.has(name) || inner.deprecated ? [1, 30] : [1, 3]
      const maybe = fc.oneof({ weight: no, arbitrary: fc.constant([]) }, { weight: yes, arbitrary: value.map((one) => [one]) })
      return [name, maybe] as const
    })
    const free = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
    const more = free
      ? fc.dictionary(schema.propertyNames ? (fitting(schema.propertyNames) as fc.Arbitrary<string>) : word, fitting(free, '', depth + 1), {
          maxKeys: 3,
        })
      : fc.constant({})
    return fc.tuple(fc.tuple(...fields.map(([, value]) => value)), more).map(([values, extra]) => ({
      ...extra,
      ...Object.fromEntries(values.flatMap((one, at) => one.map((each) => [fields[at]?.[0], each]))),
    }))
  }
  const bent = (given: Schema, name = '', depth = 0): Value => {
    const schema = book.resolve(given)
    const branches = schema.anyOf ?? schema.oneOf
    if (branches) return fc.oneof(...branches.map((branch) => bent(branch, name, depth)))
    const bounds = outOfBounds(schema)
    const leaf = bounds.length ? fc.oneof(fc.constantFrom(...bounds), strange) : strange
    const whole = fitting(schema, name, depth)
    const wrong = fc.oneof(
      { weight: 4, arbitrary: leaf },
      { weight: 1, arbitrary: whole.map((one) => [one]) },
      { weight: 1, arbitrary: whole.map((value) => ({ value })) },
    )
    if (depth > DEPTH_MAX) return wrong
    if (schema.type === 'array') {
      const within = fc.tuple(whole, bent(schema.items ?? {}, name, depth + 1))
      return fc.oneof({ weight: 3, arbitrary: within.map(([some, one]) => [...[some].flat(), one]) }, { weight: 1, arbitrary: wrong })
    }
    if (!schema.properties) return wrong
    const fields = Object.entries(schema.properties).map(([field, inner]) =>
      bent(inner, field, depth + 1).map((value) => ({ [field]: value })),
    )
    const changed = fields.length ? fc.oneof(...fields) : fc.constant({})
    const all = whole as fc.Arbitrary<Record<string, unknown>>
    return fc.oneof(
      { weight: 8, arbitrary: fc.tuple(all, changed).map(([value, change]) => ({ ...value, ...change })) },
      { weight: 2, arbitrary: fc.tuple(all, fc.nat()).map(([value, at]) => without(value, at)) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(all, fc.constantFrom(...SMUGGLED), strange)
          .map(([value, key, one]) => Object.fromEntries([...Object.entries(value), [key, one]])),
      },
      { weight: 1, arbitrary: wrong },
    )
  }
  return { fitting, bent }
}

function without(value: Record<string, unknown>, at: number): Record<string, unknown> {
  const keys = Object.keys(value)
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== keys[at % keys.length]))
}

// The values just beyond what a schema says.
function outOfBounds({ minLength, maxLength, minimum, maximum, minItems, maxItems, items }: Schema): unknown[] {
  const beyond: unknown[] = []
  if (minLength) beyond.push('x'.repeat(minLength - 1))
  if (maxLength !== undefined && maxLength < 200_000) beyond.push('x'.repeat(maxLength + 1), 'x'.repeat(maxLength))
  if (minimum !== undefined) beyond.push(minimum - 1, minimum)
  if (maximum !== undefined) beyond.push(maximum + 1, maximum)
  if (minItems) beyond.push([])
  if (maxItems !== undefined && items) beyond.push(Array.from({ length: maxItems + 1 }, () => 'x'))
  return beyond
}

const FORMATS: Readonly<Record<string, Value>> = {
  uuid: fc.uuid(),
  email: address,
  uri: fc.constantFrom(
    'https://shop.example.test/',
    'http://hooks.example.test:8080/a?b=c#d',
    'https://[2001:db8::1]/x',
    'HTTP://EXAMPLE.TEST',
  ),
  'date-time': fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
}

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: Schema): Value {
  const known = FORMATS[format ?? '']
  if (known) return known
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const bounds = { minLength, maxLength: Math.min(maxLength, Math.max(minLength, 60)) }
  return fc.oneof(fc.string({ ...bounds, unit: 'grapheme-ascii' }), fc.string({ ...bounds, unit: 'grapheme' }))
}
