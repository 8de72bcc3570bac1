import { type Buyer, buyerOver, type Sandbox, sandboxOver } from './buyer.ts'
import { type Disputes, disputesOver } from './disputes.ts'
import { type Entitlements, entitlementsOver } from './entitlements.ts'
import type { CallOptions, Http, Result } from './http.ts'
import type { Answer, Body, Query } from './operations.ts'
import { type Usage, usageOver } from './usage.ts'
import {
  type Create,
  type Deletable,
  type Editable,
  type Get,
  type List,
  type OfOrganization,
  type Remove,
  type Update,
  type Verbs,
  verbsOver,
} from './verbs.ts'

/** The calls for selling. Answers are camelCase; keys inside metadata, custom field data and properties are unchanged. */
export interface Billing extends Entitlements, Usage {
  readonly organizations: {
    readonly list: List<'organizations:list'>
    readonly get: Get<'organizations:get'>
    readonly update: Update<'organizations:update'>
    /** The settings by which the organization is paid. */
    readonly paymentSettings: OfOrganization<'payments:settings'>
    /** The settings by which the organization collects taxes. */
    readonly taxSettings: OfOrganization<'taxes:settings'>
    /** Changes how the organization collects taxes. */
    readonly updateTaxSettings: Update<'taxes:update_settings'>
    /** The steps that must be done before the organization takes real money. */
    readonly liveMode: OfOrganization<'live-mode:get'>
    /** Makes the organization live, for good. */
    readonly activateLiveMode: (
      id: string,
      body: Body<'live-mode:activate'>,
      options?: CallOptions,
    ) => Promise<Result<Answer<'live-mode:activate'>>>
  }
  /** Figures of ranges of days, and how long a range may be. */
  readonly metrics: {
    readonly get: List<'metrics:get'>
    readonly limits: List<'metrics:limits'>
  }
  readonly benefits: Deletable<'benefits'>
  readonly discounts: Deletable<'discounts'>
  readonly subscriptions: {
    readonly list: List<'subscriptions:list'>
    readonly get: Get<'subscriptions:get'>
    /** Changes the product or the discount, cancels for the end of the period, takes that back, or revokes. */
    readonly update: Update<'subscriptions:update'>
    /** The effect of a change, and what it would bill. Nothing is changed. */
    readonly preview: (
      change: Body<'subscriptions:preview'> & { readonly id: string },
      options?: CallOptions,
    ) => Promise<Result<Answer<'subscriptions:preview'>>>
  }
  readonly disputes: Disputes
  /** The records of orders at a tax service. */
  readonly taxRecords: { readonly list: List<'tax_records:list'>; readonly get: Get<'tax_records:get'> }
  readonly refunds: { readonly list: List<'refunds:list'>; readonly create: Create<'refunds:create'> }
  readonly checkoutLinks: Deletable<'checkout-links'>
  readonly customFields: Deletable<'custom-fields'>
  readonly files: {
    readonly list: List<'files:list'>
    readonly create: Create<'files:create'>
    readonly update: Update<'files:update'>
    readonly delete: Remove
    /** Completes an upload after its parts were sent to their addresses. */
    readonly complete: (id: string, sent: Body<'files:uploaded'>, options?: CallOptions) => Promise<Result<Answer<'files:uploaded'>>>
    /** An address from which the file is downloaded. */
    readonly download: (id: string, options?: CallOptions) => Promise<Result<Answer<'files:download'>>>
  }
  readonly products: Editable<'products'> & {
    /** Replaces the benefits of the product with this id, in the order of the body. */
    readonly updateBenefits: (
      id: string,
      body: Body<'products:update_benefits'>,
      options?: CallOptions,
    ) => Promise<Result<Answer<'products:update_benefits'>>>
  }
  readonly checkouts: {
    readonly list: List<'checkouts:list'>
    readonly get: Get<'checkouts:get'>
    readonly create: Create<'checkouts:create'>
    readonly update: Update<'checkouts:update'>
    /** The numbers of the checkouts of an organization that reached each step; `organizationId` is that of the path. */
    readonly funnel: OfOrganization<'checkouts:funnel'>
    readonly client: Buyer
  }
  readonly customers: Deletable<'customers'> & {
    /** Deletes a customer and erases its personal data. */
    readonly anonymize: Remove
    /** The payment methods that a customer has saved, the default first. */
    readonly paymentMethods: Get<'customers:list_payment_methods'>
    readonly removePaymentMethod: (
      key: { readonly customerId: string; readonly id: string },
      options?: CallOptions,
    ) => Promise<Result<Answer<'customers:remove_payment_method'>>>
    /** The credit of a customer, and a page of its changes. */
    readonly credits: (
      query: Query<'customers:list_credits'> & { readonly customerId: string },
      options?: CallOptions,
    ) => Promise<Result<Answer<'customers:list_credits'>>>
    readonly giveCredit: Update<'customers:give_credit'>
    /** Removes an external id that was taken over from a purchase with a typed address. */
    readonly removeExternalId: (id: string, options?: CallOptions) => Promise<Result<Answer<'customers:remove_external_id'>>>
  }
  readonly orders: {
    readonly list: List<'orders:list'>
    readonly get: Get<'orders:get'>
    /** The receipt of an order as it is emailed. */
    readonly receiptEmail: Get<'orders:receipt_email'>
    readonly retryPayment: (id: string, options?: CallOptions) => Promise<Result<Answer<'orders:retry_payment'>>>
    readonly void: (id: string, options?: CallOptions) => Promise<Result<Answer<'orders:void'>>>
    readonly update: Update<'orders:update'>
    /** Generates the invoice of a paid order, once. */
    readonly generateInvoice: (id: string, options?: CallOptions) => Promise<Result<Answer<'orders:generate_invoice'>>>
    readonly sendReceiptEmail: (id: string, options?: CallOptions) => Promise<Result<Answer<'orders:send_receipt_email'>>>
  }
  readonly books: {
    /** The books of an organization in a month. */
    readonly get: OfOrganization<'books:get'>
  }
  /** Invoices and credit notes. */
  readonly invoices: {
    readonly list: List<'invoices:list'>
    readonly get: Get<'invoices:get'>
    readonly download: Get<'invoices:download'>
  }
  readonly payments: { readonly list: List<'payments:list'>; readonly get: Get<'payments:get'> }
  readonly ledgerEntries: {
    readonly list: List<'ledger:list_entries'>
    /** The balance of each account in each currency. */
    readonly balances: OfOrganization<'ledger:list_balances'>
  }
  readonly webhookEndpoints: {
    readonly list: List<'webhooks:list_webhook_endpoints'>
    readonly get: Get<'webhooks:get_webhook_endpoint'>
    readonly create: Create<'webhooks:create_webhook_endpoint'>
    readonly update: Update<'webhooks:update_webhook_endpoint'>
    readonly delete: Remove
    /** Sends a sample of an event, once. */
    readonly sendSample: Update<'webhooks:send_webhook_sample'>
    /** Sends the events since a time again. */
    readonly redeliverSince: Update<'webhooks:redeliver_webhook_events_since'>
  }
  readonly webhookEvents: {
    readonly list: List<'webhooks:list_webhook_events'>
  }
  readonly webhookDeliveries: {
    readonly list: List<'webhooks:list_webhook_deliveries'>
    /** Sends an event again, by the event's id. */
    readonly redeliver: (eventId: string, options?: CallOptions) => Promise<Result<Answer<'webhooks:redeliver_webhook_event'>>>
  }
  /** The calls that were made with access tokens, newest first, and what their log records. */
  readonly apiCalls: {
    readonly list: List<'api_calls:list'>
    readonly get: Get<'api_calls:get'>
    readonly settings: OfOrganization<'api_calls:get_settings'>
    readonly updateSettings: (
      change: Body<'api_calls:update_settings'> & { readonly organizationId: string },
      options?: CallOptions,
    ) => Promise<Result<Answer<'api_calls:update_settings'>>>
  }
  readonly organizationAccessTokens: {
    readonly list: List<'organization-access-tokens:list'>
    readonly create: Create<'organization-access-tokens:create'>
    readonly update: Update<'organization-access-tokens:update'>
    readonly delete: Remove
  }
  readonly testClocks: {
    readonly list: List<'test-clocks:list'>
    readonly create: Create<'test-clocks:create'>
    /** Advances the test clock with this id; the answer comes before it has. */
    readonly advance: Update<'test-clocks:advance'>
    /** The events since the test clock `clockId` was created, newest first. */
    readonly timeline: (
      query: Query<'test-clocks:timeline'> & { readonly clockId: string },
      options?: CallOptions,
    ) => Promise<Result<Answer<'test-clocks:timeline'>>>
  }
  readonly sandbox: Sandbox
}

/** Creates the calls over one `Http`. */
export function createBilling(http: Http, baseUrl = ''): Billing {
  const verbs = verbsOver(http)
  const { call, one, get, list, ofOrganization, create, update, remove, editable, deletable } = verbs

  return {
    organizations: {
      list: list('/organizations/'),
      get: get('/organizations/'),
      update: update('/organizations/'),
      paymentSettings: ofOrganization('/payment-settings'),
      liveMode: ofOrganization('/live-mode'),
      activateLiveMode: (id, body, options) => call('POST', `${one('/organizations/', id)}/live-mode`, { body, options }),
      taxSettings: ofOrganization('/tax-settings'),
      updateTaxSettings: (id, body, options) => call('PATCH', `${one('/organizations/', id)}/tax-settings`, { body, options }),
    },
    ...usageOver(verbs),
    metrics: { get: list('/metrics/'), limits: list('/metrics/limits') },
    benefits: deletable('/benefits/'),
    ...entitlementsOver(verbs),
    discounts: deletable('/discounts/'),
    subscriptions: {
      list: list('/subscriptions/'),
      get: get('/subscriptions/'),
      update: update('/subscriptions/'),
      preview: ({ id, ...body }, options) => call('POST', `${one('/subscriptions/', id)}/preview`, { body, options }),
    },
    books: { get: ofOrganization('/books') },
    invoices: invoicesOver(verbs),
    disputes: disputesOver(verbs),
    taxRecords: { list: list('/tax-records/'), get: get('/tax-records/') },
    refunds: { list: list('/refunds/'), create: create('/refunds/') },
    checkoutLinks: deletable('/checkout-links/'),
    customFields: deletable('/custom-fields/'),
    files: filesOver(verbs),
    products: {
      ...editable<'products'>('/products/'),
      updateBenefits: (id, body, options) => call('POST', `${one('/products/', id)}/benefits`, { body, options }),
    },
    checkouts: {
      ...editable<'checkouts'>('/checkouts/'),
      funnel: ofOrganization('/checkout-funnel'),
      client: buyerOver(verbs, baseUrl),
    },
    customers: customersOver(verbs),
    orders: ordersOver(verbs),
    payments: { list: list('/payments/'), get: get('/payments/') },
    ledgerEntries: { list: list('/ledger/entries'), balances: ofOrganization('/balances') },
    ...webhooksOver(verbs),
    organizationAccessTokens: {
      list: list('/organization-access-tokens/'),
      create: create('/organization-access-tokens/'),
      update: update('/organization-access-tokens/'),
      delete: remove('/organization-access-tokens/'),
    },
    ...testModeOver(verbs),
    apiCalls: apiCallsOver(verbs),
  }
}

const customersOver = ({ call, one, deletable }: Verbs): Billing['customers'] => ({
  ...deletable<'customers'>('/customers/'),
  anonymize: (id, options) => call('DELETE', one('/customers/', id), { query: { anonymize: true }, options }),
  paymentMethods: (id, options) => call('GET', `${one('/customers/', id)}/payment-methods`, { options }),
  removePaymentMethod: ({ customerId, id }, options) =>
    call('DELETE', one(`${one('/customers/', customerId)}/payment-methods/`, id), { options }),
  credits: ({ customerId, ...query }, options) => call('GET', `${one('/customers/', customerId)}/credits`, { query, options }),
  giveCredit: (id, body, options) => call('POST', `${one('/customers/', id)}/credits`, { body, options }),
  removeExternalId: (id, options) => call('DELETE', `${one('/customers/', id)}/external-id`, { options }),
})

const invoicesOver = ({ call, one, list, get }: Verbs): Billing['invoices'] => ({
  list: list('/invoices/'),
  get: get('/invoices/'),
  download: (id, options) => call('GET', `${one('/invoices/', id)}/download`, { options }),
})

const ordersOver = ({ call, one, list, get, update }: Verbs): Billing['orders'] => ({
  list: list('/orders/'),
  get: get('/orders/'),
  receiptEmail: (id, options) => call('GET', `${one('/orders/', id)}/receipt-email`, { options }),
  update: update('/orders/'),
  generateInvoice: (id, options) => call('POST', `${one('/orders/', id)}/invoice`, { options }),
  sendReceiptEmail: (id, options) => call('POST', `${one('/orders/', id)}/receipt-email`, { options }),
  retryPayment: (id, options) => call('POST', `${one('/orders/', id)}/retry-payment`, { options }),
  void: (id, options) => call('POST', `${one('/orders/', id)}/void`, { options }),
})

const apiCallsOver = ({ call, one, list, get, ofOrganization }: Verbs): Billing['apiCalls'] => ({
  list: list('/api-calls/'),
  get: get('/api-calls/'),
  settings: ofOrganization('/api-call-settings'),
  updateSettings: ({ organizationId, ...body }, options) =>
    call('PATCH', `${one('/organizations/', organizationId)}/api-call-settings`, { body, options }),
})

const filesOver = ({ call, one, list, create, update, remove }: Verbs): Billing['files'] => ({
  list: list('/files/'),
  create: create('/files/'),
  update: update('/files/'),
  delete: remove('/files/'),
  complete: (id, body, options) => call('POST', `${one('/files/', id)}/uploaded`, { body, options }),
  download: (id, options) => call('GET', `${one('/files/', id)}/download`, { options }),
})

/** The calls that only test merchants have. */
const testModeOver = (verbs: Verbs): Pick<Billing, 'testClocks' | 'sandbox'> => ({
  testClocks: {
    list: verbs.list('/test-clocks/'),
    create: verbs.create('/test-clocks/'),
    advance: (id, body, options) => verbs.call('POST', `${verbs.one('/test-clocks/', id)}/advance`, { body, options }),
    timeline: ({ clockId, ...query }, options) => verbs.call('GET', `${verbs.one('/test-clocks/', clockId)}/timeline`, { query, options }),
  },
  sandbox: sandboxOver(verbs),
})

type Webhooks = Pick<Billing, 'webhookEndpoints' | 'webhookEvents' | 'webhookDeliveries'>

const webhooksOver = ({ call, one, get, list, create, update, remove }: Verbs): Webhooks => ({
  webhookEndpoints: {
    list: list('/webhooks/endpoints'),
    get: get('/webhooks/endpoints/'),
    create: create('/webhooks/endpoints'),
    update: update('/webhooks/endpoints/'),
    delete: remove('/webhooks/endpoints/'),
    sendSample: (id, body, options) => call('POST', `${one('/webhooks/endpoints/', id)}/sample`, { body, options }),
    redeliverSince: (id, body, options) => call('POST', `${one('/webhooks/endpoints/', id)}/redeliver`, { body, options }),
  },
  webhookEvents: { list: list('/webhooks/events') },
  webhookDeliveries: {
    list: list('/webhooks/deliveries'),
    redeliver: (id, options) => call('POST', `${one('/webhooks/events/', id)}/redeliver`, { options }),
  },
})
