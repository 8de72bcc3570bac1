import type { Http } from './http.ts'
import { type Calls, callsOver, type Get, type Update } from './verbs.ts'

/** The calls of a buyer's page, authorized by the checkout's client secret alone. */
export interface Buyer {
  readonly get: Get<'checkouts:client_get'>
  readonly update: Update<'checkouts:client_update'>
  readonly confirm: Update<'checkouts:client_confirm'>
  /** URL of the server-sent events of a checkout. */
  readonly streamUrl: (clientSecret: string) => string
}

/** The sandbox bank of test merchants: answers a payment that requires an action. */
export interface Sandbox {
  readonly answerAction: Update<'sandbox:resolve_action'>
}

const path = '/checkouts/client/'

/** Creates only the buyer's calls, for pages with a small bundle. */
export function createBuyer(http: Http, baseUrl = ''): { readonly buyer: Buyer; readonly sandbox: Sandbox } {
  const calls = callsOver(http)
  return { buyer: buyerOver(calls, baseUrl), sandbox: sandboxOver(calls) }
}

export const buyerOver = ({ call, one }: Calls, baseUrl: string): Buyer => ({
  get: (secret, options) => call('GET', one(path, secret), { options }),
  update: (secret, body, options) => call('PATCH', one(path, secret), { body, options }),
  confirm: (secret, body, options) => call('POST', `${one(path, secret)}/confirm`, { body, options }),
  streamUrl: (secret) => `${baseUrl}/v1${one(path, secret)}/stream`,
})

export const sandboxOver = ({ call, one }: Calls): Sandbox => ({
  answerAction: (id, body, options) => call('POST', one('/sandbox/actions/', id), { body, options }),
})
