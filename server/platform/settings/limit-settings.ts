// The limits on what one organization, user or product may have: one table. A request that would exceed one is refused with an error
// that names the setting and its value; a route that creates something names its limit (`limit` in its declaration).
import { kinds } from './kinds.ts'
import { type Setting, setting } from './setting.ts'

function limit(maximum: number, { highest, things }: { readonly highest: number; readonly things: string }): Setting<number> {
  return setting({ kind: kinds.integer(1, highest), default: maximum, sentence: `The maximum number of ${things}.` })
}

/** Every limit by the name of its setting. */
export const limitSettings = {
  ORGANIZATION_LIMIT: limit(100, { highest: 1_000_000, things: 'organizations of a user who creates another one' }),
  MEMBERSHIP_LIMIT: limit(100, { highest: 10_000, things: 'members of an organization, and of members in a list' }),
  INVITATION_LIMIT: limit(100, { highest: 10_000, things: 'pending invitations of an organization' }),
  MAX_TEAMS: limit(100, { highest: 10_000, things: 'teams of an organization, including its first one' }),
  ROLE_LIMIT: limit(50, { highest: 1000, things: 'custom roles of an organization' }),
  TOKEN_LIMIT: limit(100, { highest: 10_000, things: 'access tokens of an organization, expired ones included' }),
  WEBHOOK_ENDPOINT_LIMIT: limit(20, { highest: 1000, things: 'webhook endpoints of an organization, and of the operator' }),
  PRODUCT_LIMIT: limit(10_000, { highest: 1_000_000, things: 'products of an organization, archived ones included' }),
  PRODUCT_PRICE_LIMIT: limit(1000, { highest: 100_000, things: 'prices of a product, archived ones included' }),
  FILE_LIMIT: limit(10_000, { highest: 1_000_000, things: 'files of an organization, unfinished uploads included' }),
  CUSTOM_FIELD_LIMIT: limit(100, { highest: 10_000, things: 'custom fields of an organization' }),
  BENEFIT_LIMIT: limit(1000, { highest: 100_000, things: 'benefits of an organization' }),
  DISCOUNT_LIMIT: limit(10_000, { highest: 1_000_000, things: 'discounts of an organization' }),
  CHECKOUT_LINK_LIMIT: limit(1000, { highest: 100_000, things: 'checkout links of an organization' }),
  METER_LIMIT: limit(100, { highest: 10_000, things: 'meters of an organization, archived ones included' }),
  USAGE_ALERT_LIMIT: limit(100, { highest: 1000, things: 'alerts about usage of an organization' }),
  CUSTOMER_LIMIT: limit(1_000_000, {
    highest: 100_000_000,
    things: 'customers of an organization that it creates itself; a purchase creates one above it all the same',
  }),
  OPEN_CHECKOUT_LIMIT: limit(10_000, {
    highest: 1_000_000,
    things: 'open checkouts that an organization creates; those of its checkout links are counted apart, at most half as many',
  }),
  CUSTOMER_CREDIT_LIMIT: limit(1000, { highest: 100_000, things: 'times that an organization gives credit to a customer' }),
  REFUND_LIMIT: limit(100, { highest: 10_000, things: 'refunds of an order' }),
  CUSTOMER_SESSION_LIMIT: limit(10_000, { highest: 1_000_000, things: 'sessions of the customers of an organization' }),
} as const

/** The name of a limit: that of its setting. */
export type LimitName = keyof typeof limitSettings
