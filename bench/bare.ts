// The bare target: only node:http and pg. It sends the recorded statements and answers the recorded bytes.
// node bench/bare.ts <port> <database url> <script file>
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { type Flow, fillText, freshTokens, type Script, type ScriptStep, type SqlValue, type Statement, toSqlValue } from './script.ts'

/** The same number as the server. */
const CONNECTIONS = 10

interface FlowRun {
  readonly flow: Flow
  readonly tokens: readonly string[]
  /** The index of the next step. */
  next: number
}

const [port = '0', url = '', file = ''] = process.argv.slice(2)
const script = JSON.parse(readFileSync(file, 'utf8')) as Script
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
const fresh = freshTokens(new Date())
const names = new Map<string, string>()
const runs = new Map<string, FlowRun>()
const starts = new Map<string, { readonly flows: Flow[]; turn: number }>()
const continuations: { readonly method: string; readonly before: string; readonly after: string }[] = []

for (const flow of script.flows) {
  const [first, ...rest] = flow.steps
  if (!first) continue
  const key = `${first.method} ${first.path.join('')}`
  const start = starts.get(key) ?? { flows: [], turn: 0 }
  start.flows.push(flow)
  starts.set(key, start)
  for (const { method, path } of rest) continuations.push({ method, before: String(path[0] ?? ''), after: String(path[2] ?? '') })
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `b${names.size}`
  names.set(text, name)
  return name
}

async function send(client: pg.Pool | pg.PoolClient, { text, values }: Statement, tokens: readonly string[]): Promise<void> {
  if (!values.length) await client.query(text)
  else await client.query<SqlValue[]>({ name: nameOf(text), text, values: values.map((value) => toSqlValue(value, tokens)) })
}

async function play({ statements }: ScriptStep, tokens: readonly string[]): Promise<void> {
  let client: pg.PoolClient | undefined
  for (const statement of statements) {
    if (statement.text === 'begin') client = await pool.connect()
    await send(client ?? pool, statement, tokens)
    if (statement.text !== 'commit') continue
    client?.release()
    client = undefined
  }
}

function runOf(method: string, path: string): FlowRun | undefined {
  const start = starts.get(`${method} ${path}`)
  if (start) {
    start.turn = (start.turn + 1) % start.flows.length
    const flow = start.flows[start.turn]
    return flow && { flow, tokens: fresh(flow.tokens), next: 0 }
  }
  const known = continuations.find((each) => each.method === method && path.startsWith(each.before) && path.endsWith(each.after))
  return known && runs.get(path.slice(known.before.length, path.length - known.after.length))
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
  const run = runOf(method, path)
  const step = run?.flow.steps[run.next]
  if (!run || !step) {
    response.writeHead(404).end()
    return
  }
  if (method !== 'GET') await bodyOf(request)
  await play(step, run.tokens)
  follow(run)
  const body = Buffer.from(fillText(step.body, run.tokens))
  response.writeHead(step.status, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

// The next request of the flow is found by the token in its path.
function follow(run: FlowRun): void {
  const nextToken = run.flow.steps[run.next + 1]?.path.find((part) => typeof part === 'number')
  const currentToken = run.flow.steps[run.next]?.path.find((part) => typeof part === 'number')
  if (typeof currentToken === 'number') runs.delete(run.tokens[currentToken] ?? '')
  run.next += 1
  if (typeof nextToken === 'number') runs.set(run.tokens[nextToken] ?? '', run)
}

createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  answer(request, response).catch((error: Error) => {
    console.error(error)
    if (!response.headersSent) response.writeHead(500).end(error.message)
  })
}).listen(Number(port), '127.0.0.1')
