// The way out to providers: every call of a sign-in shares one time, and nothing but JSON comes back.
import { monotonicMs } from '#platform/clock.ts'
import { createOutbound } from '#platform/net/calling.ts'
import type { Outbound } from '#platform/net/outbound.ts'
import type { Platform } from '#platform/platform.ts'

/** All calls of one exchange together; the page that tells of a failure has to be there within ten seconds. */
const EXCHANGE_MS = 9000
const ANSWER_BYTES = 1024 * 1024
const TOLD_LENGTH = 200
const SECRET_LENGTH = 6
/** What a request carries that no line of the log may show. */
const SECRETS = /^(code|code_verifier|client_secret|client_assertion|refresh_token|access_token|input_token|token)$/

/** Why there is no answer that can be used: a sentence for the log, without secrets. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** A call to a provider; with a form it is a POST. */
export interface ProviderCall {
  readonly url: string
  readonly method?: 'GET' | 'POST' | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly form?: URLSearchParams | undefined
}

/** What a provider said: a status under 500 that is no redirect, and JSON. */
export interface ProviderAnswer {
  readonly status: number
  readonly json: unknown
}

/** The calls of one exchange. */
export interface Exchange {
  /** Rejects with NoAnswer: blocked, too slow, too big, a redirect, 5xx, or no JSON. */
  ask(call: ProviderCall): Promise<ProviderAnswer>
  /** As `ask`, and any status but 2xx is no answer either. */
  askWell(call: ProviderCall): Promise<unknown>
}

/** Begins an exchange: what it asks from here on has nine seconds in all, or `withinMs`. */
export function openExchange(platform: Platform, withinMs = EXCHANGE_MS): Exchange {
  const endMs = monotonicMs() + withinMs
  const ask = async (call: ProviderCall): Promise<ProviderAnswer> => {
    const timeoutMs = Math.floor(endMs - monotonicMs())
    const host = URL.parse(call.url)?.host ?? call.url
    if (timeoutMs <= 0) throw new NoAnswer(`${host} was not asked: the time for the exchange was over.`)
    return send(platform, call, timeoutMs)
  }
  return {
    ask,
    askWell: async (call) => {
      const { status, json } = await ask(call)
      if (status < 200 || status > 299) throw new NoAnswer(refusalTold(call, status, json))
      return json
    },
  }
}

async function send(platform: Platform, call: ProviderCall, timeoutMs: number): Promise<ProviderAnswer> {
  const url = URL.parse(call.url)
  if (url?.protocol !== 'https:') throw new NoAnswer('Providers are called by https addresses only.')
  const proxy = platform.settings.SOCIAL_ENDPOINT_PROXY
  const result = await wayOut(platform).send({
    method: call.method ?? (call.form ? 'POST' : 'GET'),
    url: proxy === undefined ? url.href : `${proxy}/${url.host}${url.pathname}${url.search}`,
    headers: {
      accept: 'application/json',
      ...(call.form ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}),
      ...call.headers,
    },
    ...(call.form ? { body: call.form.toString() } : {}),
    timeoutMs,
    // One byte more tells an answer that fills the bound from one that was cut.
    answerBytes: ANSWER_BYTES + 1,
  })
  if (result.kind !== 'answered') throw new NoAnswer(`${url.host} gave no answer: ${result.reason}`)
  return { status: result.status, json: readAnswer(call, url.host, result) }
}

function readAnswer(call: ProviderCall, host: string, answer: { readonly status: number; readonly body: string }): unknown {
  if (Buffer.byteLength(answer.body) > ANSWER_BYTES) throw new NoAnswer(`${host} answered with more than 1 MiB.`)
  if (answer.status >= 300 && answer.status < 400) throw new NoAnswer(`${host} answered with a redirect (${answer.status}).`)
  const json = jsonOf(answer.body)
  if (answer.status >= 500)
    throw new NoAnswer(json === undefined ? `${host} answered ${answer.status}.` : refusalTold(call, answer.status, json))
  if (json === undefined) throw new NoAnswer(`${host} answered ${answer.status} with something that is not JSON.`)
  return json
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How a refusal is told in the log: host, status and the provider's own words, shortened and without what was sent as a secret. */
export function refusalTold(call: ProviderCall, status: number, json: unknown): string {
  const words = wordsOf(json, 0).join(': ')
  const shown = secretsOf(call).reduce((text, secret) => text.replaceAll(secret, '[hidden]'), words)
  const host = URL.parse(call.url)?.host ?? ''
  return `${host} answered ${status}${shown === '' ? '.' : `: ${shown.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, TOLD_LENGTH)}`}`
}

const WORDS = ['error', 'error_description', 'message', 'reason', 'code', 'errors', 'title', 'detail']
const DEPTH = 2

// The fields in which providers say what is wrong; they may hold objects of the same kind.
function wordsOf(json: unknown, depth: number): string[] {
  if (typeof json === 'string' || typeof json === 'number') return [String(json)]
  if (typeof json !== 'object' || json === null || depth > DEPTH) return []
  if (Array.isArray(json)) return json.slice(0, 1).flatMap((each) => wordsOf(each, depth + 1))
  return WORDS.flatMap((word) => wordsOf(Reflect.get(json, word), depth + 1))
}

function secretsOf({ url, form, headers }: ProviderCall): string[] {
  const sent = [...(form ?? []), ...(URL.parse(url)?.searchParams ?? [])].filter(([name]) => SECRETS.test(name)).map(([, value]) => value)
  const bearer = Object.entries(headers ?? {}).flatMap(([name, value]) => (/^authorization$/i.test(name) ? value.split(' ').slice(1) : []))
  return [...sent, ...bearer].filter(({ length }) => length >= SECRET_LENGTH)
}

const proxies = new WeakMap<Platform, Outbound>()

// The proxy that the settings name may be reached wherever it is, and nothing else by that.
function wayOut(platform: Platform): Outbound {
  const proxy = platform.settings.SOCIAL_ENDPOINT_PROXY
  if (proxy === undefined) return platform.outbound
  const known = proxies.get(platform)
  if (known) return known
  const host = new URL(proxy).hostname.replace(/^\[|\]$/g, '')
  const made = createOutbound({ allow: host === 'localhost' ? ['localhost', 'loopback'] : [host], isProduction: false })
  proxies.set(platform, made)
  return made
}
