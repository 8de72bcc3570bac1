// The failures of requests to the fake, and the pauses between the effect of a request and its answer.
import type { ServerResponse } from 'node:http'

/**
 * A failure of a request. `refused`: an error of the server, without effect · `lost`: the effect, and an error of the server · `hangs`:
 * without effect or answer · `mute`: the effect, and no answer · `cut`: the effect, and a closed connection · `halved`: the effect, and half
 * of the answer before the connection closes · `malformed`: the effect, and a whole answer that is no JSON · `empty`: the effect, and an
 * object without fields · `foreign`: the effect, and the answer of another object of the kind · `limited`: 429, without effect ·
 * `forbidden`: the key lacks the permission.
 */
export type StripeFailure =
  | 'refused'
  | 'lost'
  | 'hangs'
  | 'mute'
  | 'cut'
  | 'halved'
  | 'malformed'
  | 'empty'
  | 'foreign'
  | 'limited'
  | 'forbidden'

/** An answer of the fake. */
export interface FakeAnswer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The failures and pauses that a test has arranged. */
export interface Arrangements {
  /** Fails the next requests of an operation, once by default. */
  fail(operation: string, failure: StripeFailure, times?: number): void
  /** Waits for `run` between the effect of the next request of an operation and its answer. `isLate`: longer than the server waits. */
  pause(operation: string, run: () => Promise<unknown>, isLate?: boolean): void
  /** Ends the failures that were not met. */
  repair(): void
  /** Whether a request will get no answer, or a late one. */
  isSilent(): boolean
  takeFailure(operation: string): StripeFailure | undefined
  takePause(operation: string): (() => Promise<unknown>) | undefined
}

/** No failures and no pauses. */
export function newArrangements(): Arrangements {
  const failures: { operation: string; failure: StripeFailure; times: number }[] = []
  const pauses: { operation: string; run: () => Promise<unknown>; isLate: boolean }[] = []
  return {
    fail: (operation, failure, times = 1) => void failures.push({ operation, failure, times }),
    repair: () => void failures.splice(0),
    isSilent: () =>
      failures.some(({ failure, times }) => times > 0 && (failure === 'hangs' || failure === 'mute')) ||
      pauses.some(({ isLate }) => isLate),
    pause: (operation, run, isLate = false) => void pauses.push({ operation, run, isLate }),
    takeFailure(operation) {
      const due = failures.find((each) => each.operation === operation && each.times > 0)
      if (due) due.times -= 1
      return due?.failure
    },
    takePause(operation) {
      const at = pauses.findIndex((each) => each.operation === operation)
      return at < 0 ? undefined : pauses.splice(at, 1)[0]?.run
    },
  }
}

const apiError: FakeAnswer = {
  status: 500,
  body: JSON.stringify({ error: { type: 'api_error', message: 'An error occurred.' } }),
  headers: { 'stripe-should-retry': 'false' },
}

const tooMany: FakeAnswer = {
  status: 429,
  body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' } }),
  headers: { 'retry-after': '0' },
}

const forbidden: FakeAnswer = {
  status: 403,
  body: JSON.stringify({ error: { type: 'invalid_request_error', message: 'The provided key does not have the required permissions.' } }),
}

/** Whether the request fails before it has an effect; `null`: it gets no answer. */
export function answerWithoutEffect(failure: StripeFailure | undefined): FakeAnswer | null | undefined {
  if (failure === 'limited') return tooMany
  if (failure === 'refused') return apiError
  if (failure === 'forbidden') return forbidden
  return failure === 'hangs' ? null : undefined
}

/** Answers a request that has had its effect, or does not. `other` is the answer of another object. */
export function sendAnswer(
  response: ServerResponse,
  answer: FakeAnswer,
  { failure, other }: { readonly failure: StripeFailure | undefined; readonly other: () => FakeAnswer },
): void {
  if (failure === 'mute') return
  if (failure === 'cut') return void response.destroy()
  if (failure === 'halved') {
    response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer.body) })
    response.write(answer.body.slice(0, answer.body.length / 2), () => response.destroy())
    return
  }
  const altered: Readonly<Partial<Record<StripeFailure, () => FakeAnswer>>> = {
    lost: () => apiError,
    malformed: () => ({ status: answer.status, body: '<html><body>Bad gateway</body></html>' }),
    empty: () => ({ status: answer.status, body: '{}' }),
    foreign: other,
  }
  const { status, body, headers } = failure === undefined ? answer : (altered[failure]?.() ?? answer)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}
