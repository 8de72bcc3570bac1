// The bare deliverer: pg and node:http alone. Told that there is work, it sends what was recorded of the worker, in the same batches
// and lanes, and calls the receiver as the worker does: a connection for each call.
// node bench/bare-deliveries.ts <port> <database url> <script file> <receiver url>
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import pg from 'pg'
import type { DeliveryScript } from './deliveries.ts'
import { freshWords, type Sent, type Statement, sentValue } from './script.ts'

const CONNECTIONS = 10
/** Of the one endpoint that everything goes to. */
const LANES = 4
/** The channel on which the worker is told that there is work. */
const CHANNEL = 'guildhall_work'

const [port = '0', url = '', file = '', receiver = ''] = process.argv.slice(2)
const script = JSON.parse(readFileSync(file, 'utf8')) as DeliveryScript
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
const fresh = freshWords(new Date())
const names = new Map<string, string>()
/** What waits in each lane: one delivery after the other, the lanes side by side. */
const lanes: (readonly string[])[][] = Array.from({ length: LANES }, () => [])
let turn = 0

async function send(client: pg.Pool | pg.PoolClient, { text, values }: Statement, words: readonly string[]): Promise<pg.QueryResult> {
  const name = names.get(text) ?? `b${names.size}`
  names.set(text, name)
  return values.length ? client.query<Sent[]>({ name, text, values: values.map((value) => sentValue(value, words)) }) : client.query(text)
}

async function relay(): Promise<boolean> {
  const client = await pool.connect()
  let facts = 0
  const told: (readonly string[])[] = []
  for (const statement of script.batch) facts = (await send(client, statement, fresh(script.words))).rows.length
  for (let each = 0; each < facts; each += 1) {
    const words = fresh(script.words)
    for (const statement of script.fact) await send(client, statement, words)
    told.push(words)
  }
  await client.query('commit')
  client.release()
  for (const words of told) {
    turn = (turn + 1) % LANES
    lanes[turn]?.push(words)
  }
  for (const wake of waking) wake()
  return facts > 0
}

async function workOn(lane: (readonly string[])[]): Promise<boolean> {
  if (!lane.length) return false
  await play(script.begin, [])
  for (let words = lane.shift(); words; words = lane.shift()) {
    await play(script.before, words)
    await call()
    await play(script.after, words)
  }
  await play(script.end, fresh(script.words))
  return true
}

async function play(statements: readonly Statement[], words: readonly string[]): Promise<void> {
  let held: pg.PoolClient | undefined
  for (const statement of statements) {
    if (statement.text === 'begin') held = await pool.connect()
    await send(held ?? pool, statement, words)
    if (statement.text !== 'commit') continue
    held?.release()
    held = undefined
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

/** Runs `step` one at a time for as long as it finds something; asked for while it runs, it runs once more. */
function loop(step: () => Promise<boolean>): () => void {
  let isGoing = false
  let isWanted = false
  const go = async (): Promise<void> => {
    isGoing = true
    while (isWanted) {
      isWanted = false
      if (await step()) isWanted = true
    }
    isGoing = false
  }
  return () => {
    isWanted = true
    if (!isGoing) void go()
  }
}

const relaying = loop(relay)
const waking = lanes.map((lane) => loop(() => workOn(lane)))
const ears = new pg.Client(url)
ears.on('notification', relaying)
await ears.connect()
await ears.query(`listen ${CHANNEL}`)

createServer((_request, response) => void response.end()).listen(Number(port), '127.0.0.1')
