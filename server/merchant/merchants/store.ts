import { type RawBuilder, sql } from 'kysely'
import { type Database, json, type Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import { NO_BUSINESS_DETAILS } from './business-details.ts'
import { DEFAULT_CURRENCY, DEFAULT_TAX_SETTINGS, type EmbedSettings, type Merchant, newProfile, type Profile } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    merchants: MerchantsTable
  }
}

interface MerchantsTable {
  organization_id: string
  mode: Profile['mode']
  email: string | null
  website: string | null
  socials: Profile['socials']
  details: Profile['details']
  details_submitted_at: Date | null
  feature_settings: Profile['featureSettings']
  subscription_settings: Profile['subscriptionSettings']
  portal_settings: Profile['portalSettings']
  dispute_settings: Profile['disputeSettings']
  default_currency: string
  billing_timezone: string
  invoice_prefix: string
  invoice_series: Profile['invoiceSettings']['series']
  restarts_invoices_yearly: boolean
  business_details: Profile['businessDetails'] | null
  tax_settings: Profile['taxSettings'] | null
  allowed_embed_origins: Profile['allowedEmbedOrigins']
  accent_color: string | null
  statement_name: string | null
  frozen_at: Date | null
  created_at: Date
  modified_at: Date | null
}

type Instant = Date | string

/** An organization with its merchant row, if it has one, as selected or as the database's JSON, in which times are text. */
export interface MerchantRow {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly logo: string | null
  readonly created_at: Instant
  readonly modified_at: Instant | null
  readonly closed_until: Instant | null
  readonly blocked_at: Instant | null
  /** Null while the merchant has the default profile. */
  readonly profile: ProfileRow | null
}

type ProfileRow = Omit<MerchantsTable, 'organization_id' | 'created_at' | 'modified_at' | 'details_submitted_at' | 'frozen_at'> & {
  readonly details_submitted_at: Instant | null
  readonly frozen_at: Instant | null
  readonly modified_at: Instant | null
}

/** The row of the joined table `merchants` as JSON; null where the left join has no match. */
const profileJson: RawBuilder<ProfileRow | null> = sql`case when merchants.organization_id is not null then json_build_object(
  'mode', merchants.mode, 'email', merchants.email, 'website', merchants.website, 'socials', merchants.socials,
  'details', merchants.details, 'details_submitted_at', merchants.details_submitted_at,
  'feature_settings', merchants.feature_settings, 'subscription_settings', merchants.subscription_settings,
  'portal_settings', merchants.portal_settings, 'dispute_settings', merchants.dispute_settings,
  'default_currency', merchants.default_currency, 'billing_timezone', merchants.billing_timezone,
  'invoice_prefix', merchants.invoice_prefix, 'invoice_series', merchants.invoice_series,
  'restarts_invoices_yearly', merchants.restarts_invoices_yearly, 'business_details', merchants.business_details,
  'tax_settings', merchants.tax_settings,
  'allowed_embed_origins', merchants.allowed_embed_origins, 'accent_color', merchants.accent_color,
  'statement_name', merchants.statement_name, 'frozen_at', merchants.frozen_at, 'modified_at', merchants.modified_at) end`

/** A merchant as one JSON value, for reads that join `organizations` and left join `merchants` under these names. */
export const merchantJson: RawBuilder<MerchantRow> = sql`json_build_object('id', organizations.id, 'name', organizations.name,
  'slug', organizations.slug, 'logo', organizations.logo, 'created_at', organizations.created_at,
  'modified_at', organizations.modified_at, 'closed_until', organizations.closed_until,
  'blocked_at', organizations.blocked_at, 'profile', ${profileJson})`

/** The columns of a `MerchantRow`, to select from `merchantTables`. */
export const merchantColumns = sql`organizations.id, organizations.name, organizations.slug, organizations.logo,
  organizations.created_at, organizations.modified_at, organizations.closed_until, organizations.blocked_at, ${profileJson} as profile`

/** Organizations, each with its merchant row where there is one. */
export const merchantTables = sql`organizations left join merchants on merchants.organization_id = organizations.id`

function latest(...instants: readonly (Instant | null | undefined)[]): Date | null {
  const times = instants.flatMap((instant) => (instant ? [new Date(instant).getTime()] : []))
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

/** Maps a row to its merchant. */
export function fromMerchantRow(row: MerchantRow): Merchant {
  const { profile } = row
  const createdAt = new Date(row.created_at)
  const modifiedAt = latest(row.modified_at, profile?.modified_at)
  const stops = { closedUntil: latest(row.closed_until), blockedAt: latest(row.blocked_at) }
  const own = { name: row.name, slug: row.slug, avatarUrl: row.logo, ...stops, modifiedAt }
  if (!profile) return { ...newProfile(row.id, createdAt), ...own }
  return {
    ...own,
    id: row.id,
    email: profile.email,
    website: profile.website,
    socials: profile.socials,
    details: profile.details,
    detailsSubmittedAt: latest(profile.details_submitted_at),
    featureSettings: profile.feature_settings,
    subscriptionSettings: profile.subscription_settings,
    portalSettings: profile.portal_settings,
    disputeSettings: profile.dispute_settings,
    mode: profile.mode,
    defaultCurrency: profile.default_currency,
    billingTimezone: profile.billing_timezone,
    invoiceSettings: {
      prefix: profile.invoice_prefix,
      series: profile.invoice_series,
      restartsYearly: profile.restarts_invoices_yearly,
    },
    businessDetails: profile.business_details ?? NO_BUSINESS_DETAILS,
    taxSettings: profile.tax_settings ?? DEFAULT_TAX_SETTINGS,
    allowedEmbedOrigins: profile.allowed_embed_origins,
    accentColor: profile.accent_color,
    statementName: profile.statement_name,
    frozenAt: latest(profile.frozen_at),
    createdAt,
  }
}

/** Saves a merchant's profile, or inserts it the first time. The organization's row is locked. */
export async function saveProfile(tx: Tx, profile: Profile): Promise<void> {
  const values = valuesOf(profile)
  const saving = tx
    .insertInto('merchants')
    .values({ ...keysOf(profile), ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
  await sendAhead(async () => void (await saving.execute()))
}

/** Lets the time of a test merchant, which lives in the server's time, stand still at `at`; see `moveFrozenTime`. */
export async function freezeMerchant(tx: Tx, merchant: Merchant, at: Date): Promise<void> {
  const frozen = sql`greatest(merchants.frozen_at, ${at}::timestamptz)`
  const saving = tx
    .insertInto('merchants')
    .values({ ...keysOf(merchant), ...valuesOf(merchant), frozen_at: at })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ frozen_at: frozen as never }))
  await sendAhead(async () => void (await saving.execute()))
}

/**
 * Moves the time of a merchant, which stands still, to `at`, in the transaction that also calls `platform.merchantTimes.move`. It never
 * goes back: an earlier instant than the stored one changes nothing. Resolves to the instant that is stored.
 */
export async function moveFrozenTime(tx: Tx, organizationId: string, at: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`update merchants set frozen_at = greatest(frozen_at, ${at}::timestamptz)
    where organization_id = ${organizationId} returning frozen_at as at`.execute(tx)
  return rows[0]?.at ?? at
}

/** Lets a merchant live in the server's time again, in the transaction that also calls `platform.merchantTimes.release`. */
export async function releaseMerchant(tx: Tx, organizationId: string): Promise<void> {
  await tx.updateTable('merchants').set({ frozen_at: null }).where('organization_id', '=', organizationId).execute()
}

function keysOf(profile: Profile) {
  return { organization_id: profile.id, created_at: profile.modifiedAt ?? profile.createdAt, frozen_at: null }
}

function valuesOf(profile: Profile) {
  return {
    mode: profile.mode,
    email: profile.email,
    website: profile.website,
    socials: json(profile.socials),
    details: profile.details && json(profile.details),
    details_submitted_at: profile.detailsSubmittedAt,
    feature_settings: profile.featureSettings && json(profile.featureSettings),
    subscription_settings: json(profile.subscriptionSettings),
    portal_settings: json(profile.portalSettings),
    dispute_settings: json(profile.disputeSettings),
    default_currency: profile.defaultCurrency,
    billing_timezone: profile.billingTimezone,
    invoice_prefix: profile.invoiceSettings.prefix,
    invoice_series: profile.invoiceSettings.series,
    restarts_invoices_yearly: profile.invoiceSettings.restartsYearly,
    business_details: json(profile.businessDetails),
    tax_settings: json(profile.taxSettings),
    allowed_embed_origins: json(profile.allowedEmbedOrigins),
    accent_color: profile.accentColor,
    statement_name: profile.statementName,
    modified_at: profile.modifiedAt,
  }
}

/** The merchant `id`, if it is one of `tenants`. */
export async function findMerchant(db: Database, tenants: readonly string[], id: string): Promise<Merchant | undefined> {
  const { rows } = await sql<MerchantRow>`
    select ${merchantColumns} from ${merchantTables} where organizations.id = ${anyOf(tenants)} and organizations.id = ${id}`.execute(db)
  return rows[0] && fromMerchantRow(rows[0])
}

/** The merchant of a slug, which anybody may read. */
export async function findMerchantBySlug(db: Database, slug: string): Promise<Merchant | undefined> {
  const { rows } = await sql<MerchantRow>`select ${merchantColumns} from ${merchantTables} where organizations.slug = ${slug}`.execute(db)
  return rows[0] && fromMerchantRow(rows[0])
}

/** Whether an organization takes real money. */
export async function hasLiveMerchant(db: Database): Promise<boolean> {
  const found = await db.selectFrom('merchants').select('organization_id').where('mode', '=', 'live').limit(1).executeTakeFirst()
  return found !== undefined
}

/** Reads the settings that decide which pages may frame the checkout of a link. */
export async function findEmbedSettings(db: Database, organizationId: string): Promise<EmbedSettings> {
  const found = await db
    .selectFrom('merchants')
    .select(['allowed_embed_origins', 'website'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return { allowedEmbedOrigins: found?.allowed_embed_origins ?? [], website: found?.website ?? null }
}

/** The currency (lower-case ISO 4217) of prices that do not name one. */
export async function findDefaultCurrency(db: Database, organizationId: string): Promise<string> {
  const row = await db.selectFrom('merchants').select('default_currency').where('organization_id', '=', organizationId).executeTakeFirst()
  return row?.default_currency ?? DEFAULT_CURRENCY
}

/** Whether the merchant of an organization sells in test mode, as an expression over its id. One that never saved its settings does. */
export function isTestMerchant(organizationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from merchants where merchants.organization_id = ${organizationId} and merchants.mode = 'live')`
}
