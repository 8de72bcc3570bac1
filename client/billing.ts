import { type Buyer, buyerOver, type Sandbox, sandboxOver } from './buyer.ts'
import type { CallOptions, Http, Result } from './http.ts'
import type { Answer, Body } from './operations.ts'
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
export interface Billing {
  readonly organizations: {
    readonly list: List<'organizations:list'>
    readonly get: Get<'organizations:get'>
    readonly update: Update<'organizations:update'>
    /** How the organization is paid. */
    readonly paymentSettings: OfOrganization<'payments:settings'>
  }
  readonly meters: Editable<'meters'>
  readonly benefits: Deletable<'benefits'>
  readonly discounts: Deletable<'discounts'>
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
    /** How many of the checkouts of an organization came how far; `organizationId` is that of the path. */
    readonly funnel: OfOrganization<'checkouts:funnel'>
    readonly client: Buyer
  }
  readonly customers: Deletable<'customers'> & {
    /** Deletes a customer and erases its personal data. */
    readonly anonymize: Remove
  }
  readonly orders: { readonly list: List<'orders:list'>; readonly get: Get<'orders:get'> }
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
  }
  readonly webhookEvents: {
    readonly list: List<'webhooks:list_webhook_events'>
  }
  readonly webhookDeliveries: {
    readonly list: List<'webhooks:list_webhook_deliveries'>
    /** Sends an event again, by the event's id. */
    readonly redeliver: (eventId: string, options?: CallOptions) => Promise<Result<Answer<'webhooks:redeliver_webhook_event'>>>
  }
  readonly organizationAccessTokens: {
    readonly list: List<'organization-access-tokens:list'>
    readonly create: Create<'organization-access-tokens:create'>
    readonly update: Update<'organization-access-tokens:update'>
    readonly delete: Remove
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
    },
    meters: editable('/meters/'),
    benefits: deletable('/benefits/'),
    discounts: deletable('/discounts/'),
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
    customers: {
      ...deletable<'customers'>('/customers/'),
      anonymize: (id, options) => call('DELETE', one('/customers/', id), { query: { anonymize: true }, options }),
    },
    orders: { list: list('/orders/'), get: get('/orders/') },
    payments: { list: list('/payments/'), get: get('/payments/') },
    ledgerEntries: { list: list('/ledger/entries'), balances: ofOrganization('/balances') },
    webhookEndpoints: {
      list: list('/webhooks/endpoints'),
      get: get('/webhooks/endpoints/'),
      create: create('/webhooks/endpoints'),
      update: update('/webhooks/endpoints/'),
      delete: remove('/webhooks/endpoints/'),
    },
    webhookEvents: { list: list('/webhooks/events') },
    webhookDeliveries: {
      list: list('/webhooks/deliveries'),
      redeliver: (id, options) => call('POST', `${one('/webhooks/events/', id)}/redeliver`, { options }),
    },
    organizationAccessTokens: {
      list: list('/organization-access-tokens/'),
      create: create('/organization-access-tokens/'),
      update: update('/organization-access-tokens/'),
      delete: remove('/organization-access-tokens/'),
    },
    sandbox: sandboxOver(verbs),
  }
}

const filesOver = ({ call, one, list, create, update, remove }: Verbs): Billing['files'] => ({
  list: list('/files/'),
  create: create('/files/'),
  update: update('/files/'),
  delete: remove('/files/'),
  complete: (id, body, options) => call('POST', `${one('/files/', id)}/uploaded`, { body, options }),
  download: (id, options) => call('GET', `${one('/files/', id)}/download`, { options }),
})
