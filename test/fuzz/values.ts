// Generates values from a schema: valid ones, and ones with a single defect.
import fc from 'fast-check'
import type { ApiDocument, Schema } from './document.ts'
import { emailValue, FIELD_VALUES, type Value, word } from './field-values.ts'

const LONG = 'x'.repeat(10_000)
/** Depths on both sides of the limit of the body parser. */
const DEPTHS = [8, 62, 63, 64, 65, 500]
const DEPTH_MAX = 6

const nested = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** Values that few fields should accept. */
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

/** Keys that no body declares, or that have a meaning in JavaScript. */
const SMUGGLED = ['id', 'status', 'role', 'userId', 'total_amount', 'tax_amount', '__proto__', 'constructor', 'prototype', '', 'x\u0000']

/** Fields for which the server refuses most values that the schema allows. */
const PREFERRED: Readonly<Record<string, Value>> = {
  recurring_interval: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom('month', 'year') }),
  price_amount: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 50, max: 100_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 99_999_999 }) },
  ),
}
/** Optional fields whose presence usually makes the server refuse the body. */
const RARELY_SENT = new Set([
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
  // Roles take `name` and `permissions`, or these of a newer client.
  'role',
  'roleName',
  'roleId',
  'permission',
])
/** Optional fields without which a body rarely succeeds. */
const USUALLY_SENT = new Set([
  'userId',
  'token',
  'products',
  'jobId',
  'confirmation_token_id',
  'customer_email',
  'customer_name',
  'customer_billing_address',
  'permissions',
])

/** Creates generators from schemas of the document; `here` gives the values of fields that are particular to an operation. */
export function valuesOf(
  document: ApiDocument,
  here: Readonly<Record<string, Value>> = {},
): { valid(schema: Schema, name?: string): Value; invalid(schema: Schema, name?: string): Value } {
  const valid = (unresolved: Schema, name = '', depth = 0): Value => {
    const schema = document.resolve(unresolved)
    const branches = schema.anyOf ?? schema.oneOf
    for (const preferred of [here, PREFERRED]) if (Object.hasOwn(preferred, name)) return preferred[name] as Value
    // Where null is one of the branches it is rarely the interesting one.
    if (branches)
      return fc.oneof(...branches.map((branch) => ({ weight: branch.type === 'null' ? 1 : 6, arbitrary: valid(branch, name, depth) })))
    const byName = Object.hasOwn(FIELD_VALUES, name) ? FIELD_VALUES[name] : undefined
    const isOne = schema.type !== 'array' && schema.type !== 'object' && schema.type !== 'null'
    if (byName && isOne) return byName
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
    return fc.array(valid(schema.items ?? {}, name, depth + 1), { minLength, maxLength })
  }
  const objectOf = (schema: Schema, depth: number): Value => {
    const required = new Set(schema.required ?? [])
    const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => {
      const value = valid(inner, name, depth + 1)
      if (required.has(name)) return [name, value.map((item) => [item])] as const
      const [yes, no] = USUALLY_SENT.has(name) ? [20, 1] : RARELY_SENT.has(name) || inner.deprecated ? [1, 30] : [1, 3]
      const maybe = fc.oneof({ weight: no, arbitrary: fc.constant([]) }, { weight: yes, arbitrary: value.map((item) => [item]) })
      return [name, maybe] as const
    })
    const free = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
    const more = free
      ? fc.dictionary(schema.propertyNames ? (valid(schema.propertyNames) as fc.Arbitrary<string>) : word, valid(free, '', depth + 1), {
          maxKeys: 3,
        })
      : fc.constant({})
    return fc.tuple(fc.tuple(...fields.map(([, value]) => value)), more).map(([values, extra]) => ({
      ...extra,
      ...Object.fromEntries(values.flatMap((item, at) => item.map((each) => [fields[at]?.[0], each]))),
    }))
  }
  const invalid = (unresolved: Schema, name = '', depth = 0): Value => {
    const schema = document.resolve(unresolved)
    const branches = schema.anyOf ?? schema.oneOf
    if (branches) return fc.oneof(...branches.map((branch) => invalid(branch, name, depth)))
    const bounds = outOfBounds(schema)
    const leaf = bounds.length ? fc.oneof(fc.constantFrom(...bounds), strange) : strange
    const whole = valid(schema, name, depth)
    const wrong = fc.oneof(
      { weight: 4, arbitrary: leaf },
      { weight: 1, arbitrary: whole.map((item) => [item]) },
      { weight: 1, arbitrary: whole.map((value) => ({ value })) },
    )
    if (depth > DEPTH_MAX) return wrong
    if (schema.type === 'array') {
      const within = fc.tuple(whole, invalid(schema.items ?? {}, name, depth + 1))
      return fc.oneof({ weight: 3, arbitrary: within.map(([some, item]) => [...[some].flat(), item]) }, { weight: 1, arbitrary: wrong })
    }
    if (!schema.properties) return wrong
    const fields = Object.entries(schema.properties).map(([field, inner]) =>
      invalid(inner, field, depth + 1).map((value) => ({ [field]: value })),
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
          .map(([value, key, item]) => Object.fromEntries([...Object.entries(value), [key, item]])),
      },
      { weight: 1, arbitrary: wrong },
    )
  }
  return { valid, invalid }
}

function without(value: Record<string, unknown>, at: number): Record<string, unknown> {
  const keys = Object.keys(value)
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== keys[at % keys.length]))
}

// Values just beyond the bounds of a schema.
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
  email: emailValue,
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
  const formatted = FORMATS[format ?? '']
  if (formatted) return formatted
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const bounds = { minLength, maxLength: Math.min(maxLength, Math.max(minLength, 60)) }
  return fc.oneof(fc.string({ ...bounds, unit: 'grapheme-ascii' }), fc.string({ ...bounds, unit: 'grapheme' }))
}
