// A table of events in memory that executes the statements which Guildhall sends to ClickHouse, with the checks of types and parameters there.
import { DEFAULT, evaluate, isAggregate, isTrue, type Row, type Scope, type Value } from './evaluation.ts'
import { ClickHouseException, type Expression, parse, type Select } from './syntax.ts'

const TEXTS = ['organization_id', 'id', 'name', 'source', 'customer_id', 'external_customer_id', 'external_id', 'metadata'] as const
const COLUMNS = [...TEXTS, 'timestamp', 'texts', 'kinds', 'ranks', 'copied_at']
const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3})$/

/** A request as it was sent: parameters without `param_`, and all of its query. */
export interface SentStatement {
  readonly text: string
  readonly parameters: ReadonlyMap<string, string>
  readonly body: string
  readonly search: string
}

/** An executor of statements. */
export interface Engine {
  /** Runs a statement: the lines of its answer. Throws a `ClickHouseException`. */
  run(statement: SentStatement): Promise<string[]>
  /** The number of events. */
  rowCount(): Promise<number>
}

/** A real ClickHouse, with a database of its own that is emptied. */
export async function remoteEngine(address: string): Promise<Engine> {
  const url = new URL(address)
  const authorization = `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`
  const send = async (search: string, body: string) => {
    const query = new URLSearchParams(search)
    query.set('database', url.pathname.slice(1))
    const answer = await fetch(`${url.origin}/?${query}`, { method: 'POST', body, headers: { authorization } })
    const answered = await answer.text()
    if (answer.ok) return answered.split('\n').filter(Boolean)
    throw new ClickHouseException(Number(answer.headers.get('x-clickhouse-exception-code')), 'REMOTE', answered)
  }
  await send('', 'DROP TABLE IF EXISTS usage_events SYNC')
  return {
    run: ({ search, body, text }) => send(search, body || text),
    rowCount: async () => Number((await send('', 'SELECT count() FROM usage_events FINAL FORMAT TabSeparated'))[0]),
  }
}

/** An empty database. */
export function createEngine(): Engine {
  let rows: Row[] | undefined
  const table = (name: string): Row[] => {
    if (name !== 'usage_events' || !rows)
      throw new ClickHouseException(60, 'UNKNOWN_TABLE', `Unknown table expression identifier '${name}'`)
    return rows
  }
  return {
    rowCount: async () => (rows ? resultOf(EVERY_ID, { table, parameter: parameterReader(new Map()) }).length : 0),
    run: async ({ text, parameters, body }) => {
      const parameter = parameterReader(parameters)
      const statement = parse(text)
      switch (statement.kind) {
        case 'create':
          rows ??= []
          return []
        case 'insert':
          if (statement.format !== 'JSONEachRow') throw new ClickHouseException(73, 'UNKNOWN_FORMAT', `Unknown format ${statement.format}`)
          table(statement.table).push(...body.split('\n').filter(Boolean).map(rowOf))
          return []
        case 'delete': {
          const { where } = statement
          rows = table(statement.table).filter((row) => !isTrue(evaluate(where, { rows: [row], parameter })))
          return []
        }
        case 'select':
          return resultOf(statement, { table, parameter }).map((row) => JSON.stringify(row))
      }
    },
  }
}

const EVERY_ID = parse('SELECT id FROM usage_events FINAL') as Select

interface Sources {
  readonly table: (name: string) => readonly Row[]
  readonly parameter: Scope['parameter']
}

function resultOf(select: Select, sources: Sources): Record<string, unknown>[] {
  const { parameter } = sources
  const { where, orderBy, columns, limit, offset } = select
  const scopeOf = (rows: readonly Row[]): Scope => ({ rows, parameter })
  const all = rowsOf(select, sources).filter((row) => !where || isTrue(evaluate(where, scopeOf([row]))))
  const name = orderBy?.name
  if (name)
    all.sort(
      (one, other) => Buffer.compare(Buffer.from(String(one[name])), Buffer.from(String(other[name]))) * (orderBy.isDescending ? -1 : 1),
    )
  const groups = groupsOf(select, all, scopeOf)
  const from = offset ? Number(evaluate(offset, scopeOf([]))) : 0
  const to = limit ? from + Number(evaluate(limit, scopeOf([]))) : undefined
  const shown = (expression: Expression, rows: readonly Row[]) => jsonOf(evaluate(expression, scopeOf(rows)))
  return groups.slice(from, to).map((rows) => Object.fromEntries(columns.map((column) => [column.name, shown(column.expression, rows)])))
}

function rowsOf({ from, isFinal }: Select, sources: Sources): Row[] {
  if (from === null) return [{}]
  if (typeof from !== 'string') return resultOf(from, sources) as Row[]
  const rows = sources.table(from)
  if (!isFinal) return [...rows]
  const last = new Map<string, Row>()
  for (const row of rows) {
    const key = `${String(row['organization_id'])} ${String(row['id'])}`
    const before = last.get(key)
    if (!before || (row['copied_at'] as bigint) >= (before['copied_at'] as bigint)) last.set(key, row)
  }
  return [...last.values()]
}

function groupsOf({ columns, groupBy }: Select, rows: readonly Row[], scopeOf: (rows: readonly Row[]) => Scope): (readonly Row[])[] {
  if (groupBy.length === 0) return columns.some(({ expression }) => isAggregate(expression)) ? [rows] : rows.map((row) => [row])
  const keys = groupBy.map((name) => {
    const column = columns.find((each) => each.name === name)
    if (!column) throw new ClickHouseException(47, 'UNKNOWN_IDENTIFIER', `Unknown identifier ${name}`)
    return column.expression
  })
  const keyOf = (row: Row) => JSON.stringify(keys.map((key) => String(evaluate(key, scopeOf([row])))))
  return [...Map.groupBy(rows, keyOf).values()]
}

const jsonOf = (value: Value): unknown => (typeof value === 'bigint' ? String(value) : value)

/** A line of JSONEachRow as a row of the table. */
function rowOf(line: string): Row {
  const values = JSON.parse(line) as Record<string, unknown>
  const unknown = Object.keys(values).filter((name) => !COLUMNS.includes(name))
  if (unknown.length > 0)
    throw new ClickHouseException(117, 'INCORRECT_DATA', `Unknown field found while parsing JSONEachRow format: ${unknown[0]}`)
  const malformed = (name: string) => new ClickHouseException(27, 'CANNOT_PARSE_INPUT_ASSERTION_FAILED', `Cannot parse ${name}`)
  const texts = TEXTS.map((name) => {
    if (typeof values[name] !== 'string') throw malformed(name)
    return [name, values[name]] as const
  })
  const [, date, time] = TIME.exec(String(values['timestamp'])) ?? []
  if (date === undefined) throw malformed('timestamp')
  return {
    ...Object.fromEntries(texts),
    timestamp: BigInt(Date.parse(`${date}T${time}Z`)),
    texts: mapOf(values['texts'], (value) => String(value), ''),
    kinds: mapOf(values['kinds'], (value) => String(value), ''),
    ranks: mapOf(values['ranks'], (value) => BigInt.asIntN(64, BigInt(String(value))), 0n),
    copied_at: BigInt(String(values['copied_at'])),
  }
}

function mapOf(value: unknown, read: (value: unknown) => Value, byDefault: Value): ReadonlyMap<string, Value> {
  const entries = Object.entries(value as object).map(([key, each]) => [key, read(each)] as const)
  const map = new Map<string, Value>(entries)
  map.set(DEFAULT, byDefault)
  return map
}

/** Reads the parameters of a statement as their types say. */
function parameterReader(parameters: ReadonlyMap<string, string>): Scope['parameter'] {
  const values = new Map<string, Value>()
  return (name, type) => {
    const key = `${name} ${type}`
    const known = values.get(key)
    if (known !== undefined) return known
    const sent = parameters.get(name)
    if (sent === undefined) throw new ClickHouseException(456, 'UNKNOWN_QUERY_PARAMETER', `Substitution \`${name}\` is not set`)
    const value = parameterValue(sent, type)
    if (value === undefined)
      throw new ClickHouseException(457, 'BAD_QUERY_PARAMETER', `Value ${sent} cannot be parsed as ${type} for query parameter '${name}'`)
    values.set(key, value)
    return value
  }
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', '0': '\0' }
const unescaped = (text: string) => text.replace(/\\(.)/gs, (_, sign: string) => ESCAPES[sign] ?? sign)

function parameterValue(sent: string, type: string): Value | undefined {
  if (type === 'String') return /[\t\n]/.test(sent) ? undefined : unescaped(sent)
  if (type === 'Int64') return /^-?\d+$/.test(sent) && BigInt.asIntN(64, BigInt(sent)) === BigInt(sent) ? BigInt(sent) : undefined
  if (type === 'UInt64') return /^\d+$/.test(sent) ? BigInt(sent) : undefined
  if (type === 'Array(Int64)')
    return /^\[(-?\d+(,-?\d+)*)?\]$/.test(sent) ? sent.slice(1, -1).split(',').filter(Boolean).map(BigInt) : undefined
  if (type !== 'Array(String)') return undefined
  if (!/^\[(?:'(?:[^'\\]|\\.)*'(?:,(?=')|(?=\])))*\]$/s.test(sent)) return undefined
  return [...sent.matchAll(/'((?:[^'\\]|\\.)*)'/gs)].map(([, text = '']) => unescaped(text))
}
