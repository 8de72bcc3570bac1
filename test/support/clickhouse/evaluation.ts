// The results of the functions and operators of ClickHouse that Guildhall uses, and the exceptions of values of other types.
import { createHash } from 'node:crypto'
import { ClickHouseException, type Expression } from './syntax.ts'

/** A decimal with 25 digits after the point. */
class Decimal {
  readonly scaled: bigint
  constructor(scaled: bigint) {
    this.scaled = scaled
  }
}

export type Value = string | bigint | number | boolean | Decimal | Buffer | readonly Value[] | ReadonlyMap<string, Value>
export type Row = Readonly<Record<string, Value>>

/** The rows that an expression is about: one, or those of a group. */
export interface Scope {
  readonly rows: readonly Row[]
  readonly parameter: (name: string, type: string) => Value
}

const SCALE = 25
const text = (value: Value | undefined): string => {
  if (typeof value !== 'string') throw new ClickHouseException(43, 'ILLEGAL_TYPE_OF_ARGUMENT', 'Illegal type of argument, expected String')
  return value
}
const whole = (value: Value | undefined): bigint => {
  if (typeof value !== 'bigint') throw new ClickHouseException(43, 'ILLEGAL_TYPE_OF_ARGUMENT', 'Illegal type of argument, expected Int64')
  return value
}
const bytes = (value: Value | undefined): Buffer => (Buffer.isBuffer(value) ? value : Buffer.from(text(value)))

/** The value of an expression. */
export function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'parameter':
      return scope.parameter(expression.name, expression.type)
    case 'column': {
      const value = scope.rows[0]?.[expression.name]
      if (value === undefined) throw new ClickHouseException(47, 'UNKNOWN_IDENTIFIER', `Unknown identifier ${expression.name}`)
      return value
    }
    case 'item': {
      const map = evaluate(expression.map, scope)
      if (!(map instanceof Map)) throw new ClickHouseException(43, 'ILLEGAL_TYPE_OF_ARGUMENT', 'Not a map')
      return map.get(text(evaluate(expression.key, scope))) ?? map.get(DEFAULT) ?? ''
    }
    case 'operator':
      return operate(expression.operator, expression, scope)
    case 'call': {
      const aggregate = AGGREGATES.get(expression.name)
      if (aggregate) return aggregate(expression.values, scope, expression.settings)
      const call = FUNCTIONS.get(expression.name)
      if (!call) throw new ClickHouseException(46, 'UNKNOWN_FUNCTION', `Unknown function ${expression.name}`)
      return call(...expression.values.map((value) => evaluate(value, scope)))
    }
  }
}

/** The key of a map under which the value is that a missing key has. */
export const DEFAULT = '\u0000default'

/** Whether a condition holds. */
export const isTrue = (value: Value): boolean => value === true || (typeof value === 'bigint' && value !== 0n)

type Operands = { readonly left: Expression; readonly right: Expression }

function operate(operator: string, { left, right }: Operands, scope: Scope): Value {
  if (operator === 'AND') return isTrue(evaluate(left, scope)) && isTrue(evaluate(right, scope))
  if (operator === 'OR') return isTrue(evaluate(left, scope)) || isTrue(evaluate(right, scope))
  const [one, other] = [evaluate(left, scope), evaluate(right, scope)]
  if (operator === '/') return Number(one) / Number(other)
  if (operator === 'IN') {
    if (!Array.isArray(other)) throw new ClickHouseException(43, 'ILLEGAL_TYPE_OF_ARGUMENT', 'The right side of IN is no array')
    return other.some((each) => compare(one, each) === 0)
  }
  const order = compare(one, other)
  return { '=': order === 0, '!=': order !== 0, '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator] ?? false
}

function compare(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other))
  if (typeof one === 'bigint' && typeof other === 'bigint') return one < other ? -1 : one > other ? 1 : 0
  throw new ClickHouseException(386, 'NO_COMMON_TYPE', `There is no supertype for ${typeof one} and ${typeof other}`)
}

type Call = (...values: readonly Value[]) => Value

const FUNCTIONS: ReadonlyMap<string, Call> = new Map(
  Object.entries<Call>({
    version: () => '24.8.0.0',
    toString: (value: Value | undefined) => shown(value),
    concat: (...values) => values.map(text).join(''),
    position: (found, part) => BigInt(Buffer.from(text(found)).indexOf(text(part)) + 1),
    positionCaseInsensitiveUTF8: (found, part) => BigInt(text(found).toLowerCase().indexOf(text(part).toLowerCase()) + 1),
    mapContains: (map, key) => map instanceof Map && map.has(text(key)),
    toUnixTimestamp64Milli: (value) => whole(value),
    roundDown: (value, steps) => {
      const all = steps as readonly bigint[]
      return all.findLast((step) => step <= whole(value)) ?? all[0] ?? 0n
    },
    MD5: (value) => createHash('md5').update(bytes(value)).digest(),
    substring: (value, from, length) => bytes(value).subarray(Number(from) - 1, Number(from) - 1 + Number(length)),
    reverse: (value) => Buffer.from(bytes(value)).reverse(),
    reinterpretAsUInt64: (value) => bytes(value).readBigUInt64LE(),
    toDecimal256OrZero: (value, scale) => {
      const [, sign = '', digits = '', places = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text(value)) ?? []
      if (scale !== BigInt(SCALE) || digits === '' || places.length > SCALE) return new Decimal(0n)
      return new Decimal(BigInt(`${sign}${digits}${places.padEnd(SCALE, '0')}`))
    },
  }),
)

type Aggregate = (values: readonly Expression[], scope: Scope, settings: readonly Expression[]) => Value

/** The values of the rows of a group for which the last expression holds. */
function valuesIf([value, condition]: readonly Expression[], scope: Scope): Value[] {
  const each = scope.rows.map((row) => ({ ...scope, rows: [row] }))
  return each.flatMap((one) => (!condition || isTrue(evaluate(condition, one)) ? [value ? evaluate(value, one) : 0n] : []))
}

const decimals = (values: readonly Value[]) => values.map((value) => (value as Decimal).scaled)

const AGGREGATES: ReadonlyMap<string, Aggregate> = new Map(
  Object.entries<Aggregate>({
    count: (_, { rows }) => BigInt(rows.length),
    countIf: ([condition], scope) =>
      BigInt(scope.rows.filter((row) => condition && isTrue(evaluate(condition, { ...scope, rows: [row] }))).length),
    sum: (values, scope) =>
      BigInt.asUintN(
        64,
        (valuesIf(values, scope) as bigint[]).reduce((sum, each) => sum + each, 0n),
      ),
    sumIf: (values, scope) => new Decimal(decimals(valuesIf(values, scope)).reduce((sum, each) => sum + each, 0n)),
    maxIf: (values, scope) =>
      new Decimal(
        decimals(valuesIf(values, scope)).reduce<bigint | null>((most, each) => (most === null || each > most ? each : most), null) ?? 0n,
      ),
    minIf: (values, scope) =>
      new Decimal(
        decimals(valuesIf(values, scope)).reduce<bigint | null>((least, each) => (least === null || each < least ? each : least), null) ??
          0n,
      ),
    groupArrayIf: (values, scope, [limit]) => valuesIf(values, scope).slice(0, limit ? Number(evaluate(limit, scope)) : undefined),
    uniqExactIf: (values, scope) => BigInt(new Set(valuesIf(values, scope)).size),
  }),
)

/** Whether an expression is about a group of rows. */
export function isAggregate(expression: Expression): boolean {
  if (expression.kind === 'call') return AGGREGATES.has(expression.name) || expression.values.some(isAggregate)
  if (expression.kind === 'operator') return isAggregate(expression.left) || isAggregate(expression.right)
  return false
}

function shown(value: Value | undefined): string {
  if (!(value instanceof Decimal)) return String(value)
  const digits = (value.scaled < 0n ? -value.scaled : value.scaled).toString().padStart(SCALE + 1, '0')
  const decimal = `${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`.replace(/\.?0+$/, '')
  return value.scaled < 0n ? `-${decimal}` : decimal
}
