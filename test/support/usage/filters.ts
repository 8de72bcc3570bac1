// Random events and filters, with the values that stores compare in different ways.
import fc from 'fast-check'
import type { Filter, FilterClause, FilterOperator } from '#kernel/metering/filter.ts'
import { filterProblems } from '#merchant/catalogue/meters/index.ts'
import { START } from '#test/support/server.ts'

const KEYS = [
  ...['a', 'b', 'tokens', 'name', 'metadata', 'length', 'toString', 'constructor', '__proto__', 'NULL', '', ' '],
  ...['0', '1', '2', '-1', '01', '+1', ' 1', '1 ', '1e0', '4294967295', '99999999999999999999'],
  ...["it's", 'say "so"', 'back\\slash', '{a,b}', '100%', 'ключ', '😀'],
]
export const TEXTS = [
  ...['', 'a', 'A', 'ab', 'abc', 'b', 'é', 'e\u0301', 'ß', 'İ', '😀', 'a😀b', '\uffee', '\ufffd', '\u{10ffff}'],
  ...['%', '100%', 'a_c', '\\', '\\%', "'", "it's", '"', ' ', '\n', "'; drop table usage_events; --"],
  ...['0', '1', '12', '1234', '-1', '0.1', '1e21', 'true', 'false', 'null', 'NaN'],
]
const LARGEST = Number.MAX_SAFE_INTEGER
export const NUMBERS = [
  ...[0, -0, 1, -1, 2, 12, 21, 1234, 0.1, 0.5, 1.5, -2.5, 1233.9999999999998, 1234.0000000000002],
  ...[LARGEST, -LARGEST, LARGEST + 1, 1e15, 123456789012345680000, 999999999999999900000, 1e21, 1.5e21, -1.25e22, 1e23, 2 ** 70, 1e300],
  ...[Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e-6, 0.000001234, 1e-7, -1.5e-7, 9.5e-10, 2 ** -44, 1e-300],
]
export const WHOLE = [0, 1, -1, 2, 3, 7, 12, 21, 44, 300, 1234, LARGEST, -LARGEST, LARGEST - 1]
const SECONDS = Math.floor(START.getTime() / 1000)
export const OPERATORS: readonly FilterOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like']

const key = fc.constantFrom(...KEYS)
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'grapheme', maxLength: 4 }))
const storable = text.filter((each) => each.isWellFormed() && !each.includes('\0'))
const scalar = fc.oneof(
  storable,
  fc.constantFrom<number>(...NUMBERS),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const objectOf = (value: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(key, value), { maxLength: 12 }).map((entries) => Object.fromEntries(entries))
const { metadata } = fc.letrec<{ value: unknown; metadata: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    scalar,
    objectOf(tie('value')),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
  metadata: objectOf(tie('value')),
}))
/** An event; its metadata may have any shape of JSON. */
export const event = fc.record({
  name: storable,
  source: fc.constantFrom('user', 'system'),
  timestamp: fc.integer({ min: -5000, max: 5000 }).map((ms) => new Date(START.getTime() + ms)),
  metadata,
})

const path = fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => keys.join('.'))
const property = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('name', 'source', 'timestamp') },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('', '', 'metadata.'), path).map(([prefix, keys]) => prefix + keys) },
)
const clause: fc.Arbitrary<FilterClause> = fc.record({
  property,
  operator: fc.constantFrom(...OPERATORS),
  value: fc.oneof(
    storable,
    fc.constantFrom(...WHOLE),
    fc.integer({ min: SECONDS - 3, max: SECONDS + 3 }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constantFrom('user', 'system'),
  ),
})
const group = (clauses: fc.Arbitrary<(FilterClause | Filter)[]>): fc.Arbitrary<Filter> =>
  fc.record({ conjunction: fc.constantFrom('and', 'or'), clauses })
const nested = (depth: number): fc.Arbitrary<Filter> =>
  group(fc.array(depth === 1 ? clause : fc.oneof(clause, clause, nested(depth - 1)), { maxLength: 5 }))
/** A filter that a meter may have. */
export const filter = fc.oneof(
  { weight: 6, arbitrary: group(fc.array(clause, { minLength: 1, maxLength: 1 })) },
  { weight: 3, arbitrary: nested(5).filter((each) => filterProblems(each).length === 0) },
  { weight: 1, arbitrary: group(fc.array(clause, { minLength: 50, maxLength: 50 })) },
)

/** A filter of one clause. */
export const single = (property: string, operator: FilterOperator, value: FilterClause['value']): Filter => ({
  conjunction: 'and',
  clauses: [{ property, operator, value }],
})
