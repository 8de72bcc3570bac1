// The request parameters of Stripe's API, checked as Stripe does: an unknown or malformed one is refused.

/** A request parameter: a value, or further parameters. */
export type Parameter = string | { readonly [name: string]: Parameter }
export type Parameters = { readonly [name: string]: Parameter }

/** The kind of a parameter. */
export type Kind =
  | 'text'
  | 'flag'
  | 'count'
  | 'amount'
  | 'negative'
  | 'currency'
  | 'metadata'
  | 'texts'
  | { readonly oneOf: readonly string[] }
  | Declared

/** The parameters of an operation, and which of them it requires. */
export interface Declared {
  readonly fields: Readonly<Record<string, Kind>>
  readonly required?: readonly string[]
}

/** An error of Stripe's API. */
export class StripeFault extends Error {
  override readonly name = 'StripeFault'
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(String(body['message']))
    this.status = status
    this.body = body
  }
}

/** Refuses a request: `invalid_request_error`. */
export function refuse(code: string | undefined, message: string, param?: string): never {
  throw new StripeFault(400, {
    type: 'invalid_request_error',
    ...(code !== undefined && { code }),
    message,
    ...(param !== undefined && { param }),
  })
}

const METADATA_KEYS = 50
const METADATA_KEY = 40
const METADATA_VALUE = 500
const PATTERNS: Readonly<Record<string, RegExp>> = {
  text: /^.{1,5000}$/s,
  flag: /^(true|false)$/,
  count: /^([1-9]\d?|100)$/,
  amount: /^\d{1,12}$/,
  negative: /^-?\d{1,12}$/,
  currency: /^[a-z]{3}$/,
}

/** Reads `a[b]=c` parameters. */
export function readParameters(text: string): Parameters {
  const root: Record<string, Parameter> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part)
    let at = root
    for (const part of path.slice(0, -1)) {
      const next = at[part] ?? {}
      if (typeof next === 'string') refuse(undefined, `Invalid parameter: ${name}`, name)
      at[part] = next
      at = next as Record<string, Parameter>
    }
    at[path.at(-1) ?? name] = value
  }
  return root
}

/** Refuses parameters that an operation does not have, that are malformed, or that are missing. */
export function checkParameters({ fields, required = [] }: Declared, parameters: Parameters, path = ''): void {
  for (const [name, value] of Object.entries(parameters)) {
    const param = path === '' ? name : `${path}[${name}]`
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (kind === undefined) refuse('parameter_unknown', `Received unknown parameter: ${param}`, param)
    checkValue(kind, value, param)
  }
  for (const name of required) if (!Object.hasOwn(parameters, name)) refuse('parameter_missing', `Missing required param: ${name}.`, name)
}

function checkValue(kind: Kind, value: Parameter, param: string): void {
  if (typeof kind === 'object' && 'fields' in kind) {
    if (typeof value === 'string') refuse(undefined, 'Invalid object', param)
    checkParameters(kind, value, param)
    return
  }
  if (kind === 'metadata' || kind === 'texts') {
    if (typeof value === 'string') refuse(undefined, 'Invalid object', param)
    checkTexts(value, param)
    return
  }
  if (typeof value !== 'string') refuse(undefined, `Invalid ${param}: must be a value`, param)
  if (typeof kind === 'object') {
    if (!kind.oneOf.includes(value)) refuse(undefined, `Invalid ${param}: must be one of ${kind.oneOf.join(', ')}`, param)
  } else if (!PATTERNS[kind]?.test(value))
    refuse(`parameter_invalid_${kind === 'amount' || kind === 'negative' ? 'integer' : 'string_blank'}`, `Invalid ${param}`, param)
}

function checkTexts(values: Parameters, param: string): void {
  const entries = Object.entries(values)
  if (entries.length > METADATA_KEYS) refuse(undefined, 'Metadata can have at most 50 keys', param)
  for (const [name, value] of entries)
    if (name.length > METADATA_KEY || typeof value !== 'string' || value.length > METADATA_VALUE)
      refuse(undefined, `Invalid ${param}[${name}]`, param)
}

/** The parameters of each operation that is called, by the names in Stripe's API reference. */
export const operations: Readonly<Record<string, Declared>> = {
  'POST /v1/customers': {
    fields: { metadata: 'metadata', email: 'text', name: 'text', description: 'text', phone: 'text', expand: 'texts' },
  },
  'POST /v1/payment_intents': {
    fields: {
      amount: 'amount',
      currency: 'currency',
      customer: 'text',
      description: 'text',
      allowed_payment_method_types: 'texts',
      capture_method: { oneOf: ['automatic', 'automatic_async', 'manual'] },
      setup_future_usage: { oneOf: ['off_session', 'on_session'] },
      statement_descriptor_suffix: 'text',
      metadata: 'metadata',
      expand: 'texts',
    },
    required: ['amount', 'currency'],
  },
  'GET /v1/payment_intents/:id': { fields: { expand: 'texts', client_secret: 'text' } },
  'POST /v1/payment_intents/:id/confirm': {
    fields: {
      payment_method: 'text',
      confirmation_token: 'text',
      off_session: 'flag',
      use_stripe_sdk: 'flag',
      return_url: 'text',
      setup_future_usage: { oneOf: ['off_session', 'on_session'] },
      expand: 'texts',
    },
  },
  'POST /v1/payment_intents/:id/cancel': {
    fields: { cancellation_reason: { oneOf: ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] }, expand: 'texts' },
  },
  'POST /v1/setup_intents': {
    fields: {
      customer: 'text',
      description: 'text',
      allowed_payment_method_types: 'texts',
      usage: { oneOf: ['off_session', 'on_session'] },
      metadata: 'metadata',
      expand: 'texts',
    },
  },
  'GET /v1/setup_intents/:id': { fields: { expand: 'texts', client_secret: 'text' } },
  'POST /v1/setup_intents/:id/confirm': {
    fields: { payment_method: 'text', confirmation_token: 'text', use_stripe_sdk: 'flag', return_url: 'text', expand: 'texts' },
  },
  'POST /v1/setup_intents/:id/cancel': {
    fields: { cancellation_reason: { oneOf: ['abandoned', 'duplicate', 'requested_by_customer'] }, expand: 'texts' },
  },
  'POST /v1/payment_methods/:id/detach': { fields: { expand: 'texts' } },
  'POST /v1/refunds': {
    fields: {
      payment_intent: 'text',
      charge: 'text',
      amount: 'amount',
      reason: { oneOf: ['duplicate', 'fraudulent', 'requested_by_customer'] },
      metadata: 'metadata',
      expand: 'texts',
    },
  },
  'GET /v1/refunds/:id': { fields: { expand: 'texts' } },
  'GET /v1/refunds': {
    fields: { payment_intent: 'text', charge: 'text', limit: 'count', starting_after: 'text', ending_before: 'text', expand: 'texts' },
  },
  'GET /v1/disputes': {
    fields: { payment_intent: 'text', charge: 'text', limit: 'count', starting_after: 'text', ending_before: 'text', expand: 'texts' },
  },
  'POST /v1/disputes/:id': {
    fields: {
      evidence: { fields: { uncategorized_text: 'text', product_description: 'text', customer_name: 'text' } },
      metadata: 'metadata',
      submit: 'flag',
      expand: 'texts',
    },
  },
  'POST /v1/disputes/:id/close': { fields: { expand: 'texts' } },
  'POST /v1/tax/calculations': {
    fields: {
      currency: 'currency',
      line_items: {
        fields: {
          '0': {
            fields: {
              amount: 'amount',
              reference: 'text',
              quantity: 'count',
              tax_behavior: { oneOf: ['exclusive', 'inclusive'] },
              tax_code: 'text',
            },
            required: ['amount'],
          },
        },
      },
      customer: 'text',
      customer_details: {
        fields: {
          address: {
            fields: { country: 'text', state: 'text', city: 'text', postal_code: 'text', line1: 'text', line2: 'text' },
            required: ['country'],
          },
          address_source: { oneOf: ['billing', 'shipping'] },
          ip_address: 'text',
          tax_ids: { fields: { '0': { fields: { type: 'text', value: 'text' }, required: ['type', 'value'] } } },
          taxability_override: { oneOf: ['customer_exempt', 'none', 'reverse_charge'] },
        },
      },
      tax_date: 'amount',
      expand: 'texts',
    },
    required: ['currency', 'line_items'],
  },
  'POST /v1/tax/transactions/create_from_calculation': {
    fields: { calculation: 'text', reference: 'text', metadata: 'metadata', posted_at: 'amount', expand: 'texts' },
    required: ['calculation', 'reference'],
  },
  'POST /v1/tax/transactions/create_reversal': {
    fields: {
      mode: { oneOf: ['full', 'partial'] },
      original_transaction: 'text',
      reference: 'text',
      flat_amount: 'negative',
      line_items: {
        fields: {
          '0': {
            fields: {
              amount: 'negative',
              amount_tax: 'negative',
              original_line_item: 'text',
              quantity: 'count',
              reference: 'text',
              metadata: 'metadata',
            },
            required: ['amount', 'amount_tax', 'original_line_item', 'reference'],
          },
        },
      },
      metadata: 'metadata',
      expand: 'texts',
    },
    required: ['mode', 'original_transaction', 'reference'],
  },
  'GET /v1/tax/settings': { fields: { expand: 'texts' } },
  'GET /v1/account': { fields: { expand: 'texts' } },
  'GET /v1/balance': { fields: { expand: 'texts' } },
}
