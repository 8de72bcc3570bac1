// The bare target: node:http and pg, nothing else. It sends what was recorded and answers the recorded bytes.
// node bench/bare.ts <port> <database url> <script file>
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { type Exchange, type Flow, filled, freshWords, type Script, type Sent, type Statement, sentValue } from './script.ts'

/** As many as the server has. */
const CONNECTIONS = 10

interface Going {
  readonly flow: Flow
  readonly words: readonly string[]
  /** The exchange that comes next. */
  next: number
}

const [port = '0', url = '', file = ''] = process.argv.slice(2)
const script = JSON.parse(readFileSync(file, 'utf8')) as Script
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
const fresh = freshWords(new Date())
const names = new Map<string, string>()
const going = new Map<string, Going>()
const beginnings = new Map<string, { readonly flows: Flow[]; turn: number }>()
const continuations: { readonly method: string; readonly before: string; readonly after: string }[] = []

for (const flow of script.flows) {
  const [first, ...rest] = flow.exchanges
  if (!first) continue
  const key = `${first.method} ${first.path.join('')}`
  const beginning = beginnings.get(key) ?? { flows: [], turn: 0 }
  beginning.flows.push(flow)
  beginnings.set(key, beginning)
  for (const { method, path } of rest) continuations.push({ method, before: String(path[0] ?? ''), after: String(path[2] ?? '') })
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `b${names.size}`
  names.set(text, name)
  return name
}

async function send(client: pg.Pool | pg.PoolClient, { text, values }: Statement, words: readonly string[]): Promise<void> {
  if (!values.length) await client.query(text)
  else await client.query<Sent[]>({ name: nameOf(text), text, values: values.map((value) => sentValue(value, words)) })
}

async function play({ statements }: Exchange, words: readonly string[]): Promise<void> {
  let held: pg.PoolClient | undefined
  for (const statement of statements) {
    if (statement.text === 'begin') held = await pool.connect()
    await send(held ?? pool, statement, words)
    if (statement.text !== 'commit') continue
    held?.release()
    held = undefined
  }
}

function goingOf(method: string, path: string): Going | undefined {
  const beginning = beginnings.get(`${method} ${path}`)
  if (beginning) {
    beginning.turn = (beginning.turn + 1) % beginning.flows.length
    const flow = beginning.flows[beginning.turn]
    return flow && { flow, words: fresh(flow.words), next: 0 }
  }
  const known = continuations.find((each) => each.method === method && path.startsWith(each.before) && path.endsWith(each.after))
  return known && going.get(path.slice(known.before.length, path.length - known.after.length))
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return parts.length ? JSON.parse(Buffer.concat(parts).toString()) : undefined
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: path = '/' } = request
  if (path === '/readyz') {
    await pool.query('select 1')
    response.end()
    return
  }
  const found = goingOf(method, path)
  const exchange = found?.flow.exchanges[found.next]
  if (!found || !exchange) {
    response.writeHead(404).end()
    return
  }
  if (method !== 'GET') await bodyOf(request)
  await play(exchange, found.words)
  follow(found)
  const body = Buffer.from(filled(exchange.body, found.words))
  response.writeHead(exchange.status, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

// What comes next is found by the word that its path will hold.
function follow(found: Going): void {
  const nextPlace = found.flow.exchanges[found.next + 1]?.path.find((part) => typeof part === 'number')
  const presentPlace = found.flow.exchanges[found.next]?.path.find((part) => typeof part === 'number')
  if (typeof presentPlace === 'number') going.delete(found.words[presentPlace] ?? '')
  found.next += 1
  if (typeof nextPlace === 'number') going.set(found.words[nextPlace] ?? '', found)
}

createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  answer(request, response).catch((error: Error) => {
    console.error(error)
    if (!response.headersSent) response.writeHead(500).end(error.message)
  })
}).listen(Number(port), '127.0.0.1')
