// The HTTP interface of ClickHouse by its official client.
import { ClickHouseError, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import type { CallLimits, ClickHouse } from './clickhouse.ts'
import { ClickHouseRefusal, ClickHouseUnavailable } from './clickhouse.ts'
import type { ClickHouseStatement } from './statement.ts'

const CONNECTIONS = 10

/** The longest times of calls that state none themselves. */
export interface ClickHouseTimes {
  /** A caller waits for a read. */
  readonly readMs: number
  /** Inserts of some thousand rows, and mutations, by jobs. */
  readonly writeMs: number
}

const TIMES: ClickHouseTimes = { readMs: 15_000, writeMs: 120_000 }

/**
 * Exceptions that say nothing about the statement: time, memory, parts, queries, a replica without its keeper, a server that starts or stops.
 */
const BUSY_CODES = new Set([3, 159, 160, 202, 209, 210, 236, 241, 242, 252, 285, 319, 364, 394, 439, 473, 999])

// An exception in the middle of an answer would follow its status 200: with this setting it has a status of its own.
const WHOLE_ANSWER: ClickHouseSettings = { wait_end_of_query: 1 }

/** Opens no connection yet. `url` is `http(s)://user:password@host:port/database`. */
export function createClickHouse(url: string, { readMs, writeMs }: ClickHouseTimes = TIMES): ClickHouse {
  const client = createClient({
    url,
    application: 'guildhall',
    request_timeout: writeMs,
    max_open_connections: CONNECTIONS,
    // Errors are logged where they are handled.
    log: { level: ClickHouseLogLevel.OFF },
  })
  const settingsOf = (timeoutMs: number): ClickHouseSettings => ({ ...WHOLE_ANSWER, max_execution_time: Math.ceil(timeoutMs / 1000) })
  return {
    select: <Row>({ text, parameters }: ClickHouseStatement, { timeoutMs }: CallLimits = { timeoutMs: readMs }) =>
      answered(timeoutMs, async (signal) => {
        const query = { query: text, query_params: { ...parameters }, clickhouse_settings: settingsOf(timeoutMs), abort_signal: signal }
        const answer = await client.query({ ...query, format: 'JSONEachRow' })
        return answer.json<Row>()
      }),
    insert: (table, rows) =>
      answered(writeMs, async (signal) => {
        // Events of many years, which one statement may hold, are in many partitions.
        const settings = { ...settingsOf(writeMs), async_insert: 0 as const, max_partitions_per_insert_block: '0' }
        await client.insert({ table, values: [...rows], format: 'JSONEachRow', clickhouse_settings: settings, abort_signal: signal })
      }),
    command: ({ text, parameters }, { timeoutMs }: CallLimits = { timeoutMs: writeMs }) =>
      answered(timeoutMs, async (signal) => {
        const settings = { ...settingsOf(timeoutMs), mutations_sync: '1' as const }
        await client.command({ query: text, query_params: { ...parameters }, clickhouse_settings: settings, abort_signal: signal })
      }),
    close: () => client.close(),
  }
}

async function answered<Answer>(timeoutMs: number, call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await call(signal)
  } catch (error) {
    const code = error instanceof ClickHouseError ? Number(error.code) : undefined
    if (code !== undefined && !BUSY_CODES.has(code)) throw new ClickHouseRefusal(code, { cause: error })
    const message = code === undefined ? 'ClickHouse does not answer.' : `ClickHouse is busy: it answered with the exception ${code}.`
    throw new ClickHouseUnavailable(message, { cause: error })
  }
}
