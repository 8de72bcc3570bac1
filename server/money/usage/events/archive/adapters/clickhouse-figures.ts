// The figures of the events in ClickHouse, exactly: decimals are added as decimals, and numbers with an exponent here.
import { assert } from '#kernel/assert.ts'
import type { Aggregation } from '#kernel/metering/aggregation.ts'
import { decimalRational, decimalText, greater, lesser, plus, type Rational, ZERO } from '#kernel/numbers/rational.ts'
import type { ClickHouseStatement, Fragment } from '#platform/clickhouse/statement.ts'
import { ch, toStatement } from '#platform/clickhouse/statement.ts'
import { type BucketFigures, type EventFigures, NO_EVENT_FIGURES, type TimeBucket } from '../event-store.ts'
import { propertyColumns } from './clickhouse-filter.ts'

/** Numbers with an exponent, at 1e21 and above or below 1e-6, of one bucket: one more than are added up. */
const ODD_LIMIT = 100_001
const ODD = ch`groupArrayIf(100001)`

type Select = <Row>(statement: ClickHouseStatement) => Promise<readonly Row[]>

interface FiguresRow {
  /** Unix milliseconds of the beginning of the bucket. */
  readonly start: string
  readonly events: string
  readonly numbers: string
  /** Numbers without an exponent, of which the others are decimals. */
  readonly plain: string
  readonly total: string
  readonly maximum: string
  readonly minimum: string
  readonly odd: readonly string[]
  readonly different: string
}

/** The figures to read, and of which events. */
export interface FiguresQuery {
  readonly condition: Fragment
  readonly aggregation: Aggregation
  readonly buckets: readonly TimeBucket[]
}

/** The figures of buckets. Different values take a second statement, because they cannot be added up. */
export async function readClickHouseFigures(select: Select, { condition, aggregation, buckets }: FiguresQuery): Promise<BucketFigures> {
  const starts = buckets.map(({ start }) => start.getTime())
  const { kind, text } = aggregation.func === 'count' ? { kind: ch`''`, text: ch`''` } : propertyColumns(aggregation.property)
  // A double of less than 1e21 and of 1e-6 or more has at most 21 and 23 digits on both sides of the point.
  const isPlain = ch`${kind} = 'number' AND position(${text}, 'e') = 0`
  const decimal = ch`toDecimal256OrZero(${text}, 25)`
  const different = ch`toString(uniqExactIf(concat(${kind}, ':', ${text}), ${kind} != ''))`
  const rows = await select<FiguresRow>(
    toStatement(ch`SELECT toString(roundDown(toUnixTimestamp64Milli(timestamp), ${{ type: 'Array(Int64)', value: starts }})) AS start,
      toString(count()) AS events, toString(countIf(${kind} = 'number')) AS numbers, toString(countIf(${isPlain})) AS plain,
      toString(sumIf(${decimal}, ${isPlain})) AS total, toString(maxIf(${decimal}, ${isPlain})) AS maximum,
      toString(minIf(${decimal}, ${isPlain})) AS minimum,
      ${ODD}(${text}, ${kind} = 'number' AND position(${text}, 'e') > 0) AS odd, ${different} AS different
      FROM usage_events FINAL WHERE ${condition} GROUP BY start`),
  )
  const positions = new Map(starts.map((start, at) => [String(start), at + 1]))
  const byPosition = new Map(rows.map((row) => [positions.get(row.start) ?? 0, toFigures(row)] as const))
  const total = [...byPosition.values()].reduce(added, NO_EVENT_FIGURES)
  if (aggregation.func !== 'unique') return { byPosition, total }
  const [all] = await select<{ readonly different: string }>(
    toStatement(ch`SELECT ${different} AS different FROM usage_events FINAL WHERE ${condition}`),
  )
  return { byPosition, total: { ...total, different: Number(all?.different ?? 0) } }
}

/** The different values of a property as JSON texts. */
export async function readDifferentValues(
  select: Select,
  { condition, property, limit }: { readonly condition: Fragment; readonly property: string; readonly limit: number },
): Promise<readonly string[]> {
  const { kind, text } = propertyColumns(property)
  const rows = await select<{ readonly kind: string; readonly text: string }>(
    toStatement(ch`SELECT ${kind} AS kind, ${text} AS text FROM usage_events FINAL WHERE ${condition} AND ${kind} != ''
      GROUP BY kind, text LIMIT ${{ type: 'UInt64', value: limit }}`),
  )
  return rows.map((row) => (row.kind === 'string' ? JSON.stringify(row.text) : row.text))
}

function toFigures({ events, numbers, plain, total, maximum, minimum, odd, different }: FiguresRow): EventFigures {
  assert(odd.length < ODD_LIMIT, 'Too many numbers of a bucket have an exponent')
  const hasPlain = Number(plain) > 0
  const others = odd.map(decimalRational)
  const all = (text: string) => [...(hasPlain ? [decimalRational(text)] : []), ...others]
  return {
    events: Number(events),
    numbers: Number(numbers),
    total: decimalText([decimalRational(total), ...others].reduce(plus, ZERO)),
    maximum: textOf(all(maximum).reduce<Rational | null>((one, other) => (one ? greater(one, other) : other), null)),
    minimum: textOf(all(minimum).reduce<Rational | null>((one, other) => (one ? lesser(one, other) : other), null)),
    different: Number(different),
  }
}

const textOf = (value: Rational | null) => (value === null ? null : decimalText(value))

/** The figures of both but for different values, which both may have. */
function added(one: EventFigures, other: EventFigures): EventFigures {
  const either = (choose: (left: Rational, right: Rational) => Rational, left: string | null, right: string | null) =>
    left !== null && right !== null ? decimalText(choose(decimalRational(left), decimalRational(right))) : (left ?? right)
  return {
    events: one.events + other.events,
    numbers: one.numbers + other.numbers,
    total: decimalText(plus(decimalRational(one.total), decimalRational(other.total))),
    maximum: either(greater, one.maximum, other.maximum),
    minimum: either(lesser, one.minimum, other.minimum),
    different: 0,
  }
}
