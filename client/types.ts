// The public names of the client's types. Their shapes are generated: wire.ts.
import type { Answer, Body, Query } from './operations.ts'
import type * as wire from './wire.ts'

export type {
  Account,
  Address,
  AdminOrganization,
  AdminOrganizationDetails,
  AdminOrganizationPage,
  AdminSession,
  AdminUserDetails,
  BasicUser,
  Benefit,
  BenefitCreate,
  BenefitGrant,
  BenefitType,
  Checkout,
  CheckoutCreate,
  CheckoutLink,
  CheckoutLinkCreate,
  CheckoutLinkUpdate,
  CheckoutProduct,
  CheckoutStatus,
  CheckoutUpdate,
  Connection,
  Customer,
  CustomerCreate,
  CustomerCredit,
  CustomerCreditChange,
  CustomerMeter,
  CustomerUpdate,
  CustomField,
  CustomFieldCreate,
  CustomFieldType,
  Discount,
  DiscountCreate,
  DiscountDuration,
  DiscountType,
  DiscountUpdate,
  Dispute,
  EventImport,
  FileRead,
  FileUpload,
  FullOrganization,
  Invitation,
  InvitationPreview,
  LedgerEntry,
  LedgerPosting,
  LicenseKeyRead,
  LicenseKeyUpdate,
  LicenseKeyWithActivations,
  ListedSession,
  Member,
  MemberWithUser,
  Meter,
  MeterCreate,
  MeterQuantities,
  MeterUpdate,
  MetricPeriod,
  MetricsResponse,
  MetricsTotals,
  Order,
  OrganizationRole,
  Payment,
  Product,
  ProductCreate,
  ProductUpdate,
  ProviderId,
  ProviderSummary,
  RecipientInvitation,
  Refund,
  SavedPaymentMethod,
  Session,
  SessionAndUser,
  SignInOptions,
  Subscription,
  SubscriptionPreview,
  TaxRecord,
  Team,
  TestClock,
  TestClockAdvance,
  TestClockTimelineEntry,
  UsageAlert,
  UsageAlertCreate,
  UsageAlertTrigger,
  UsageAlertUpdate,
  User,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookEvent,
  WebhookEventType,
} from './wire.ts'

/** A page of a list below /v1. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly pagination: wire.Pagination
}
/** The query of a list below /v1: `page` from 1, `limit` from 1 to 100; `sorting` has field names, with a leading `-` for descending. */
export interface ListQuery {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly sorting?: readonly string[] | undefined
}

// Selling.
/** A picture of a product. */
export type ProductMedia = wire.ProductMediaFileRead
/** The changes of a custom field, which repeat its type. */
export type CustomFieldUpdate = Body<'custom-fields:update'>
/** The changes of a benefit, which repeat its type. */
export type BenefitUpdate = Body<'benefits:update'>
export type Metadata = wire.Product['metadata']
/** An organization as a seller. */
export type Merchant = wire.Organization
export type MerchantUpdate = wire.OrganizationUpdate
export type Price = wire.ProductPrice
export type FixedPrice = wire.ProductPriceFixed
export type CustomPrice = wire.ProductPriceCustom
export type FreePrice = wire.ProductPriceFree
export type MeteredPrice = wire.ProductPriceMeteredUnit
/** An event of a customer: what was used, or what has happened to a meter. */
export type UsageEvent = wire.Event
export type EventSource = wire.EventSource
/** A value of the metadata of an event: a scalar, or an object of such values. */
export type EventValue = wire.EventMetadata[string]
/** The events that a meter counts: clauses, and groups of them. */
export type EventFilter = wire.Filter
export type EventFilterClause = wire.FilterClause
export type Aggregation = wire.Meter['aggregation']
export type OrderItem = wire.OrderItemSchema
/** A checkout as returned to the buyer's page, by its client secret. */
export type PublicCheckout = wire.CheckoutPublic
export type PublicCheckoutUpdate = wire.CheckoutUpdatePublic
export type CheckoutConfirm = wire.CheckoutConfirmStripe
/** The answer to a confirm: the session token gives access to the customer's portal. */
export type ConfirmedCheckout = wire.CheckoutPublicConfirmed
/** A scope of an access token. */
export type TokenScope = wire.AvailableScope
export type WebhookEventStatus = wire.WebhookEvent['status']
export type AccessToken = wire.OrganizationAccessToken
export type AccessTokenCreate = wire.OrganizationAccessTokenCreate
/** The only time that the secret is shown. */
export type CreatedAccessToken = wire.OrganizationAccessTokenCreateResponse

// A user's own account.
/** `token` is null when the email must be verified before the first sign-in. */
export type SignUp = Answer<'auth:sign-up-email'>
export type SignIn = Answer<'auth:sign-in-email'>
export type SignInByUsername = Answer<'auth:sign-in-username'>
/** An access token for a provider's API on behalf of the user. */
export type ProviderAccess = Answer<'auth:get-access-token'>
/** All tokens of an account after a refresh. */
export type ProviderTokens = Answer<'auth:refresh-token'>
/** The answer to an account deletion: the account is deleted, or a confirmation link was emailed. */
export type DeleteUserResult = Answer<'auth:delete-user'>
/** An entry of the user's own audit log. */
export type AuditEntry = wire.SecurityEntry
/** Entries, newest first. `nextBefore` is the cursor of the next page; null on the last. */
export type AuditPage = wire.SecurityEntryPage

// Organizations.
/** An organization as listed to its members. `metadata` is JSON text. */
export type Organization = wire.JoinedOrganization
/** An organization with its members: as created, `metadata` is an object; as the active one, JSON text. */
export type OrganizationWithMembers = wire.CreatedOrganization | wire.ActiveOrganization
/** The allowed actions by resource. */
export type Permissions = wire.OrganizationRole['permissions']
export type OrganizationAuditQuery = Query<'auth:organization-list-audit-entries'>
export type OrganizationAuditEntry = wire.AuditEntry
export type OrganizationAuditPage = wire.AuditEntryPage

// The administration of the platform.
export type AdminUserQuery = Query<'auth:admin-list-users'>
export type AdminHealth = wire.PlatformHealth
export type AdminOrganizationQuery = Query<'auth:admin-list-organizations'>
export type JobRow = wire.Job
export type EventRow = wire.DomainEvent
/** The filter of the platform's audit log. */
export type EntryFilter = Omit<Query<'auth:admin-list-audit-entries'>, 'limit' | 'before'>
export type PlatformEntry = wire.AuditEntry
export type AdminEmailSummary = wire.EmailSummary
export type AdminEmail = wire.EmailPreview

// Sign-in with providers.
/** The URL to open; with `redirect: true` the client navigates to it by itself. */
export type RedirectResult = Answer<'auth:link-social'>
export type SignInWithProvider = Omit<Body<'auth:sign-in-social'>, 'idToken'>
/** A sign-in with an id token that an app received from the provider. */
export type SignInWithIdToken = Body<'auth:sign-in-social'> & { readonly idToken: object }
export type SignInByIdToken = Extract<Answer<'auth:sign-in-social'>, { readonly token: string }>
/** The redirect targets: the default, for a new user, and after a failure (`?error=` names the reason). */
export type CallbackUrls = Pick<SignInWithProvider, 'callbackURL' | 'newUserCallbackURL' | 'errorCallbackURL'>
