// One form of call for all generations of the published client of /v1: the fields of requests and answers as on the wire. Versions below 1 are
// a class whose fields are in camel case and whose answers are parsed; version 1 has functions for each dated API and parses nothing.
import type { ClientVersion } from './matrix.ts'

/** A JSON object, as on the wire. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
export type Json = any

/** The input of a call: each part with the names of the wire. */
export interface CallInput {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** A client of one version, or of one dated API of it. */
export interface PolarClient {
  /** Such as `0.49.0`, or `1.0.1 with 2026-10`. */
  readonly name: string
  readonly version: string
  /** The names of its methods in the table. */
  readonly methods: readonly string[]
  /** Calls a method by its name in the table; the answer has the names of the wire. Throws what the client throws. */
  call(name: string, input?: CallInput): Promise<Json>
  /** The same client with another bearer token, or without one. */
  as(token: string): PolarClient
  /** The client's own verification of a webhook: the event, or what it throws. */
  validateEvent(body: string, headers: Record<string, string>, secret: string): Promise<Json>
}

interface Connection {
  readonly version: string
  readonly load: ClientVersion['load']
  readonly serverURL: string
  readonly token: string
}

const DATED_APIS = ['2026-04', '2026-10', '2027-01'] as const

/** The clients of a version: one, or one for each dated API. */
export async function clientsOf({ version, load }: ClientVersion, serverURL: string, token: string): Promise<PolarClient[]> {
  const connection = { version, load, serverURL, token }
  if (Number.parseInt(version, 10) === 0) return [await classClient(connection)]
  return Promise.all(DATED_APIS.map((date) => datedClient(connection, date)))
}

/** The parameter that has the body of a call with a path. */
const BODY_NAMES: Readonly<Record<string, string>> = {
  'products.update': 'productUpdate',
  'products.updateBenefits': 'productBenefitsUpdate',
  'meters.update': 'meterUpdate',
  'benefits.update': 'requestBody',
  'checkouts.update': 'checkoutUpdate',
  'files.update': 'filePatch',
  'files.uploaded': 'fileUploadCompleted',
  'discounts.update': 'discountUpdate',
  'customers.update': 'customerUpdate',
  'customers.updateExternal': 'customerUpdateExternalID',
  'orders.update': 'orderUpdate',
  'customFields.update': 'customFieldUpdate',
  'checkoutLinks.update': 'checkoutLinkUpdate',
  'checkouts.clientUpdate': 'checkoutUpdatePublic',
  'checkouts.clientConfirm': 'checkoutConfirmStripe',
  'organizations.update': 'organizationUpdate',
  'subscriptions.update': 'subscriptionUpdate',
  'licenseKeys.update': 'licenseKeyUpdate',
  'customerPortal.benefitGrants.update': 'customerBenefitGrantUpdate',
  'customerPortal.orders.update': 'customerOrderUpdate',
  'customerPortal.orders.confirmRetryPayment': 'customerOrderConfirmPayment',
  'customerPortal.subscriptions.update': 'customerSubscriptionUpdate',
  'webhooks.updateWebhookEndpoint': 'webhookEndpointUpdate',
}

/** The calls of the portal that need no session. */
const PUBLIC_CALLS =
  /^customerPortal\.(organizations\.get|licenseKeys\.(validate|activate|deactivate)|customers\.(check|verify)EmailUpdate)$/

/** Methods that one version names otherwise than those before and after it. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'organizations.listOrganizations': 'organizations.list' }

async function classClient(connection: Connection): Promise<PolarClient> {
  const { version, load, serverURL, token } = connection
  const { Polar } = (await load('')) as { Polar: new (options: unknown) => object }
  const sdk = new Polar({ serverURL, accessToken: token })
  const { validateEvent } = (await load('/webhooks')) as { validateEvent: (...sent: unknown[]) => Json }
  const found = methodsOf(sdk)
  const ownName = (name: string) =>
    found.includes(name) ? name : (Object.keys(OTHER_NAMES).find((own) => OTHER_NAMES[own] === name) ?? name)
  return {
    name: version,
    version,
    methods: found.map((name) => OTHER_NAMES[name] ?? name),
    call: async (name, { path = {}, query = {}, body = {} } = {}) => {
      const bodyName = BODY_NAMES[name]
      const sent = bodyName === undefined ? { ...path, ...query, ...body } : { ...path, [bodyName]: body }
      const session = name.startsWith('customerPortal.') && !PUBLIC_CALLS.test(name) ? [{ customerSession: token }] : []
      const dates = name === 'metrics.get' ? datesOf(sent, await load('/types/rfcdate.js')) : {}
      const answer = await methodOf(sdk, ownName(name))(...session, { ...renamed(sent, camelCase, (time) => time), ...dates })
      return renamed(answer?.result ?? answer, snakeCase)
    },
    as: (other) => lazyClient(connection, { token: other, open: classClient }),
    validateEvent: async (...sent) => renamed(validateEvent(...sent), snakeCase),
  }
}

/** The days of a query, which these versions take in a class of their own. */
function datesOf({ start_date, end_date }: Record<string, unknown>, types: unknown): Record<string, unknown> {
  const { RFCDate } = types as { RFCDate: new (day: unknown) => object }
  return { startDate: new RFCDate(start_date), endDate: new RFCDate(end_date) }
}

async function datedClient(connection: Connection, date: string): Promise<PolarClient> {
  const { version, load, serverURL, token } = connection
  const { createPolar, webhooks } = (await load(`/${date}`)) as {
    createPolar: (options: unknown) => object
    webhooks: { validateEvent: (...sent: unknown[]) => Json }
  }
  const sdk = createPolar({ accessToken: token, baseUrl: serverURL, timeout: 60 })
  return {
    name: `${version} with ${date}`,
    version,
    // Each list has a generator of its items beside it.
    methods: methodsOf(sdk).filter((name) => !/(?:^|\.)iter[A-Z]\w*$/.test(name)),
    call: async (name, { path = {}, query, body } = {}) =>
      methodOf(sdk, name)(...[...Object.values(path), renamed(body ?? query, (name) => name)].filter((sent) => sent !== undefined)),
    as: (other) => lazyClient(connection, { token: other, open: (next) => datedClient(next, date) }),
    validateEvent: async (...sent) => webhooks.validateEvent(...sent),
  }
}

function lazyClient(
  connection: Connection,
  { token, open }: { readonly token: string; readonly open: (connection: Connection) => Promise<PolarClient> },
): PolarClient {
  const opened = open({ ...connection, token })
  return {
    name: connection.version,
    version: connection.version,
    methods: [],
    call: async (...sent) => (await opened).call(...sent),
    as: (other) => lazyClient(connection, { token: other, open }),
    validateEvent: async (...sent) => (await opened).validateEvent(...sent),
  }
}

/** The paths of all methods of an object and of the namespaces in it: `webhooks.listWebhookEndpoints`. */
function methodsOf(target: object, prefix = ''): string[] {
  const names = new Set<string>()
  for (let owner = target; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner) as object) {
    for (const name of Object.getOwnPropertyNames(owner)) if (name !== 'constructor' && !name.startsWith('_')) names.add(name)
  }
  return [...names].flatMap((name) => {
    const value: unknown = Reflect.get(target, name)
    if (typeof value === 'function') return [`${prefix}${name}`]
    return typeof value === 'object' && value !== null ? methodsOf(value, `${prefix}${name}.`) : []
  })
}

function methodOf(sdk: object, name: string): (...sent: unknown[]) => Promise<Json> {
  const path = name.split('.')
  const owner = path.slice(0, -1).reduce<Json>((found, part) => found[part], sdk)
  return (...sent) => owner[path.at(-1) ?? ''](...sent)
}

function renamed(value: unknown, rename: (name: string) => string, ofTime: (time: Date) => unknown = (time) => time.toISOString()): Json {
  if (value instanceof Date) return ofTime(value)
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename, ofTime))
  if (typeof value !== 'object' || value === null) return value
  if (value.constructor.name === 'RFCDate') return String(value)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [rename(name), renamed(item, rename, ofTime)]))
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
