// A merchant on a server in another process, created and used through its public HTTP API.

import { tokenScopes } from '#contract/access.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'

const PASSWORD = 'correct horse battery'
const PAGE = 100
/** Time-out of a request; a longer request counts as disconnected. */
const TIMEOUT_MS = 20_000

/** An answer of any status. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  readonly json: any
}

/** The body and headers of a request. */
export interface RequestOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request to the server at `url`; rejects when the connection is closed. */
export async function sendRequest(baseUrl: string, operation: string, { body, headers = {} }: RequestOptions = {}): Promise<Answer> {
  const [method = '', path = ''] = operation.split(' ')
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await answer.text()
  return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) }
}

/** A merchant with an access token, and a webhook receiver for `order.paid`. */
export interface MerchantClient {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly receiver: Receiver
  /** Sends a request with the merchant's token. */
  request(operation: string, options?: RequestOptions): Promise<Answer>
  /** Reads every page of a list, newest entries first. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  all(path: string): Promise<any[]>
}

/** Creates a merchant on a running server. */
export async function createMerchantClient(baseUrl: string): Promise<MerchantClient> {
  const receiver = await aReceiver()
  const signedUp = await fetch(`${baseUrl}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ name: 'Ada Byron', email: 'ada@shop.example', password: PASSWORD }),
  })
  const { token: session } = (await signedUp.json()) as { token: string }
  const userHeaders = { authorization: `Bearer ${session}`, origin: baseUrl }
  const expectSuccess = async (operation: string, options: RequestOptions): Promise<Answer['json']> => {
    const { status, json } = await sendRequest(baseUrl, operation, options)
    if (status >= 300) throw new Error(`${operation} was answered ${status}: ${JSON.stringify(json)}`)
    return json
  }
  const organization = await expectSuccess('POST /api/auth/organization/create', {
    headers: userHeaders,
    body: { name: 'The Shop', slug: 'the-shop' },
  })
  const accessToken = await expectSuccess('POST /v1/organization-access-tokens/', {
    headers: userHeaders,
    body: { organization_id: organization.id, comment: 'The shop', scopes: tokenScopes },
  })
  const headers = { authorization: `Bearer ${accessToken.token}` }
  const endpoint = { url: receiver.url, format: 'raw', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', events: ['order.paid'] }
  await expectSuccess('POST /v1/webhooks/endpoints', { headers, body: endpoint })
  const request: MerchantClient['request'] = (operation, options = {}) =>
    sendRequest(baseUrl, operation, { ...options, headers: { ...headers, ...options.headers } })
  return { baseUrl, headers, receiver, request: request, all: (path) => everyEntry(request, path) }
}

async function everyEntry(request: MerchantClient['request'], path: string): Promise<Answer['json'][]> {
  const page = async (number: number): Promise<Answer['json']> => {
    const { status, json } = await request(`GET ${path}?limit=${PAGE}&page=${number}`)
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(json)}`)
    return json
  }
  // Pages are read in sequence: entries that are created meanwhile move others to later pages, where they are read again.
  const found = new Map<string, Answer['json']>()
  for (let number = 1, last = 1; number <= last; number += 1) {
    const { items, pagination } = await page(number)
    for (const item of items) found.set(item.id, item)
    last = pagination.max_page
  }
  return [...found.values()]
}
