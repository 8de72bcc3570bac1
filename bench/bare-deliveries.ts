// The bare deliverer: only pg and node:http. On a notification it sends the recorded statements of the worker, in the same batches and
// lanes, and calls the receiver like the worker: with a new connection for each call. It inserts the rows that the worker records for a
// batch one by one, because a recording has one event.
// node bench/bare-deliveries.ts <port> <database url> <script file> <receiver url>
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import pg from 'pg'
import type { DeliveryScript } from './deliveries.ts'
import { freshTokens, type SqlValue, type Statement, toSqlValue } from './script.ts'

const CONNECTIONS = 10
/** The lanes of the only endpoint. */
const LANES = 4
/** Events that a job records in one transaction. */
const RECORDED = 5
/** The channel that notifies the worker of new work. */
const CHANNEL = 'guildhall_work'

const [port = '0', url = '', file = '', receiver = ''] = process.argv.slice(2)
const script = JSON.parse(readFileSync(file, 'utf8')) as DeliveryScript
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
const fresh = freshTokens(new Date())
const names = new Map<string, string>()
/** The waiting deliveries of each lane. A lane is sequential; lanes run in parallel. */
const lanes: (readonly string[])[][] = Array.from({ length: LANES }, () => [])
let turn = 0

async function send(client: pg.Pool | pg.PoolClient, { text, values }: Statement, tokens: readonly string[]): Promise<pg.QueryResult> {
  const name = names.get(text) ?? `b${names.size}`
  names.set(text, name)
  return values.length
    ? client.query<SqlValue[]>({ name, text, values: values.map((value) => toSqlValue(value, tokens)) })
    : client.query(text)
}

async function relay(): Promise<boolean> {
  const [isWaiting] = script.query
  if (isWaiting && !(await send(pool, isWaiting, [])).rows.length) return false
  const client = await pool.connect()
  let eventCount = 0
  const deliveries: (readonly string[])[] = []
  for (const statement of script.batch) eventCount = (await send(client, statement, fresh(script.tokens))).rows.length
  for (let each = 0; each < eventCount; each += 1) {
    const tokens = fresh(script.tokens)
    if (each === 0) for (const statement of script.events) await send(client, statement, tokens)
    deliveries.push(tokens)
  }
  await client.query('commit')
  client.release()
  for (let from = 0; from < deliveries.length; from += RECORDED) await record(deliveries.slice(from, from + RECORDED))
  for (const tokens of deliveries) {
    turn = (turn + 1) % LANES
    lanes[turn]?.push(tokens)
  }
  for (const startLane of laneStarters) startLane()
  return eventCount > 0
}

async function record(deliveries: readonly (readonly string[])[]): Promise<void> {
  const client = await pool.connect()
  const shared = fresh(script.tokens)
  for (const statement of script.beginRecord) await send(client, statement, shared)
  for (const tokens of deliveries) for (const statement of script.record) await send(client, statement, tokens)
  for (const statement of script.endRecord) await send(client, statement, shared)
  client.release()
}

async function runLane(lane: (readonly string[])[]): Promise<boolean> {
  if (!lane.length) return false
  await play(script.begin, [])
  for (let tokens = lane.shift(); tokens; tokens = lane.shift()) {
    await play(script.before, tokens)
    await call()
    await play(script.after, tokens)
  }
  await play(script.end, fresh(script.tokens))
  return true
}

async function play(statements: readonly Statement[], tokens: readonly string[]): Promise<void> {
  let transactionClient: pg.PoolClient | undefined
  for (const statement of statements) {
    if (statement.text === 'begin') transactionClient = await pool.connect()
    await send(transactionClient ?? pool, statement, tokens)
    if (statement.text !== 'commit') continue
    transactionClient?.release()
    transactionClient = undefined
  }
}

function call(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const sent = request(receiver, { method: 'POST', agent: false, headers: { ...script.call.headers, connection: 'close' } }, (answer) => {
    answer.resume().on('end', resolve)
  })
  sent.on('error', reject).end(script.call.body)
  return promise
}

/** Repeats `step` while it finds work. A call while it runs repeats it once more. */
function loop(step: () => Promise<boolean>): () => void {
  let isRunning = false
  let isRequested = false
  const runLoop = async (): Promise<void> => {
    isRunning = true
    while (isRequested) {
      isRequested = false
      if (await step()) isRequested = true
    }
    isRunning = false
  }
  return () => {
    isRequested = true
    if (!isRunning) void runLoop()
  }
}

const startRelay = loop(relay)
const laneStarters = lanes.map((lane) => loop(() => runLane(lane)))
const listener = new pg.Client(url)
listener.on('notification', startRelay)
await listener.connect()
await listener.query(`listen ${CHANNEL}`)

createServer((_request, response) => void response.end()).listen(Number(port), '127.0.0.1')
