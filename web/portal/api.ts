import { type Call, type CallOptions, createHttp, type Http, type Result } from '#client/http.ts'
import type { Answer, Body } from '#client/operations.ts'
import { verbsOver } from '#client/verbs.ts'

const PORTAL = '/customer-portal'
const ME = `${PORTAL}/customers/me`
const RETRY = { type: 'exponential', attempts: 2, baseDelay: 300, maxDelay: 1500 } as const

/** The providers whose accounts customers link. */
export type AccountProvider = 'discord' | 'github'

const open = verbsOver(createHttp({ retry: RETRY }))

/** The calls without a session. */
export const publicApi = {
  organization: open.get<'customer_portal:organizations:get'>(`${PORTAL}/organizations/`),
  requestCode: open.create<'customer_portal:customer_session:request_code'>(`${PORTAL}/customer-session/request`),
  redeemCode: open.create<'customer_portal:customer_session:authenticate'>(`${PORTAL}/customer-session/authenticate`),
  confirmEmail: open.create<'customer_portal:customers:verify_email_update'>(`${ME}/email-update/verify`),
  returnEmail: open.create<'customer_portal:customers:return_email'>(`${ME}/email-update/return`),
  deactivateKey: open.create<'customer_portal:license_keys:deactivate'>(`${PORTAL}/license-keys/deactivate`),
  answerAction: (secret: string, body: Body<'sandbox:resolve_action'>, options?: CallOptions) =>
    open.call<Answer<'sandbox:resolve_action'>>('POST', open.one('/sandbox/actions/', secret), { body, options }),
}

/** The calls of a session. `onExpired` is called when the server does not accept its token any longer. */
export function createPortalApi(token: string, onExpired: () => void) {
  const inner = createHttp({ token, retry: RETRY })
  const http: Http = {
    call: async <T>(request: Call): Promise<Result<T>> => {
      const result = await inner.call<T>(request)
      if (result.error?.status === 401) onExpired()
      return result
    },
  }
  const { call, one, get, list, create, update, remove } = verbsOver(http)
  return {
    /** Ends the session on the server; one that has ended there already is not reported as expired. */
    endSession: () => verbsOver(inner).call<null>('DELETE', `${PORTAL}/customer-session`, {}),
    me: () => call<Answer<'customer_portal:customers:get'>>('GET', ME, {}),
    updateMe: (body: Body<'customer_portal:customers:update'>) => call<Answer<'customer_portal:customers:update'>>('PATCH', ME, { body }),
    changeEmail: create<'customer_portal:customers:request_email_update'>(`${ME}/email-update/request`),
    requestErasure: () => call<Answer<'customer_portal:customers:request_erasure'>>('POST', `${ME}/erasure`, {}),
    methods: () =>
      call<Answer<'customer_portal:customers:list_payment_methods'>>('GET', `${ME}/payment-methods`, { query: { limit: 100 } }),
    addMethod: (body: Body<'customer_portal:customers:add_payment_method'>, options?: CallOptions) =>
      call<Answer<'customer_portal:customers:add_payment_method'>>('POST', `${ME}/payment-methods`, { body, options }),
    removeMethod: remove(`${ME}/payment-methods/`),
    preferMethod: (id: string) =>
      call<Answer<'customer_portal:customers:set_default_payment_method'>>('POST', `${one(`${ME}/payment-methods/`, id)}/default`, {}),
    orders: list<'customer_portal:orders:list'>(`${PORTAL}/orders/`),
    order: get<'customer_portal:orders:get'>(`${PORTAL}/orders/`),
    updateOrder: update<'customer_portal:orders:update'>(`${PORTAL}/orders/`),
    documents: (id: string) => call<Answer<'customer_portal:orders:documents'>>('GET', `${one(`${PORTAL}/orders/`, id)}/documents`, {}),
    generateInvoice: (id: string) =>
      call<Answer<'customer_portal:orders:generate_invoice'>>('POST', `${one(`${PORTAL}/orders/`, id)}/invoice`, {}),
    downloadDocument: (id: string) =>
      call<Answer<'customer_portal:documents:download'>>('GET', `${one(`${PORTAL}/documents/`, id)}/download`, {}),
    paymentStatus: (id: string) =>
      call<Answer<'customer_portal:orders:get_payment_status'>>('GET', `${one(`${PORTAL}/orders/`, id)}/payment-status`, {}),
    payOrder: (id: string, body: Body<'customer_portal:orders:confirm_retry_payment'>, options?: CallOptions) =>
      call<Answer<'customer_portal:orders:confirm_retry_payment'>>('POST', `${one(`${PORTAL}/orders/`, id)}/confirm-payment`, {
        body,
        options,
      }),
    subscriptions: list<'customer_portal:subscriptions:list'>(`${PORTAL}/subscriptions/`),
    subscription: get<'customer_portal:subscriptions:get'>(`${PORTAL}/subscriptions/`),
    updateSubscription: update<'customer_portal:subscriptions:update'>(`${PORTAL}/subscriptions/`),
    preview: (id: string, body: Body<'customer_portal:subscriptions:preview'>) =>
      call<Answer<'customer_portal:subscriptions:preview'>>('POST', `${one(`${PORTAL}/subscriptions/`, id)}/preview`, { body }),
    meters: list<'customer_portal:customer_meters:list'>(`${PORTAL}/meters/`),
    grants: () => call<Answer<'customer_portal:benefit-grants:list'>>('GET', `${PORTAL}/benefit-grants/`, { query: { limit: 100 } }),
    keys: list<'customer_portal:license_keys:list'>(`${PORTAL}/license-keys/`),
    key: get<'customer_portal:license_keys:get'>(`${PORTAL}/license-keys/`),
    downloads: list<'customer_portal:downloadables:list'>(`${PORTAL}/downloadables/`),
    linkAccount: (provider: AccountProvider) =>
      call<Answer<'customer_portal:linked_accounts:authorize_discord'>>('POST', `${PORTAL}/linked-accounts/${provider}/authorize`, {}),
    unlinkAccount: (provider: AccountProvider) => call<null>('DELETE', `${PORTAL}/linked-accounts/${provider}`, {}),
  }
}

export type PortalApi = ReturnType<typeof createPortalApi>
export type Customer = Answer<'customer_portal:customers:get'>
export type PortalOrganization = Answer<'customer_portal:organizations:get'>
export type Subscription = Answer<'customer_portal:subscriptions:get'>
export type Order = Answer<'customer_portal:orders:get'>
export type CustomerMeters = Answer<'customer_portal:customer_meters:list'>
export type LicenseKey = Answer<'customer_portal:license_keys:list'>['items'][number]
export type PaymentMethod = Answer<'customer_portal:customers:list_payment_methods'>['items'][number]
export type PaymentStatus = Answer<'customer_portal:orders:get_payment_status'>
export type Preview = Answer<'customer_portal:subscriptions:preview'>
