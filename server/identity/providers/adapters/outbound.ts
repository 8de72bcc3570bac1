// HTTP requests to providers: all requests of a sign-in share one deadline, and only JSON responses are accepted.
import { monotonicMs } from '#platform/clock.ts'
import { sendToProvider } from '#platform/net/provider-proxy.ts'
import type { Platform } from '#platform/platform.ts'

/** The deadline of all requests of one sign-in together. The error page must be shown within ten seconds. */
const DEADLINE_MS = 9000
const RESPONSE_BYTES = 1024 * 1024
const LOGGED_LENGTH = 200
const SECRET_LENGTH = 6
/** The request parameters that must not appear in the log. */
const SECRETS = /^(code|code_verifier|client_secret|client_assertion|refresh_token|access_token|input_token|token)$/

/** A response cannot be used. The message is a sentence for the log, without secrets. */
export class UnusableResponseError extends Error {
  override readonly name = 'UnusableResponseError'
}

/** A request to a provider. With a form it is a POST. */
export interface ProviderRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST' | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly form?: URLSearchParams | undefined
}

/** A response of a provider: a status below 500 that is not a redirect, and JSON. */
export interface ProviderResponse {
  readonly status: number
  readonly json: unknown
}

/** Sends the requests of one sign-in. */
export interface ProviderHttp {
  /** Rejects with UnusableResponseError: blocked, too slow, too large, a redirect, 5xx, or not JSON. */
  request(call: ProviderRequest): Promise<ProviderResponse>
  /** As `request`, and also rejects for any status other than 2xx. */
  requestOk(call: ProviderRequest): Promise<unknown>
}

/** Starts the deadline: all requests share nine seconds, or `withinMs`. */
export function openProviderHttp(platform: Platform, withinMs = DEADLINE_MS): ProviderHttp {
  const endMs = monotonicMs() + withinMs
  const request = async (call: ProviderRequest): Promise<ProviderResponse> => {
    const timeoutMs = Math.floor(endMs - monotonicMs())
    const host = URL.parse(call.url)?.host ?? call.url
    if (timeoutMs <= 0) throw new UnusableResponseError(`${host} was not requested: the deadline has passed.`)
    return send(platform, call, timeoutMs)
  }
  return {
    request,
    requestOk: async (call) => {
      const { status, json } = await request(call)
      if (status < 200 || status > 299) throw new UnusableResponseError(refusalText(call, status, json))
      return json
    },
  }
}

async function send(platform: Platform, call: ProviderRequest, timeoutMs: number): Promise<ProviderResponse> {
  const url = URL.parse(call.url)
  if (url?.protocol !== 'https:') throw new UnusableResponseError('Requests to providers must use https.')
  const result = await sendToProvider(platform, {
    method: call.method ?? (call.form ? 'POST' : 'GET'),
    url: url.href,
    headers: {
      accept: 'application/json',
      ...(call.form ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}),
      ...call.headers,
    },
    ...(call.form ? { body: call.form.toString() } : {}),
    timeoutMs,
    // One byte more distinguishes a response of exactly the maximum from a truncated one.
    answerBytes: RESPONSE_BYTES + 1,
  })
  if (result.kind !== 'answered') throw new UnusableResponseError(`${url.host} sent no response: ${result.reason}`)
  return { status: result.status, json: readBody(call, url.host, result) }
}

function readBody(call: ProviderRequest, host: string, response: { readonly status: number; readonly body: string }): unknown {
  if (Buffer.byteLength(response.body) > RESPONSE_BYTES) throw new UnusableResponseError(`${host} answered with more than 1 MiB.`)
  if (response.status >= 300 && response.status < 400)
    throw new UnusableResponseError(`${host} answered with a redirect (${response.status}).`)
  const json = jsonOf(response.body)
  if (response.status >= 500)
    throw new UnusableResponseError(json === undefined ? `${host} answered ${response.status}.` : refusalText(call, response.status, json))
  if (json === undefined) throw new UnusableResponseError(`${host} answered ${response.status} with something that is not JSON.`)
  return json
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The log text of a refusal: host, status and the provider's message, truncated and without the secrets of the request. */
export function refusalText(call: ProviderRequest, status: number, json: unknown): string {
  const message = messagesOf(json, 0).join(': ')
  const redacted = secretsOf(call).reduce((text, secret) => text.replaceAll(secret, '[hidden]'), message)
  const host = URL.parse(call.url)?.host ?? ''
  return `${host} answered ${status}${redacted === '' ? '.' : `: ${redacted.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, LOGGED_LENGTH)}`}`
}

const MESSAGE_FIELDS = ['error', 'error_description', 'message', 'reason', 'code', 'errors', 'title', 'detail']
const DEPTH = 2

// The fields in which providers describe an error. They may contain objects of the same form.
function messagesOf(json: unknown, depth: number): string[] {
  if (typeof json === 'string' || typeof json === 'number') return [String(json)]
  if (typeof json !== 'object' || json === null || depth > DEPTH) return []
  if (Array.isArray(json)) return json.slice(0, 1).flatMap((each) => messagesOf(each, depth + 1))
  return MESSAGE_FIELDS.flatMap((field) => messagesOf(Reflect.get(json, field), depth + 1))
}

function secretsOf({ url, form, headers }: ProviderRequest): string[] {
  const sent = [...(form ?? []), ...(URL.parse(url)?.searchParams ?? [])].filter(([name]) => SECRETS.test(name)).map(([, value]) => value)
  const bearer = Object.entries(headers ?? {}).flatMap(([name, value]) => (/^authorization$/i.test(name) ? value.split(' ').slice(1) : []))
  return [...sent, ...bearer].filter(({ length }) => length >= SECRET_LENGTH)
}
