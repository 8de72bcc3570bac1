import { type BusinessDetails, NO_BUSINESS_DETAILS } from './business-details.ts'
import { DEFAULT_DISPUTE_SETTINGS, type DisputeSettings } from './dispute-settings.ts'
import { DEFAULT_PORTAL_SETTINGS, type PortalSettings } from './portal-settings.ts'
import { DEFAULT_SUBSCRIPTION_SETTINGS, type SubscriptionSettings } from './subscription-settings.ts'
import { DEFAULT_TAX_SETTINGS, type TaxSettings } from './tax-settings.ts'

export { type BusinessDetails, missingBusinessDetails, NO_BUSINESS_DETAILS } from './business-details.ts'
export type { ProrationBehavior, SubscriptionEmails, SubscriptionSettings } from './subscription-settings.ts'
export {
  DEFAULT_TAX_SETTINGS,
  ONE_STOP_SHOP,
  type OwnTaxRate,
  type ServiceEngineName,
  type TaxEngineName,
  type TaxRegistration,
  type TaxSettings,
  taxBehaviors,
  taxEngineOf,
  taxEngines,
} from './tax-settings.ts'

/** Test merchants sell through the sandbox processor and can move their clock; live ones take real money. It changes once, to `live`. */
export type Mode = 'test' | 'live'

export const socialPlatforms = ['x', 'github', 'facebook', 'instagram', 'youtube', 'tiktok', 'linkedin', 'other'] as const

export interface SocialLink {
  readonly platform: (typeof socialPlatforms)[number]
  readonly url: string
}

/** The currency of a merchant that has not chosen one. */
export const DEFAULT_CURRENCY = 'usd'
/** The IANA zone of a merchant that never named one. */
export const DEFAULT_TIMEZONE = 'UTC'

/** Stored and returned for published clients; they have no effect. */
export interface FeatureSettings {
  readonly issueFundingEnabled: boolean
  readonly usageBasedBillingEnabled: boolean
}

/** The series of the numbers of invoices: of the organization for all of them, or of each customer for their own. */
export const invoiceSeries = ['organization', 'customer'] as const

/** The numbering of invoices: `INV-0001`, with the year `INV-2026-0001`, per customer `INV-7K2P9Q-0001`. */
export interface InvoiceSettings {
  /** Upper-case letters and digits, 1 to 12. */
  readonly prefix: string
  readonly series: (typeof invoiceSeries)[number]
  readonly restartsYearly: boolean
}

/** The details that the merchant submitted about the business, stored as sent. */
export type Details = Readonly<Record<string, unknown>>

/** An organization as a seller; it has the id of the organization in /api/auth. Times are UTC. */
export interface Merchant {
  readonly id: string
  /** Name, slug and avatar are stored on the organization; the avatar is its logo. */
  readonly name: string
  readonly slug: string
  readonly avatarUrl: string | null
  readonly email: string | null
  readonly website: string | null
  readonly socials: readonly SocialLink[]
  readonly details: Details | null
  readonly detailsSubmittedAt: Date | null
  readonly featureSettings: FeatureSettings | null
  readonly subscriptionSettings: SubscriptionSettings
  readonly portalSettings: PortalSettings
  readonly disputeSettings: DisputeSettings
  readonly mode: Mode
  /** Lower-case ISO 4217; the currency of a price that names none. */
  readonly defaultCurrency: string
  /** IANA name of the zone that billing months are counted in; a subscription keeps the zone it started with. */
  readonly billingTimezone: string
  readonly invoiceSettings: InvoiceSettings
  readonly businessDetails: BusinessDetails
  readonly taxSettings: TaxSettings
  /** The origins of the pages that may frame a checkout, lower-case: `https://shop.example`. Empty: of every page. */
  readonly allowedEmbedOrigins: readonly string[]
  /** The merchant's colour on the checkout page, `#1f6feb`; null: the colour of Guildhall. */
  readonly accentColor: string | null
  /** The name on the statements of buyers' cards, 5 to 22 letters, digits, spaces, `.`, `&` and `-`; null until it is set. */
  readonly statementName: string | null
  /** Where the merchant's time stands still, by its test clock; null where it lives in the server's time. Its test clock alone changes it. */
  readonly frozenAt: Date | null
  /** Until when nothing is sold, because the organization is being deleted; null where it is not. */
  readonly closedUntil: Date | null
  /** Since when the operator lets it take no payment (rule C8), in the server's time; null where it may. */
  readonly blockedAt: Date | null
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** Whether nothing is sold at this time. */
export function isClosed({ closedUntil }: Pick<Merchant, 'closedUntil'>, now: Date): boolean {
  return closedUntil !== null && now.getTime() < closedUntil.getTime()
}

/** The sentence that a buyer reads where the merchant is blocked. */
export const BLOCKED_SENTENCE = 'This shop cannot take payments at the moment.'

/** Whether the operator lets the merchant take no payment (rule C8). */
export function isBlocked({ blockedAt }: Pick<Merchant, 'blockedAt'>): boolean {
  return blockedAt !== null
}

/** Whether a checkout may be framed by a page of this origin (rule C18). */
export function mayEmbed({ allowedEmbedOrigins }: Pick<Merchant, 'allowedEmbedOrigins'>, origin: string): boolean {
  return allowedEmbedOrigins.length === 0 || allowedEmbedOrigins.includes(origin.toLowerCase())
}

/** The settings that decide which pages may frame a checkout without an origin of its own. */
export type EmbedSettings = Pick<Merchant, 'allowedEmbedOrigins' | 'website'>

/**
 * Whether a page of this origin may frame the checkout of a link, which names its origin itself: one of the merchant's list, or without a list
 * one of the merchant's own pages: its website, and the page after the purchase.
 */
export function mayEmbedLink({ allowedEmbedOrigins, website }: EmbedSettings, successUrl: string | null, origin: string): boolean {
  const own = [website, successUrl].flatMap((url) => (url !== null && URL.canParse(url) ? [new URL(url).origin] : []))
  return (allowedEmbedOrigins.length === 0 ? own : allowedEmbedOrigins).includes(origin.toLowerCase())
}

/** The fields of a merchant that are not stored on the organization. */
export type Profile = Omit<Merchant, 'name' | 'slug' | 'avatarUrl'>

/** The default profile of a new organization. */
export function newProfile(organizationId: string, now: Date): Profile {
  return {
    id: organizationId,
    email: null,
    website: null,
    socials: [],
    details: null,
    detailsSubmittedAt: null,
    featureSettings: null,
    subscriptionSettings: DEFAULT_SUBSCRIPTION_SETTINGS,
    portalSettings: DEFAULT_PORTAL_SETTINGS,
    disputeSettings: DEFAULT_DISPUTE_SETTINGS,
    mode: 'test',
    defaultCurrency: DEFAULT_CURRENCY,
    billingTimezone: DEFAULT_TIMEZONE,
    invoiceSettings: { prefix: 'INV', series: 'organization', restartsYearly: false },
    businessDetails: NO_BUSINESS_DETAILS,
    taxSettings: DEFAULT_TAX_SETTINGS,
    allowedEmbedOrigins: [],
    accentColor: null,
    statementName: null,
    frozenAt: null,
    closedUntil: null,
    blockedAt: null,
    createdAt: now,
    modifiedAt: null,
  }
}
