// Every text and JSON column of the tables whose rows belong to a customer: what it can hold that a person has entered, or why it holds
// nothing of the kind. A new column needs its line here, and with it an answer to: who may read it, and who erases it?

/** A value with the marker in it, as the database takes it: text, or JSON for a JSON column. */
type Builder = (marker: string) => unknown

/** A column that holds nothing that a person has entered, with the reason. */
type Reason = `holds ${string}`

/** The rows of a customer in a table: a condition with `$customer`, and the columns. */
interface MarkedTable {
  readonly rows: string
  readonly columns: Readonly<Record<string, Builder | Reason>>
}

const text: Builder = (marker) => marker
const note: Builder = (marker) => JSON.stringify({ note: marker })
const address: Builder = (marker) =>
  JSON.stringify({ line1: `${marker} 1`, line2: `${marker} 2`, postalCode: marker, city: marker, state: null, country: 'FR' })
const taxId: Builder = (marker) => JSON.stringify([marker, 'eu_vat'])

const NAME = 'holds one of a closed set of names'
const CURRENCY = 'holds a currency'
const LANGUAGE = 'holds a language'
const DIGEST = 'holds a digest'
const SECRET = 'holds a secret of ours'
const NUMBER = 'holds a number of ours'
const TAX = 'holds what was decided about the tax, with the tax id: orders.buyer_tax_id is that one'

const own = 'customer_id = $customer'
const of = (column: string, table: string) => `${column} in (select id from ${table} where customer_id = $customer)`

/** The tables by their names. */
export const customerColumns: Readonly<Record<string, MarkedTable>> = {
  customers: {
    rows: 'id = $customer',
    columns: {
      external_id: text,
      email: (marker) => `${marker}@markers.example`,
      name: text,
      billing_address: address,
      tax_id: taxId,
      metadata: note,
    },
  },
  orders: {
    rows: own,
    columns: {
      status: NAME,
      billing_reason: NAME,
      currency: CURRENCY,
      billing_name: text,
      billing_address: address,
      metadata: note,
      custom_field_data: note,
      number: NUMBER,
      locale: LANGUAGE,
      receipt_not_sent: NAME,
      tax: TAX,
      invoice_number: NUMBER,
      buyer_tax_id: taxId,
    },
  },
  order_items: { rows: of('order_id', 'orders'), columns: { label: 'holds the name of a product or of a meter' } },
  checkouts: {
    rows: own,
    columns: {
      status: NAME,
      client_secret_digest: DIGEST,
      sealed_client_secret: SECRET,
      success_url: 'holds an address that the merchant has set',
      embed_origin: 'holds the origin of a page of the merchant',
      currency: CURRENCY,
      external_customer_id: text,
      customer_email: (marker) => `${marker}@markers.example`,
      stated_email: (marker) => `${marker}@markers.example`,
      customer_name: text,
      customer_billing_name: text,
      customer_billing_address: address,
      customer_tax_id: text,
      customer_ip_address: text,
      metadata: note,
      customer_metadata: note,
      custom_field_data: note,
      last_payment_error: 'holds a sentence of ours about a decline',
      locale: LANGUAGE,
      tax: TAX,
    },
  },
  subscriptions: {
    rows: own,
    columns: {
      status: NAME,
      currency: CURRENCY,
      recurring_interval: NAME,
      customer_cancellation_reason: NAME,
      customer_cancellation_comment: text,
      metadata: note,
      custom_field_data: note,
      locale: LANGUAGE,
      billing_timezone: 'holds the time zone of the merchant',
    },
  },
  subscription_changes: {
    rows: of('subscription_id', 'subscriptions'),
    columns: {
      status: NAME,
      currency: CURRENCY,
      recurring_interval: NAME,
      items: 'holds the names of products, and amounts',
      tax: TAX,
    },
  },
  subscription_items: { rows: of('subscription_id', 'subscriptions'), columns: { label: 'holds the name of a product or of a meter' } },
  subscription_reservations: {
    rows: of('checkout_id', 'checkouts'),
    columns: { buyer: 'holds the id of a customer, or the email of a buyer who is none yet, while a confirm runs' },
  },
  subscription_value_changes: { rows: of('subscription_id', 'subscriptions'), columns: { currency: CURRENCY } },
  payments: {
    rows: `(${of('purpose_id', 'checkouts')} or ${of('purpose_id', 'orders')})`,
    columns: {
      purpose: NAME,
      status: NAME,
      currency: CURRENCY,
      processor: NAME,
      idempotency_key: 'holds a key of ours',
      processor_reference: 'holds the id of the payment at the processor',
      sealed_action_secret: SECRET,
      decline_code: NAME,
      decline_message: 'holds a sentence of ours about a decline',
      method_brand: 'holds the brand of a card',
      method_last4: text,
      customer_email: (marker) => `${marker}@markers.example`,
    },
  },
  payment_methods: {
    rows: own,
    columns: { processor: NAME, method: 'holds the id of the method at the processor', brand: 'holds the brand of a card', last4: text },
  },
  customer_credits: { rows: own, columns: { kind: NAME, source: 'holds ids of ours', currency: CURRENCY, note: text } },
  credit_balances: { rows: own, columns: { currency: CURRENCY } },
  ledger_postings: { rows: own, columns: { account: NAME, currency: CURRENCY } },
  refunds: {
    rows: own,
    columns: {
      status: NAME,
      reason: NAME,
      failure_reason: NAME,
      currency: CURRENCY,
      comment: text,
      metadata: note,
      idempotency_key: 'holds a key of ours',
    },
  },
  disputes: {
    rows: own,
    columns: {
      processor: NAME,
      reference: 'holds the id of the dispute at the processor',
      status: NAME,
      currency: CURRENCY,
      reason: 'holds the code of the bank',
    },
  },
  invoices: {
    rows: own,
    columns: {
      kind: NAME,
      number: NUMBER,
      series: 'holds the name of a series',
      currency: CURRENCY,
      language: LANGUAGE,
      content: 'holds what the document states, taken from its order and the email of the customer: the flow of the test issues one',
    },
  },
  tax_records: {
    rows: of('order_id', 'orders'),
    columns: {
      kind: NAME,
      engine: NAME,
      reference: 'holds an id of ours',
      currency: CURRENCY,
      status: NAME,
      failure_reason: NAME,
      failure_detail: 'holds a sentence of the tax service about a calculation',
      calculation_id: 'holds an id of the tax service',
      transaction_id: 'holds an id of the tax service',
      line_id: 'holds an id of the tax service',
    },
  },
  benefit_grants: {
    rows: own,
    columns: {
      properties: (marker) => JSON.stringify({ account_id: marker }),
      benefit_properties: "holds the merchant's properties of the benefit",
      error: 'holds a sentence of ours about an error',
      chosen_account_id: text,
      attempted_access: (marker) => JSON.stringify({ account_id: marker }),
    },
  },
  license_keys: {
    rows: own,
    columns: { sealed_key: SECRET, key_digest: DIGEST, display_key: 'holds the end of a key of ours', status: NAME },
  },
  license_key_activations: { rows: of('license_key_id', 'license_keys'), columns: { label: text, conditions: note, meta: note } },
  linked_accounts: {
    rows: own,
    columns: {
      provider: NAME,
      account_id: text,
      account_name: text,
      sealed_access_token: 'holds a sealed secret of the customer',
      sealed_refresh_token: 'holds a sealed secret of the customer',
    },
  },
  customer_email_changes: { rows: own, columns: { email: (marker) => `${marker}@markers.example`, token_digest: DIGEST } },
  customer_session_codes: { rows: own, columns: { email: (marker) => `${marker}@markers.example`, code_digest: DIGEST } },
  customer_sessions: { rows: own, columns: { token_digest: DIGEST, verified_email: (marker) => `${marker}@markers.example` } },
  customer_email_returns: {
    rows: own,
    columns: { email: (marker) => `${marker}@markers.example`, replaced_by: (marker) => `${marker}@markers.example`, token_digest: DIGEST },
  },
  customer_meter_values: { rows: own, columns: { digest: DIGEST } },
  meter_credits: { rows: own, columns: { source: 'holds ids of ours' } },
  usage_alerts: {
    rows: own,
    columns: { name: "holds the merchant's name of an alert", metadata: "holds the merchant's notes on an alert" },
  },
  usage_events: {
    rows: own,
    columns: { name: 'holds the name of a kind of event', source: NAME, external_customer_id: text, external_id: text, metadata: note },
  },
  sandbox_methods: { rows: own, columns: { card: 'holds the number of a test card' } },
  stripe_customers: { rows: own, columns: { reference: 'holds the id of the customer at Stripe' } },
}
