import { type Buyer, buyerOver, type Sandbox, sandboxOver } from './buyer.ts'
import type { Checkout, CheckoutCreate, CheckoutStatus, CheckoutUpdate } from './checkout-types.ts'
import type { CallOptions, Http, Result } from './http.ts'
import type { LedgerEntry } from './ledger-types.ts'
import type {
  AccessToken,
  AccessTokenCreate,
  CreatedAccessToken,
  Customer,
  Merchant,
  Order,
  Product,
  ProductCreate,
  ProductUpdate,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookEventStatus,
} from './types.ts'
import { type Create, type Get, type List, type Remove, type Update, verbsOver } from './verbs.ts'

interface OrganizationFilter {
  readonly organizationId?: string | readonly string[] | undefined
}
interface OrderQuery extends OrganizationFilter {
  readonly productId?: string | readonly string[] | undefined
  readonly customerId?: string | readonly string[] | undefined
  readonly checkoutId?: string | readonly string[] | undefined
}

/** `isLatest`: only the last attempt of each event. */
interface DeliveryQuery extends OrganizationFilter {
  readonly endpointId?: string | readonly string[] | undefined
  readonly eventId?: string | readonly string[] | undefined
  readonly eventType?: string | readonly string[] | undefined
  readonly eventStatus?: WebhookEventStatus | readonly WebhookEventStatus[] | undefined
  readonly isLatest?: boolean | undefined
}

/** The calls for selling. Answers are camelCase; keys inside metadata, custom field data and properties are unchanged. */
export interface Billing {
  readonly organizations: { readonly list: List<Merchant, { readonly slug?: string | undefined }>; readonly get: Get<Merchant> }
  readonly products: {
    readonly list: List<Product, OrganizationFilter & { readonly query?: string | undefined; readonly isArchived?: boolean | undefined }>
    readonly get: Get<Product>
    readonly create: Create<Product, ProductCreate>
    readonly update: Update<Product, ProductUpdate>
  }
  readonly checkouts: {
    readonly list: List<
      Checkout,
      OrganizationFilter & {
        readonly productId?: string | undefined
        readonly customerId?: string | undefined
        readonly status?: CheckoutStatus | readonly CheckoutStatus[] | undefined
        readonly query?: string | undefined
      }
    >
    readonly get: Get<Checkout>
    readonly create: Create<Checkout, CheckoutCreate>
    readonly update: Update<Checkout, CheckoutUpdate>
    readonly client: Buyer
  }
  readonly customers: {
    readonly list: List<Customer, OrganizationFilter & { readonly query?: string | undefined; readonly email?: string | undefined }>
    readonly get: Get<Customer>
  }
  readonly orders: { readonly list: List<Order, OrderQuery>; readonly get: Get<Order> }
  readonly ledgerEntries: {
    readonly list: List<LedgerEntry, OrganizationFilter & { readonly orderId?: string | readonly string[] | undefined }>
  }
  readonly webhookEndpoints: {
    readonly list: List<WebhookEndpoint, OrganizationFilter>
    readonly get: Get<WebhookEndpoint>
    readonly create: Create<WebhookEndpoint, WebhookEndpointCreate>
    readonly update: Update<WebhookEndpoint, WebhookEndpointUpdate>
    readonly delete: Remove
  }
  readonly webhookDeliveries: {
    readonly list: List<WebhookDelivery, DeliveryQuery>
    /** Sends an event again, by the event's id. */
    readonly redeliver: (eventId: string, options?: CallOptions) => Promise<Result<unknown>>
  }
  readonly organizationAccessTokens: {
    readonly list: List<AccessToken, OrganizationFilter>
    readonly create: Create<CreatedAccessToken, AccessTokenCreate>
    readonly update: Update<AccessToken, { readonly comment?: string; readonly scopes?: readonly string[] }>
    readonly delete: Remove
  }
  readonly sandbox: Sandbox
}

/** Creates the calls over one `Http`. */
export function createBilling(http: Http, baseUrl = ''): Billing {
  const verbs = verbsOver(http)
  const { call, one, get, list, create, update, remove } = verbs

  return {
    organizations: { list: list('/organizations/'), get: get('/organizations/') },
    products: { list: list('/products/'), get: get('/products/'), create: create('/products/'), update: update('/products/') },
    checkouts: {
      list: list('/checkouts/'),
      get: get('/checkouts/'),
      create: create('/checkouts/'),
      update: update('/checkouts/'),
      client: buyerOver(verbs, baseUrl),
    },
    customers: { list: list('/customers/'), get: get('/customers/') },
    orders: { list: list('/orders/'), get: get('/orders/') },
    ledgerEntries: { list: list('/ledger/entries') },
    webhookEndpoints: {
      list: list('/webhooks/endpoints'),
      get: get('/webhooks/endpoints/'),
      create: create('/webhooks/endpoints'),
      update: update('/webhooks/endpoints/'),
      delete: remove('/webhooks/endpoints/'),
    },
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
