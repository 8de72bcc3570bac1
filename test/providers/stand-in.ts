// Stand-ins for the APIs of Discord and GitHub behind SOCIAL_ENDPOINT_PROXY: small servers with state, which check every request.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a stand-in receives it. */
export interface StandInRequest {
  readonly method: string
  readonly host: string
  /** Without the query, each segment decoded. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly json: Readonly<Record<string, unknown>> | undefined
  readonly form: URLSearchParams
}

/** An answer. `cut` closes the connection without one. */
export interface StandInAnswer {
  readonly status: number | 'cut'
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer instead of the stand-in's own, for requests whose `METHOD HOST/PATH` matches. */
export interface ForcedAnswer extends StandInAnswer {
  readonly at?: RegExp
  /** The number of times; one by default. */
  readonly times?: number
}

/** One API. */
export interface StandInApi {
  readonly hosts: readonly string[]
  /** Throws a `StandInFault` for a request that the API's reference does not allow. */
  answer(request: StandInRequest): StandInAnswer
}

/** A request that the reference of an API does not allow. */
export class StandInFault extends Error {}

/** Running stand-ins. */
export interface StandIns {
  /** The value of SOCIAL_ENDPOINT_PROXY. */
  readonly url: string
  /** `METHOD HOST/PATH` of each request, oldest first. */
  readonly requests: string[]
  /** The faults of requests; a test expects none. */
  readonly faults: string[]
  force(answer: ForcedAnswer): void
  close(): Promise<void>
}

/** Starts a server for these APIs on a loopback port. Any other host is forwarded to `elsewhere`, the URL of another proxy. */
export async function startStandIns(apis: readonly StandInApi[], elsewhere?: string): Promise<StandIns> {
  const requests: string[] = []
  const faults: string[] = []
  const forced: { answer: ForcedAnswer; times: number }[] = []
  const answerOf = (request: StandInRequest, line: string): StandInAnswer => {
    const instead = forced.find(({ answer, times }) => times > 0 && (answer.at?.test(line) ?? true))
    if (instead) {
      instead.times -= 1
      return instead.answer
    }
    const api = apis.find(({ hosts }) => hosts.includes(request.host))
    try {
      if (!api) throw new StandInFault(`There is no stand-in for ${request.host}`)
      if (!request.headers['user-agent']) throw new StandInFault('A request needs a user agent')
      return api.answer(request)
    } catch (error) {
      if (!(error instanceof StandInFault)) throw error
      faults.push(`${line}: ${error.message}`)
      return { status: 400, json: { message: error.message } }
    }
  }
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming)
    const line = `${request.method} ${request.host}/${request.segments.join('/')}`
    if (elsewhere !== undefined && !apis.some(({ hosts }) => hosts.includes(request.host))) {
      const answer = await forward(elsewhere, incoming, request.body)
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(await answer.text())
      return
    }
    requests.push(line)
    const { status, json, headers } = answerOf(request, line)
    if (status === 'cut') response.destroy()
    else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json === undefined ? '' : JSON.stringify(json))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    faults,
    force: (answer) => {
      forced.push({ answer, times: answer.times ?? 1 })
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function read(incoming: IncomingMessage): Promise<StandInRequest> {
  let body = ''
  for await (const part of incoming.setEncoding('utf8')) body += part
  const url = new URL(incoming.url ?? '', 'http://stand-in')
  const [, host = '', ...segments] = url.pathname.split('/')
  const isJson = incoming.headers['content-type']?.startsWith('application/json') === true
  return {
    method: incoming.method ?? '',
    host,
    segments: segments.map(decodeURIComponent),
    query: url.searchParams,
    headers: incoming.headers,
    body,
    json: isJson ? JSON.parse(body) : undefined,
    form: new URLSearchParams(isJson ? '' : body),
  }
}

function forward(proxy: string, { method = 'GET', url, headers }: IncomingMessage, body: string): Promise<Response> {
  const sent = Object.entries(headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name)) as [string, string][]
  return fetch(`${proxy}${url}`, { method, headers: sent, redirect: 'manual', ...(body === '' ? {} : { body }) })
}

/** An authorization, for which a stand-in issues codes and tokens. Those of both APIs follow RFC 6749 and RFC 7636. */
export interface StandInAuthorization {
  readonly accountId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly scopes: readonly string[]
  /** The guild that the user has chosen for a bot. */
  readonly guildId?: string | undefined
}

/** The codes of an API: `authorize` is the user who allows it, `redeem` the exchange. */
export function createCodes(client: { readonly id: string; readonly secret: string }) {
  const codes = new Map<string, StandInAuthorization>()
  return {
    /** Follows an authorization URL as the account, and returns the URL of the redirect. */
    authorize(url: string, endpoint: string, { accountId, guildId }: { readonly accountId: string; readonly guildId?: string }): string {
      const { origin, pathname, searchParams: query } = new URL(url)
      if (`${origin}${pathname}` !== endpoint) throw new StandInFault(`${url} is not ${endpoint}`)
      const required = (name: string) => query.get(name) || raise(`An authorization needs ${name}`)
      if (required('client_id') !== client.id || required('response_type') !== 'code') throw new StandInFault('The client is unknown')
      if (required('code_challenge_method') !== 'S256') throw new StandInFault('The challenge must be S256')
      const code = `code-${codes.size + 1}`
      const redirectUri = required('redirect_uri')
      const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean)
      codes.set(code, { accountId, guildId, redirectUri, challenge: required('code_challenge'), scopes })
      return `${redirectUri}?${new URLSearchParams({ code, state: required('state'), ...(guildId === undefined ? {} : { guild_id: guildId }) })}`
    },
    /** The authorization of a code, which can be used once; undefined for any that the API would refuse. */
    redeem(form: URLSearchParams, challengeOf: (verifier: string) => string): StandInAuthorization | undefined {
      if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
        throw new StandInFault('The client is unknown')
      if (form.get('grant_type') !== 'authorization_code') throw new StandInFault('The grant type is unknown')
      const code = form.get('code') ?? ''
      const found = codes.get(code)
      codes.delete(code)
      const isOurs = found?.redirectUri === form.get('redirect_uri') && found?.challenge === challengeOf(form.get('code_verifier') ?? '')
      return isOurs ? found : undefined
    },
  }
}

function raise(message: string): never {
  throw new StandInFault(message)
}
