import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { integerText, sorting } from '../wire-parts.ts'
import { PROBLEMS_MAX, validate } from './validate.ts'

function authMessages(schema: z.ZodType, value: unknown): Record<string, string> {
  const result = validate('auth', { part: 'body', schema }, value)
  return 'problems' in result ? Object.fromEntries(result.problems.map(({ loc, msg }) => [loc.slice(1).join('.'), msg])) : {}
}

function v1Problems(schema: z.ZodType, value: unknown): [string, string, string][] {
  const result = validate('v1', { part: 'body', schema }, value)
  return 'problems' in result ? result.problems.map(({ loc, type, msg }) => [loc.join('.'), type, msg]) : []
}

describe('validation messages on /api/auth', () => {
  const body = z.object({
    email: z.email(),
    age: z.int(),
    role: z.enum(['a', 'b']),
    either: z.union([z.string(), z.number()]),
    on: z.boolean(),
  })

  test('every missing field is reported as required, enumerations and unions too', () => {
    expect(authMessages(body, {})).toEqual({ email: 'Required', age: 'Required', role: 'Required', either: 'Required', on: 'Required' })
    expect(authMessages(body, undefined)).toEqual({
      email: 'Required',
      age: 'Required',
      role: 'Required',
      either: 'Required',
      on: 'Required',
    })
  })

  test('a wrong type is reported with both types', () => {
    expect(authMessages(body, { email: 3, age: 'x', role: 'c', either: null, on: [] })).toEqual({
      email: 'Expected string, received number',
      age: 'Expected number, received string',
      role: 'Expected "a" | "b", received "c"',
      either: 'Invalid input',
      on: 'Expected boolean, received array',
    })
    expect(authMessages(body, 'text')).toEqual({ '': 'Expected object, received string' })
    expect(authMessages(body, null)).toEqual({ '': 'Expected object, received null' })
  })

  test('an invalid email, length, record and integer are reported', () => {
    const schema = z.object({ email: z.email(), name: z.string().min(1), map: z.record(z.string(), z.string()), n: z.int() })
    expect(authMessages(schema, { email: 'x', name: '', map: 1, n: 1.5 })).toEqual({
      email: 'Invalid email',
      name: 'Must be at least 1 character(s)',
      map: 'Expected object, received number',
      n: 'Expected integer, received number',
    })
  })

  test('a message of the schema takes precedence', () => {
    expect(authMessages(z.object({ a: z.string({ error: 'Say a' }) }), {})).toEqual({ a: 'Say a' })
  })
})

describe('validation problems on /v1', () => {
  test.each([
    [z.object({ a: z.string() }), {}, ['body.a', 'missing', 'Field required']],
    [z.object({ a: z.string() }), { a: 1 }, ['body.a', 'string_type', 'Input should be a valid string']],
    [z.object({ a: z.int() }), { a: 1.5 }, ['body.a', 'int_type', 'Input should be a valid integer']],
    [z.object({ a: z.int().min(50) }), { a: 1 }, ['body.a', 'greater_than_equal', 'Input should be greater than or equal to 50']],
    [z.object({ a: z.int().max(9) }), { a: 10 }, ['body.a', 'less_than_equal', 'Input should be less than or equal to 9']],
    [z.object({ a: z.number().gt(0) }), { a: 0 }, ['body.a', 'greater_than', 'Input should be greater than 0']],
    [z.object({ a: z.string().min(3) }), { a: 'x' }, ['body.a', 'string_too_short', 'String should have at least 3 characters']],
    [z.object({ a: z.array(z.int()).min(1) }), { a: [] }, ['body.a', 'too_short', 'Input should have at least 1 items']],
    [z.object({ a: z.guid() }), { a: 'x' }, ['body.a', 'uuid_parsing', 'Input should be a valid UUID']],
    [z.object({ a: z.enum(['x', 'y']) }), { a: 'z' }, ['body.a', 'enum', "Input should be 'x' or 'y'"]],
    [z.object({ a: z.literal('x') }), { a: 'z' }, ['body.a', 'literal_error', "Input should be 'x'"]],
    [
      z.object({ a: z.string().regex(/^x/) }),
      { a: 'z' },
      ['body.a', 'string_pattern_mismatch', 'String should match the expected pattern'],
    ],
    [
      z.object({ a: integerText(1) }),
      { a: 'x' },
      ['body.a', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer'],
    ],
    [z.object({ a: sorting(['name'], 'name') }), { a: 'x' }, ['body.a', 'enum', "Input should be 'name' or '-name'"]],
    [z.object({ a: z.string().refine(() => false, 'No such thing') }), { a: 'z' }, ['body.a', 'value_error', 'No such thing']],
  ])('%#', (schema, value, expected) => {
    expect(v1Problems(schema, value)).toEqual([expected])
  })

  const fixed = z.object({ amount_type: z.literal('fixed'), price_amount: z.int().min(50) })
  const free = z.object({ amount_type: z.literal('free') })

  test('the location contains the chosen kind of a tagged union', () => {
    const schema = z.object({ prices: z.array(z.discriminatedUnion('amount_type', [fixed, free])) })
    expect(v1Problems(schema, { prices: [{ amount_type: 'fixed', price_amount: 1 }] })[0]?.[0]).toBe('body.prices.0.fixed.price_amount')
    expect(v1Problems(schema.optional(), { prices: [{ amount_type: 'fixed' }] })[0]?.[0]).toBe('body.prices.0.fixed.price_amount')
    expect(v1Problems(schema, { prices: [{ amount_type: 'gold' }] })[0]?.[0]).toBe('body.prices.0.amount_type')
  })

  test('a union reports the problems of its closest option', () => {
    const schema = z.object({ update: z.union([z.object({ a: z.object({ x: z.int() }) }), z.object({ b: z.string() })]) })
    expect(v1Problems(schema, { update: { a: { x: 'no' } } })).toEqual([
      ['body.update.a.x', 'float_type', 'Input should be a valid number'],
    ])
  })

  test('a union of an id and a tagged union reports the option that the tag names', () => {
    const schema = z.object({ prices: z.array(z.union([z.object({ id: z.guid() }), z.discriminatedUnion('amount_type', [fixed, free])])) })
    const locationOf = (price: unknown) => v1Problems(schema, { prices: [price] }).map(([loc]) => loc)
    expect(locationOf({ amount_type: 'fixed', price_amount: 1.5 })).toEqual(['body.prices.0.fixed.price_amount'])
    expect(locationOf({ amount_type: 'fixed', price_amount: 1 })).toEqual(['body.prices.0.fixed.price_amount'])
    expect(locationOf({ amount_type: 'fixed' })).toEqual(['body.prices.0.fixed.price_amount'])
    expect(locationOf({ amount_type: 'gold' })).toEqual(['body.prices.0.amount_type'])
    expect(locationOf({ price_amount: 100 })).toEqual(['body.prices.0.amount_type'])
    expect(locationOf({ id: 7 })).toEqual(['body.prices.0.id'])
    expect(locationOf(7)).toEqual(['body.prices.0'])
  })

  test('all problems are reported at once', () => {
    expect(v1Problems(z.object({ a: z.string(), b: z.int() }), {}).map(([loc]) => loc)).toEqual(['body.a', 'body.b'])
  })

  test('text that cannot be stored is refused before the schema is checked', () => {
    expect(v1Problems(z.object({ a: z.string() }), { a: 'x\0' })[0]?.slice(0, 2)).toEqual(['body.a', 'string_unicode'])
  })
})

test('a body without required fields may be omitted', () => {
  expect(validate('v1', { part: 'body', schema: z.object({ a: z.string().optional() }) }, undefined)).toEqual({ value: {} })
  expect(validate('v1', { part: 'body', schema: z.string().optional() }, undefined)).toEqual({ value: undefined })
})

describe('an answer that reports problems is bounded', () => {
  const schema = z.object({ fields: z.record(z.string(), z.string()), either: z.union([z.array(z.string()), z.array(z.number())]) })
  const entries = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${'k'.repeat(300)}${index}`, index]))
  const values = Array.from({ length: 5000 }, () => null)

  test.each(['auth', 'v1'] as const)('a body with thousands of invalid entries gets fifty problems with short locations on %s', (api) => {
    const result = validate(api, { part: 'body', schema }, { fields: entries, either: values })
    const problems = 'problems' in result ? result.problems : []
    expect(problems).toHaveLength(PROBLEMS_MAX)
    expect(JSON.stringify(problems).length).toBeLessThan(20_000)
  })
})
