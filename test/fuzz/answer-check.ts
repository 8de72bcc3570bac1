// Checks an answer against the OpenAPI document and against rules that hold for every answer.

import type { FuzzApplication } from './application.ts'
import type { AnswerDeclaration, Operation } from './document.ts'
import type { CallerName, Plan } from './plans.ts'
import type { ReceivedAnswer, SentRequest } from './wire.ts'

/** An answer, and for how many milliseconds of its time the main thread of the server had a processor. */
export interface WorkedAnswer extends ReceivedAnswer {
  readonly workedMs: number
}

/** The bound on the work for an answer, in time of a processor: how long it takes also depends on what else the machine does. */
const WORK_MAX_MS = 2000

/** One fault of an answer; faults with the same `key` are reported once. */
export interface Fault {
  readonly key: string
  readonly sentence: string
}

/** Internals that no answer may contain: stack traces, SQL statements, files of the server, errors of its libraries. */
const INTERNALS: readonly RegExp[] = [
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
const typeOf = (received: ReceivedAnswer) => received.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()

/** Whether the answer is the documented 503 of the full hashing queue, with `Retry-After`, from an operation that hashes passwords. */
export function isBusy({ path }: Operation, received: ReceivedAnswer): boolean {
  const isHashed = /^\/api\/auth\/sign-(in|up)\//.test(path)
  return (
    isHashed &&
    received.status === 503 &&
    /^[1-9]\d{0,3}$/.test(received.headers['retry-after'] ?? '') &&
    received.text.includes('The server is busy')
  )
}

/** Returns the faults of the answer to a plan. */
export function faultsOf(plan: Plan, sent: SentRequest, received: WorkedAnswer, app: Pick<FuzzApplication, 'secrets' | 'pools'>): Fault[] {
  const { operation } = plan
  if (received.status === undefined)
    return [fault(`none ${operation.name}`, `No answer after ${Math.round(received.ms)} ms: ${received.reason}`)]
  const faults = [...leaksIn(plan, sent, received, app)]
  if (received.workedMs > WORK_MAX_MS)
    faults.push(fault(`late ${operation.name}`, `Answered only after ${Math.round(received.workedMs)} ms of work`))
  if (received.status >= 500) {
    if (isBusy(operation, received)) return [...faults, ...bodyFaults(plan, received, operation.answers.get(503) ?? new Map())]
    return [...faults, fault(`${received.status} ${operation.name}`, `Failed with ${received.status}`)]
  }
  const declared = operation.answers.get(received.status)
  if (!declared) return [...faults, fault(`undeclared ${received.status} ${operation.name}`, `${received.status} is not declared`)]
  return [...faults, ...headerFaults(operation, received), ...bodyFaults(plan, received, declared)]
}

function headerFaults({ name }: Operation, received: ReceivedAnswer): Fault[] {
  const faults: Fault[] = []
  if (!/^[0-9a-f-]{36}$/.test(String(received.headers['x-request-id'])))
    faults.push(fault(`no id ${name}`, 'The answer has no x-request-id'))
  if (received.headers['x-content-type-options'] !== 'nosniff') faults.push(fault(`sniff ${name}`, 'The answer may be sniffed'))
  const waits = [received.headers['retry-after'], received.headers['x-retry-after']]
  if (received.status === 429 && !waits.every((wait) => /^[1-9]\d{0,4}$/.test(String(wait))))
    faults.push(fault(`429 without a wait ${name}`, `429 with Retry-After ${waits}`))
  return faults
}

function bodyFaults({ operation: { name }, method }: Plan, received: ReceivedAnswer, declared: AnswerDeclaration): Fault[] {
  const { status, text } = received
  const at = `${status} ${name}`
  if (method === 'HEAD' || status === 304) return text === '' ? [] : [fault(`body ${at}`, `${status} with a body where none is allowed`)]
  if (declared.size === 0) return text === '' ? [] : [fault(`body ${at}`, `${status} has a body and declares none`)]
  const type = typeOf(received) ?? 'none'
  const validate = declared.get(type) ?? declared.get(type.replace(/\/.*/, '/*')) ?? declared.get('*/*')
  if (!validate) return [fault(`type ${type} ${at}`, `${status} is of the type ${type}, declared is ${[...declared.keys()]}`)]
  if (type !== 'application/json' && !(status === 429 && type === 'text/plain'))
    return text === '' && type !== 'text/event-stream' ? [fault(`empty ${at}`, `${status} is empty`)] : []
  // A refusal of /api/auth without a sentence has no body (auth contract): a 404 of a disabled operation, a 403 of list-teams.
  if (text === '' && name.includes(' /api/auth/') && [401, 403, 404].includes(status ?? 0)) return []
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return [fault(`json ${at}`, `${status} is not JSON`)]
  }
  const [first] = validate(type === 'text/plain' ? text : body)
  if (!first) return []
  const field = first.instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/0')
  const sentence = `${status} does not match its declaration: ${field || 'the body'} ${first.message} ${JSON.stringify(first.params)}`
  return [fault(`shape ${at} ${field} ${first.keyword} ${codeOf(body)}`, sentence)]
}

function codeOf(body: unknown): string {
  const { error, code } = (typeof body === 'object' && body !== null ? body : {}) as { readonly error?: unknown; readonly code?: unknown }
  return String(error ?? code ?? '')
}

// The merchant of the checkout, or of the link, that the secret in the URL names: secrets that are not of the foreign merchant were created in the run.
function clientOf(target: string, { foreign }: FuzzApplication['secrets']): 'own' | 'foreign' | undefined {
  const [, secret] = /\/(?:client|actions|open)\/([^/?]+)/.exec(target) ?? []
  if (secret === undefined) return undefined
  return foreign.clientSecrets.includes(secret) ? 'foreign' : 'own'
}

function leaksIn(plan: Plan, sent: SentRequest, received: ReceivedAnswer, { secrets }: Pick<FuzzApplication, 'secrets'>): Fault[] {
  const content = `${received.text}\n${JSON.stringify(received.headers)}`
  const { name } = plan.operation
  const sides = [
    { side: 'own', texts: secrets.own, isOwner: OWN.has(plan.caller) },
    { side: 'foreign', texts: secrets.foreign, isOwner: FOREIGN.has(plan.caller) },
  ]
  const leaks = sides.flatMap(({ side, texts, isOwner }) => {
    if (isOwner) return []
    const isCustomer = plan.caller === (side === 'own' ? 'customer' : 'foreign customer')
    // The name and the products of an organization are public in its portal, and the token of a download is all that it needs.
    const isPublic = /^\/v1\/customer-portal\/(organizations|downloadables)\/./.test(sent.target)
    const isClient = isPublic || isCustomer || clientOf(sent.target, secrets) === side
    const leaked = [...texts.always, ...(isClient || plan.caller === 'administrator' ? [] : texts.unlessClient)].filter((text) =>
      content.includes(text),
    )
    return leaked.map(() =>
      fault(`leak of ${side} ${name}`, `The answer to "${plan.caller}" contains what only the ${side} merchant may read`),
    )
  })
  const echoed = sent.target + (sent.body ?? '') + JSON.stringify(sent.headers)
  const internals = INTERNALS.map((pattern) => pattern.exec(content)?.[0]).filter((text) => text !== undefined && !echoed.includes(text))
  return [...leaks, ...internals.map((text) => fault(`inside ${name}`, `The answer exposes internals: ${text}`))]
}
