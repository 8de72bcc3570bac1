// A fake of Stripe's API behind STRIPE_API_BASE, written from its published reference: it checks the parameters of each request, answers
// a repeated Idempotency-Key as Stripe does, signs its webhooks, and fails where a test says so.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Arrangements, answerWithoutEffect, newArrangements, sendAnswer } from './failures.ts'
import { answerAction, cancelIntent, confirmIntent, createIntent, newToken, openDispute } from './intents.ts'
import { closeDispute, createRefund, pageOf, returnRefunds, settleRefunds, updateDispute } from './money-back.ts'
import { checkParameters, operations, type Parameters, readParameters, refuse, StripeFault } from './parameters.ts'
import { type Happening, type IntentObject, intentWire, newObjectId, newState, type StripeState } from './state.ts'
import { calculateTax, recordTax, reverseTax, taxSettingsOf, taxTransactionWire } from './taxes.ts'

/** A webhook of the fake: the body, and its Stripe-Signature. */
export interface SentWebhook {
  readonly body: string
  readonly signature: string
}

/** A running fake. */
export interface FakeStripe extends Pick<Arrangements, 'fail' | 'pause' | 'repair' | 'isSilent'> {
  readonly url: string
  /** Environment variables of a server that uses it. */
  readonly settings: Readonly<Record<string, string>>
  /** The received requests, oldest first: `POST /v1/payment_intents`. */
  readonly requests: readonly { readonly operation: string; readonly key: string | null; readonly parameters: Parameters }[]
  readonly state: StripeState
  /** A confirmation token for a test card, as the form in the browser makes one. */
  token(number: string): string
  /** Answers for the customer at the page of their bank. */
  answer(clientSecret: string, isApproved: boolean): void
  /** Takes the webhooks that are due; each is signed at `at`, in seconds. */
  takeWebhooks(at?: number): SentWebhook[]
  /** Forgets the idempotency keys, as Stripe does after a day. */
  forgetKeys(): void
  refundAtStripe(intent: string, amount: number): void
  settleRefunds(): void
  /** The banks send back the refunds that have succeeded. */
  returnRefunds(): void
  dispute(intent: string): void
  decideDispute(intent: string, status: 'won' | 'lost'): void
  /** The amounts charged, in minor units, by intent: for the comparison with our books. */
  charged(): readonly { readonly intent: string; readonly amount: number }[]
  close(): Promise<void>
}

const WEBHOOK_SECRET = 'whsec_fakeStripeSigningSecret'
const SECRET_KEY = 'sk_live_fakeStripe'
const NOT_FOUND = 404
const CONFLICT = 409

interface StoredAnswer {
  readonly fingerprint: string
  readonly status: number
  readonly body: string
}

interface StripeRequest {
  readonly operation: string
  readonly path: string
  readonly id: string
  readonly parameters: Parameters
}

/** Signs a webhook as Stripe does. */
export function signWebhook(body: string, { secret = WEBHOOK_SECRET, at = Math.floor(Date.now() / 1000) } = {}): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

/** Starts a fake on a free port. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const pendingEvents: Happening[] = []
  const state = newState((happening) => void pendingEvents.push(happening))
  const requests: FakeStripe['requests'][number][] = []
  const arrangements = newArrangements()
  const answers = new Map<string, StoredAnswer>()
  const running = new Set<string>()
  const server = createServer((request, response) => {
    void respond(request, response, { state, requests, answers, running, arrangements })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const intentOf = (id: string) => state.intents.get(id) as IntentObject
  return {
    url,
    settings: {
      STRIPE_API_BASE: url,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_live_fakeStripe',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    requests,
    state,
    token: (number) => newToken(state, number),
    answer: (clientSecret, isApproved) => void answerAction(state, clientSecret, isApproved),
    ...arrangements,
    forgetKeys: () => answers.clear(),
    takeWebhooks: (at) =>
      pendingEvents.splice(0).map(({ type, object }) => {
        const body = JSON.stringify({
          id: newObjectId('evt'),
          object: 'event',
          type,
          livemode: state.isLive,
          created: at,
          data: { object },
        })
        return { body, signature: signWebhook(body, at === undefined ? {} : { at }) }
      }),
    refundAtStripe: (intent, amount) => void createRefund(state, { payment_intent: intent, amount: String(amount) }),
    settleRefunds: () => settleRefunds(state),
    returnRefunds: () => returnRefunds(state),
    dispute: (intent) => openDispute(state, intentOf(intent)),
    decideDispute: (intent, status) => {
      const dispute = state.disputes.find(({ payment_intent }) => payment_intent === intent)
      if (dispute) closeDispute(state, dispute, status)
    },
    charged: () => [...state.intents.values()].flatMap(({ id, charge }) => (charge ? [{ intent: id, amount: charge.amount }] : [])),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Running {
  readonly state: StripeState
  readonly requests: FakeStripe['requests'][number][]
  readonly answers: Map<string, StoredAnswer>
  readonly running: Set<string>
  readonly arrangements: Arrangements
}

async function respond(request: IncomingMessage, response: ServerResponse, fake: Running): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake')
  const text = request.method === 'GET' ? searchParams.toString() : Buffer.concat(chunks).toString()
  const key = request.headers['idempotency-key']
  const stored = typeof key === 'string' && request.method === 'POST' ? key : null
  const send = (status: number, body: string, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': newObjectId('req'), ...headers })
    response.end(body)
  }
  try {
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      throw new StripeFault(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
    const call = operationOf(request.method ?? '', pathname, readParameters(text))
    fake.requests.push({ operation: call.operation, key: stored, parameters: call.parameters })
    const failure = fake.arrangements.takeFailure(call.operation)
    const refusal = answerWithoutEffect(failure)
    if (refusal === null) return
    if (refusal) return send(refusal.status, refusal.body, refusal.headers)
    const answer = answerOnce(fake, { key: stored, fingerprint: `${call.path}?${text}`, call })
    await pauseFor(fake, call.operation, stored)
    sendAnswer(response, answer, { failure, other: () => otherAnswer(fake.state, call) })
  } catch (error) {
    if (error instanceof StripeFault) send(error.status, errorBody(error.body))
    else send(500, errorBody({ type: 'api_error', message: String(error) }), { 'stripe-should-retry': 'false' })
  }
}

// Meanwhile a request with the same key is in conflict.
async function pauseFor({ arrangements, running }: Running, operation: string, key: string | null): Promise<void> {
  const pause = arrangements.takePause(operation)
  if (!pause) return
  if (key !== null) running.add(key)
  await pause()
  if (key !== null) running.delete(key)
}

// Another object of the kind, as it would be answered to a request about it.
function otherAnswer(state: StripeState, { operation, id, parameters }: StripeRequest) {
  const foreign = state.taxTransactions.find(({ reference }) => reference !== parameters['reference'])
  if (operation.includes('/tax/transactions'))
    return { status: 200, body: JSON.stringify(foreign && taxTransactionWire(foreign, parameters)) }
  const { payment_intent: intent } = parameters
  const other = operation.includes('/refunds')
    ? state.refunds.find(({ payment_intent }) => payment_intent !== intent)
    : [...state.intents.values()].find((each) => each.id !== id && each.status === 'succeeded' && operation.includes(each.object))
  const expand = Object.values((parameters['expand'] ?? {}) as Parameters).map(String)
  return { status: 200, body: JSON.stringify(other && 'saves' in other ? intentWire(state, other, expand) : other) }
}

const errorBody = (error: Readonly<Record<string, unknown>>) => JSON.stringify({ error })

function operationOf(method: string, path: string, parameters: Parameters): StripeRequest {
  if (path.startsWith('/v1/tax/') && operations[`${method} ${path}`]) return { operation: `${method} ${path}`, path, id: '', parameters }
  const [, , resource = '', id = '', verb] = path.split('/')
  const operation = `${method} /v1/${resource}${id && '/:id'}${verb === undefined ? '' : `/${verb}`}`
  const declared = operations[operation]
  if (!declared)
    throw new StripeFault(NOT_FOUND, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` })
  return { operation, path, id, parameters }
}

function answerOnce(
  { state, answers, running }: Running,
  { key, fingerprint, call }: { readonly key: string | null; readonly fingerprint: string; readonly call: StripeRequest },
): StoredAnswer {
  const known = key === null ? undefined : answers.get(key)
  if (known && known.fingerprint !== fingerprint)
    throw new StripeFault(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters.',
    })
  if (key !== null && running.has(key))
    throw new StripeFault(CONFLICT, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'Another request is in progress.',
    })
  if (known) return known
  checkParameters(operations[call.operation] ?? { fields: {} }, call.parameters)
  const answer = { fingerprint, ...work(state, call) }
  if (key !== null) answers.set(key, answer)
  return answer
}

// A declined card is an answer that is repeated; a refused request is none.
function work(state: StripeState, call: StripeRequest): Omit<StoredAnswer, 'fingerprint'> {
  try {
    return { status: 200, body: JSON.stringify(objectOf(state, call)) }
  } catch (error) {
    if (error instanceof StripeFault && error.status === 402) return { status: 402, body: errorBody(error.body) }
    throw error
  }
}

function objectOf(state: StripeState, { operation, id, parameters }: StripeRequest): unknown {
  const [, resource = ''] = /\/v1\/(\w+)/.exec(operation) ?? []
  if (resource.endsWith('_intents'))
    return intentAnswer(state, { operation, id, parameters, object: resource.slice(0, -1) as IntentObject['object'] })
  const expand = parameters['expand']
  switch (operation) {
    case 'GET /v1/balance':
      return { object: 'balance', available: [], pending: [], livemode: state.isLive }
    case 'POST /v1/customers': {
      const customer = { id: newObjectId('cus'), object: 'customer', metadata: parameters['metadata'] ?? {} }
      state.customers.set(customer.id, customer)
      return customer
    }
    case 'POST /v1/payment_methods/:id/detach': {
      const method = found(state.methods.get(id), 'PaymentMethod', id)
      if (method.customer === null) refuse(undefined, 'The payment method you provided is not attached to a customer.')
      method.customer = null
      return method
    }
    case 'POST /v1/tax/calculations':
      return calculateTax(state, parameters)
    case 'POST /v1/tax/transactions/create_from_calculation':
      return recordTax(state, parameters)
    case 'POST /v1/tax/transactions/create_reversal':
      return reverseTax(state, parameters)
    case 'GET /v1/tax/settings':
      return taxSettingsOf(state)
    case 'POST /v1/refunds':
      return createRefund(state, parameters)
    case 'GET /v1/refunds/:id':
      return found(
        state.refunds.find((each) => each.id === id),
        'refund',
        id,
      )
    case 'GET /v1/refunds':
      return pageOf(state.refunds, parameters)
    case 'GET /v1/disputes':
      return pageOf(state.disputes, parameters)
    case 'POST /v1/disputes/:id': {
      const dispute = found(
        state.disputes.find((each) => each.id === id),
        'dispute',
        id,
      )
      updateDispute(state, dispute, parameters)
      return dispute
    }
    case 'POST /v1/disputes/:id/close': {
      const dispute = found(
        state.disputes.find((each) => each.id === id),
        'dispute',
        id,
      )
      if (dispute.status !== 'needs_response') refuse('dispute_not_open', 'This dispute is closed.')
      closeDispute(state, dispute, 'lost')
      return dispute
    }
    default:
      return { id: 'acct_fake', object: resource, charges_enabled: true, livemode: false, expand }
  }
}

interface IntentCall {
  readonly operation: string
  readonly id: string
  readonly parameters: Parameters
  readonly object: IntentObject['object']
}

function intentAnswer(state: StripeState, { operation, id, parameters, object }: IntentCall): unknown {
  const intent = id === '' ? createIntent(state, object, parameters) : found(state.intents.get(id), object, id)
  if (operation.endsWith('/confirm')) confirmIntent(state, intent, parameters)
  if (operation.endsWith('/cancel')) cancelIntent(state, intent)
  return intentWire(state, intent, Object.values((parameters['expand'] ?? {}) as Readonly<Record<string, string>>))
}

function found<T>(object: T | undefined, name: string, id: string): T {
  if (object === undefined)
    throw new StripeFault(NOT_FOUND, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${name}: '${id}'`,
      param: 'id',
    })
  return object
}
