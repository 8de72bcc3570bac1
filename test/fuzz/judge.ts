// What is wrong with an answer, by the document and by what no answer may ever be.

import type { FuzzHouse } from './application.ts'
import type { Declared, Operation } from './document.ts'
import type { CallerName, Plan } from './plans.ts'
import type { Came, Sent } from './wire.ts'

/** No answer may take longer. */
export const HANG_MS = 2000

/** One thing that is wrong: faults with the same `key` are one. */
export interface Fault {
  readonly key: string
  readonly sentence: string
}

/** Words of the inside: stacks, statements, files of the server, errors of its libraries. */
const INSIDE: readonly RegExp[] = [
  /\n\s+at \S+ \(|\bat (async )?[\w.<>]+ \(|file:\/\/\/|node:internal|node_modules/,
  /\b(server|kernel|platform)\/[\w/-]+\.ts\b/,
  /\bselect\b.{1,200}\bfrom\b|\binsert into\b|\bduplicate key value\b|\bviolates (unique|foreign|check|not-null)\b/i,
  /\b(relation|column) "\w+"|\bsyntax error at\b|\binvalid input syntax\b|\bSQLSTATE\b|\bPGlite\b|\bkysely\b/i,
  /\b(TypeError|RangeError|ZodError|SyntaxError|ReferenceError)\b|\bCannot read propert|\bis not a function\b|\[object Object\]/,
]
const OWN: ReadonlySet<CallerName> = new Set([
  'token',
  'narrow token',
  'cookie',
  'cookie without origin',
  'cookie of a foreign page',
  'bearer',
])
const FOREIGN: ReadonlySet<CallerName> = new Set(['foreign token', 'foreign cookie'])

const fault = (key: string, sentence: string): Fault => ({ key, sentence })
const typeOf = (came: Came) => came.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()

/** Whether a limit that is stated (the queue of hashes) had the request come again: 503 with a `Retry-After`, where passwords are hashed. */
export function isBusy({ path }: Operation, came: Came): boolean {
  const isHashed = /^\/api\/auth\/sign-(in|up)\//.test(path)
  return (
    isHashed && came.status === 503 && /^[1-9]\d{0,3}$/.test(came.headers['retry-after'] ?? '') && came.text.includes('The server is busy')
  )
}

/** Everything that is wrong with the answer to a plan. */
export function faultsOf(plan: Plan, sent: Sent, came: Came, house: Pick<FuzzHouse, 'secrets' | 'pools'>): Fault[] {
  const { operation } = plan
  if (came.status === undefined) return [fault(`none ${operation.name}`, `No answer after ${Math.round(came.ms)} ms: ${came.reason}`)]
  const faults = [...leaksIn(plan, sent, came, house)]
  if (came.ms > HANG_MS) faults.push(fault(`late ${operation.name}`, `Answered only after ${Math.round(came.ms)} ms`))
  if (came.status >= 500) {
    if (isBusy(operation, came)) return [...faults, ...bodyFaults(plan, came, operation.answers.get(503) ?? new Map())]
    return [...faults, fault(`${came.status} ${operation.name}`, `Failed with ${came.status}`)]
  }
  const declared = operation.answers.get(came.status)
  if (!declared) return [...faults, fault(`undeclared ${came.status} ${operation.name}`, `${came.status} is not declared`)]
  return [...faults, ...headerFaults(operation, came), ...bodyFaults(plan, came, declared)]
}

function headerFaults({ name }: Operation, came: Came): Fault[] {
  const faults: Fault[] = []
  if (!/^[0-9a-f-]{36}$/.test(String(came.headers['x-request-id']))) faults.push(fault(`no id ${name}`, 'The answer has no x-request-id'))
  if (came.headers['x-content-type-options'] !== 'nosniff') faults.push(fault(`sniff ${name}`, 'The answer may be sniffed'))
  const waits = [came.headers['retry-after'], came.headers['x-retry-after']]
  if (came.status === 429 && !waits.every((wait) => /^[1-9]\d{0,4}$/.test(String(wait))))
    faults.push(fault(`429 without a wait ${name}`, `429 with Retry-After ${waits}`))
  return faults
}

function bodyFaults({ operation: { name }, method }: Plan, came: Came, declared: Declared): Fault[] {
  const { status, text } = came
  const at = `${status} ${name}`
  if (method === 'HEAD' || status === 304) return text === '' ? [] : [fault(`body ${at}`, `${status} with a body where none may be`)]
  if (declared.size === 0) return text === '' ? [] : [fault(`body ${at}`, `${status} has a body and declares none`)]
  const type = typeOf(came) ?? 'none'
  const judge = declared.get(type)
  if (!judge) return [fault(`type ${type} ${at}`, `${status} is of the type ${type}, declared is ${[...declared.keys()]}`)]
  if (type !== 'application/json' && !(status === 429 && type === 'text/plain'))
    return text === '' && type !== 'text/event-stream' ? [fault(`empty ${at}`, `${status} is empty`)] : []
  // A refusal to people that has no sentence has no body (auth contract): a 404 where something is switched off, a 403 of list-teams.
  if (text === '' && name.includes(' /api/auth/') && [401, 403, 404].includes(status ?? 0)) return []
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return [fault(`json ${at}`, `${status} is no JSON`)]
  }
  const [first] = judge(type === 'text/plain' ? text : body)
  if (!first) return []
  const where = first.instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/0')
  const told = `${status} is not what is declared: ${where || 'the body'} ${first.message} ${JSON.stringify(first.params)}`
  return [fault(`shape ${at} ${where} ${first.keyword} ${codeOf(body)}`, told)]
}

function codeOf(body: unknown): string {
  const { error, code } = (typeof body === 'object' && body !== null ? body : {}) as { readonly error?: unknown; readonly code?: unknown }
  return String(error ?? code ?? '')
}

// Whose checkout is asked for by its secret: every one that is not of the other merchant's was made in the run.
function clientOf(target: string, { foreign }: FuzzHouse['secrets']): 'own' | 'foreign' | undefined {
  const [, secret] = /\/(?:client|actions)\/([^/?]+)/.exec(target) ?? []
  if (secret === undefined) return undefined
  return foreign.clientSecrets.includes(secret) ? 'foreign' : 'own'
}

function leaksIn(plan: Plan, sent: Sent, came: Came, { secrets }: Pick<FuzzHouse, 'secrets'>): Fault[] {
  const said = `${came.text}\n${JSON.stringify(came.headers)}`
  const { name } = plan.operation
  const sides = [
    { side: 'own', of: secrets.own, isTheirs: OWN.has(plan.caller) },
    { side: 'foreign', of: secrets.foreign, isTheirs: FOREIGN.has(plan.caller) },
  ]
  const leaks = sides.flatMap(({ side, of, isTheirs }) => {
    if (isTheirs) return []
    const isClient = clientOf(sent.target, secrets) === side
    const told = [...of.always, ...(isClient || plan.caller === 'administrator' ? [] : of.unlessClient)].filter((text) =>
      said.includes(text),
    )
    return told.map(() => fault(`leak of ${side} ${name}`, `The answer to "${plan.caller}" holds what only the ${side} merchant may read`))
  })
  const echoed = sent.target + (sent.body ?? '') + JSON.stringify(sent.headers)
  const inside = INSIDE.map((pattern) => pattern.exec(said)?.[0]).filter((text) => text !== undefined && !echoed.includes(text))
  return [...leaks, ...inside.map((text) => fault(`inside ${name}`, `The answer tells of the inside: ${text}`))]
}
