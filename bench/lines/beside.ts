// Rows that compare two requests to the same server: by HTTP, and the statement that reads the answer in PostgreSQL.
import pg from 'pg'
import type { TestServer } from '#test/support/server.ts'
import type { BenchRequest } from '../fixture.ts'
import { repeatRequests } from '../load.ts'
import { type RecordedStatement, recordStatements } from '../record.ts'
import type { Target } from '../targets.ts'
import { inTurns, type LineOptions, median, type Row, rateRow } from './line.ts'

const EXECUTIONS = 21

/** Two requests, of which the first is expected to cost at most a multiple of the second, and the statements of each. */
export interface RequestPair {
  readonly line: string
  readonly request: BenchRequest
  readonly beside: BenchRequest
  readonly statementCount: number
}

/** The rates of two requests to the same server, in turn. */
export async function besideRow(
  options: LineOptions,
  target: Target,
  { line, request, beside, statementCount }: RequestPair,
): Promise<Row> {
  const rounds = async (sent: BenchRequest) =>
    (await inTurns(options, { only: target }, (server, seconds) => repeatRequests(server, [sent], seconds))).only
  return rateRow(line, { ours: await rounds(request), bare: await rounds(beside) }, statementCount)
}

/** The last statement of a request, which reads its answer. Rejects where the request takes another number of statements. */
export async function lastStatement(application: TestServer, sent: BenchRequest, statementCount: number): Promise<RecordedStatement> {
  const { statements } = await recordStatements(() => application.request(sent.method, sent.path, { headers: sent.headers }))
  const last = statements.at(-1)
  if (!last || statements.length !== statementCount)
    throw new Error(`${sent.path} took ${statements.length} statements instead of ${statementCount}.`)
  return last
}

/** The median time of a statement in PostgreSQL, in milliseconds. */
export async function executionMs(databaseUrl: string, { text, values }: RecordedStatement): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const times: number[] = []
  for (let execution = 0; execution < EXECUTIONS; execution += 1) {
    const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, [...values])
    times.push(rows[0]['QUERY PLAN'][0]['Execution Time'])
  }
  await client.end()
  return median(times)
}

/** A row of two times; the first is expected to be at most a multiple of the second. */
export function timeRow(line: string, ms: number, besideMs: number): Row {
  const shown = (value: number) => `${value.toFixed(2)} ms`
  const ratio = (ms / besideMs).toFixed(2)
  return { line, ours: shown(ms), bare: shown(besideMs), ratio, cpu: '', times: '', limit: 'the statement in PostgreSQL' }
}
