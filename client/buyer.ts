import type { Http } from './http.ts'
import { type Get, type Update, type Verbs, verbsOver } from './verbs.ts'

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
  const verbs = verbsOver(http)
  return { buyer: buyerOver(verbs, baseUrl), sandbox: sandboxOver(verbs) }
}

export const buyerOver = ({ call, one, get, update }: Verbs, baseUrl: string): Buyer => ({
  get: get(path),
  update: update(path),
  confirm: (secret, body, options) => call('POST', `${one(path, secret)}/confirm`, { body, options }),
  streamUrl: (secret) => `${baseUrl}/v1${one(path, secret)}/stream`,
})

export const sandboxOver = ({ call, one }: Verbs): Sandbox => ({
  answerAction: (id, body, options) => call('POST', one('/sandbox/actions/', id), { body, options }),
})
