// A server with the HTTP interface of ClickHouse as it is documented: methods, parameters, headers, formats and exceptions.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createEngine, type Engine, remoteEngine } from './engine.ts'
import { ClickHouseException } from './syntax.ts'

const USER = 'guildhall'
const PASSWORD = 'p@ss word'
const DATABASE = 'usage'
/** Settings that a statement may have. */
const SETTINGS = new Set(['wait_end_of_query', 'max_execution_time', 'async_insert', 'max_partitions_per_insert_block', 'mutations_sync'])
/** The parameters that the official client adds. */
const REQUEST_PARAMETERS = new Set(['query', 'query_id', 'database', 'session_id', 'enable_http_compression'])
const STATUSES: Readonly<Record<number, number>> = { 60: 404, 62: 400, 81: 404, 516: 403, 164: 500 }

/** The fault of the next statement that is sent. */
export type ClickHouseFault =
  /** It is refused with this exception. */
  | { readonly kind: 'exception'; readonly code: number }
  /** It is executed, and no answer comes, or half of one. */
  | { readonly kind: 'silence' | 'cut' }
  /** The statement fails after a part of its answer; the status is 200 where the client does not wait for the end. */
  | { readonly kind: 'late-exception' }

/** A statement that the server has received. */
export interface ReceivedStatement {
  readonly method: string
  readonly text: string
  readonly parameters: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
}

export interface ClickHouseServer {
  /** The URL for EVENTS_CLICKHOUSE_URL. */
  readonly url: string
  readonly engine: Engine
  readonly received: readonly ReceivedStatement[]
  /** Faults of the next statements, in order; `when` chooses the statements that they may happen to. */
  fail(faults: readonly ClickHouseFault[], when?: RegExp): void
  /** Runs something before the next statement that matches is executed. */
  before(when: RegExp, run: () => Promise<unknown>): void
  close(): Promise<void>
}

/**
 * Starts the server on a free port of this machine, with an empty database. Where TEST_CLICKHOUSE_URL names a database of a real server, that one
 * executes the statements.
 */
export async function startClickHouse(): Promise<ClickHouseServer> {
  const remote = process.env['TEST_CLICKHOUSE_URL']
  const engine = remote ? await remoteEngine(remote) : createEngine()
  const received: ReceivedStatement[] = []
  let pending: { faults: ClickHouseFault[]; when: RegExp } = { faults: [], when: /./ }
  let waiting: { when: RegExp; run: () => Promise<unknown> } | undefined
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://clickhouse')
    if (url.pathname === '/ping') return void response.end('Ok.\n')
    const body = await text(request)
    const inUrl = url.searchParams.get('query')
    const statement = { text: inUrl ?? body, parameters: parametersOf(url), body: inUrl === null ? '' : body, search: url.search }
    try {
      check(request, url, statement.text)
      const settings = Object.fromEntries([...url.searchParams].filter(([name]) => SETTINGS.has(name)))
      received.push({ method: request.method ?? '', text: statement.text, parameters: Object.fromEntries(statement.parameters), settings })
      const interruption = waiting?.when.test(statement.text) ? waiting : undefined
      if (interruption) {
        waiting = undefined
        await interruption.run()
      }
      const fault = pending.when.test(statement.text) ? pending.faults.shift() : undefined
      if (fault?.kind === 'exception') throw new ClickHouseException(fault.code, 'FAULT', 'An exception of the test')
      const lines = (await engine.run(statement)).map((line) => `${line}\n`)
      if (fault?.kind === 'silence') return
      answer(response, lines.join(''), { fault, isWhole: settings['wait_end_of_query'] === '1' })
    } catch (error) {
      if (!(error instanceof ClickHouseException)) throw error
      sendException(response, error)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${(server.address() as AddressInfo).port}/${DATABASE}`,
    engine,
    received,
    fail: (faults, when = /./) => {
      pending = { faults: [...faults], when }
    },
    before: (when, run) => {
      waiting = { when, run }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const parametersOf = (url: URL) =>
  new Map(
    [...url.searchParams].flatMap(([name, value]) => (name.startsWith('param_') ? [[name.slice('param_'.length), value] as const] : [])),
  )

/** Checks what the interface requires of a request. */
function check(request: IncomingMessage, url: URL, statement: string): void {
  const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`
  const isKeyed = request.headers['x-clickhouse-user'] === USER && request.headers['x-clickhouse-key'] === PASSWORD
  if (request.headers.authorization !== expected && !isKeyed)
    throw new ClickHouseException(516, 'AUTHENTICATION_FAILED', `${USER}: Authentication failed`)
  if (url.searchParams.get('database') !== DATABASE) throw new ClickHouseException(81, 'UNKNOWN_DATABASE', 'Database does not exist')
  for (const name of url.searchParams.keys())
    if (!name.startsWith('param_') && !SETTINGS.has(name) && !REQUEST_PARAMETERS.has(name))
      throw new ClickHouseException(115, 'UNKNOWN_SETTING', `Unknown setting '${name}'`)
  if (request.method === 'GET' && !/^\s*SELECT/.test(statement))
    throw new ClickHouseException(164, 'READONLY', 'Cannot execute query in readonly mode')
}

function answer(
  response: ServerResponse,
  body: string,
  { fault, isWhole }: { fault: ClickHouseFault | undefined; isWhole: boolean },
): void {
  if (fault?.kind === 'late-exception' && isWhole) {
    sendException(response, new ClickHouseException(395, 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO', 'There was an error in the stream!'))
    return
  }
  response.writeHead(200, {
    'content-type': 'application/x-ndjson; charset=UTF-8',
    'x-clickhouse-format': 'JSONEachRow',
    'x-clickhouse-query-id': 'of-a-test',
    'x-clickhouse-summary': '{"read_rows":"0","read_bytes":"0","written_rows":"0","written_bytes":"0"}',
  })
  const half = body.slice(0, Math.floor(body.length / 2))
  if (fault?.kind === 'cut') response.write(half || '{', () => response.destroy())
  else if (fault?.kind === 'late-exception')
    response.end(`${half}\n__exception__\nCode: 395. DB::Exception: There was an error in the stream!`)
  else response.end(body)
}

function sendException(response: ServerResponse, { code, label, message }: ClickHouseException): void {
  response.writeHead(STATUSES[code] ?? 500, {
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-exception-code': String(code),
    'x-clickhouse-query-id': 'of-a-test',
  })
  response.end(`Code: ${code}. DB::Exception: ${message}. (${label}) (version 24.8.0.0 (official build))\n`)
}
