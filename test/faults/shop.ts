// A merchant who sells on a server in a process of its own: made through the doors that everybody uses, asked over HTTP.

import { tokenScopes } from '#kernel/access.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'

const PASSWORD = 'correct horse battery'
const PAGE = 100
/** Nothing here may hang; what takes longer counts as cut off. */
const ASK_MS = 20_000

/** An answer, whatever it says. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  readonly json: any
}

/** What is sent along. */
export interface Asking {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks the server that should answer at `address`; rejects when the connection is cut. */
export async function ask(address: string, operation: string, { body, headers = {} }: Asking = {}): Promise<Answer> {
  const [method = '', path = ''] = operation.split(' ')
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ASK_MS),
  })
  const text = await answer.text()
  return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) }
}

/** A merchant with a token, and their own server that is told of every paid order. */
export interface Shop {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly receiver: Receiver
  /** Asks as the merchant's program. */
  ask(operation: string, asking?: Asking): Promise<Answer>
  /** Every entry of a list, newest first. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  all(path: string): Promise<any[]>
}

/** Opens a shop on a running server. */
export async function openShop(address: string): Promise<Shop> {
  const receiver = await aReceiver()
  const signedUp = await fetch(`${address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ name: 'Ada Byron', email: 'ada@shop.example', password: PASSWORD }),
  })
  const { token: session } = (await signedUp.json()) as { token: string }
  const person = { authorization: `Bearer ${session}`, origin: address }
  const must = async (operation: string, asking: Asking): Promise<Answer['json']> => {
    const { status, json } = await ask(address, operation, asking)
    if (status >= 300) throw new Error(`${operation} was answered ${status}: ${JSON.stringify(json)}`)
    return json
  }
  const organization = await must('POST /api/auth/organization/create', { headers: person, body: { name: 'The Shop', slug: 'the-shop' } })
  const made = await must('POST /v1/organization-access-tokens/', {
    headers: person,
    body: { organization_id: organization.id, comment: 'The shop', scopes: tokenScopes },
  })
  const headers = { authorization: `Bearer ${made.token}` }
  const endpoint = { url: receiver.url, format: 'raw', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', events: ['order.paid'] }
  await must('POST /v1/webhooks/endpoints', { headers, body: endpoint })
  const asMerchant: Shop['ask'] = (operation, asking = {}) =>
    ask(address, operation, { ...asking, headers: { ...headers, ...asking.headers } })
  return { address, headers, receiver, ask: asMerchant, all: (path) => everyEntry(asMerchant, path) }
}

async function everyEntry(asMerchant: Shop['ask'], path: string): Promise<Answer['json'][]> {
  const page = async (number: number): Promise<Answer['json']> => {
    const { status, json } = await asMerchant(`GET ${path}?limit=${PAGE}&page=${number}`)
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(json)}`)
    return json
  }
  // One after another: what comes meanwhile moves entries to later pages, where they are seen again, never to earlier ones.
  const found = new Map<string, Answer['json']>()
  for (let number = 1, last = 1; number <= last; number += 1) {
    const { items, pagination } = await page(number)
    for (const item of items) found.set(item.id, item)
    last = pagination.max_page
  }
  return [...found.values()]
}
