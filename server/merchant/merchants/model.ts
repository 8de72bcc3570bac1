/** Test merchants sell with the sandbox processor and move their clock; live ones take real money. Chosen once, never undone. */
export type Mode = 'test' | 'live'

/** What happens to a subscription's difference when its product changes: an invoice at once, or an item of the next one. */
export type ProrationBehavior = 'invoice' | 'prorate'

export const socialPlatforms = ['x', 'github', 'facebook', 'instagram', 'youtube', 'tiktok', 'linkedin', 'other'] as const

export interface SocialLink {
  readonly platform: (typeof socialPlatforms)[number]
  readonly url: string
}

/** What a merchant sells in who has chosen nothing else. */
export const DEFAULT_CURRENCY = 'usd'

/** Stored and returned for published clients; they gate nothing here. */
export interface FeatureSettings {
  readonly issueFundingEnabled: boolean
  readonly usageBasedBillingEnabled: boolean
}

export interface SubscriptionSettings {
  readonly allowMultipleSubscriptions: boolean
  readonly allowCustomerUpdates: boolean
  readonly prorationBehavior: ProrationBehavior
}

/** What a merchant once told about the business; kept as given. */
export type Details = Readonly<Record<string, unknown>>

/** An organization as a seller: one entity with the organization of the auth half, of the same id. Times are UTC. */
export interface Merchant {
  readonly id: string
  /** Name, slug and avatar are the organization's own; an avatar is its logo. */
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
  readonly mode: Mode
  /** Lower-case ISO 4217; the currency of a price that names none. */
  readonly defaultCurrency: string
  /** IANA name of the zone that billing months are counted in; a subscription keeps the one it began with. */
  readonly billingTimezone: string
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** The part of a merchant that is not the organization's own. */
export type Profile = Omit<Merchant, 'name' | 'slug' | 'avatarUrl'>

/** What an organization is as a seller from its first moment on. */
export function newProfile(organizationId: string, now: Date): Profile {
  return {
    id: organizationId,
    email: null,
    website: null,
    socials: [],
    details: null,
    detailsSubmittedAt: null,
    featureSettings: null,
    subscriptionSettings: { allowMultipleSubscriptions: false, allowCustomerUpdates: true, prorationBehavior: 'prorate' },
    mode: 'test',
    defaultCurrency: DEFAULT_CURRENCY,
    billingTimezone: 'UTC',
    createdAt: now,
    modifiedAt: null,
  }
}
