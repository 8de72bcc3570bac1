import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'

/** The tables that a merchant's test sales are recorded in, each after those that refer to it. */
export const TEST_TABLES = [
  'invoices',
  'tax_records',
  'withdrawn_orders',
  'download_counts',
  'downloadables',
  'license_key_activations',
  'license_keys',
  'benefit_grants',
  'usage_alert_triggers',
  'late_usage_events',
  'meter_credits',
  'customer_meter_values',
  'customer_meter_hours',
  'customer_meters',
  'meter_hours',
  'usage_event_names',
  'event_keys',
  'usage_events',
  'event_import_refusals',
  'event_imports',
  'disputes',
  'refunds',
  'order_items',
  'orders',
  'customer_sessions',
  'customer_session_codes',
  'discount_redemptions',
  'subscription_reservations',
  'checkouts',
  'trial_uses',
  'subscription_changes',
  'subscription_items',
  'subscription_redemptions',
  'subscription_renewals',
  'subscription_value_changes',
  'subscriptions',
  'payment_method_setups',
  'payment_methods',
  'payment_events',
  'payments',
  'stripe_refunds',
  'stripe_attempts',
  'stripe_customers',
  'sandbox_refunds',
  'sandbox_methods',
  'sandbox_charges',
  'customer_credits',
  'credit_balances',
  'ledger_postings',
  'ledger_entries',
  'number_series',
  'linked_accounts',
  'customer_email_changes',
  'customer_email_returns',
  'customer_erasure_requests',
  'customers',
  'webhook_redeliveries',
  'webhook_deliveries',
  'webhook_events',
  'webhook_payloads',
  'unrecorded_webhook_events',
  'domain_events',
  'api_call_contents',
  'api_calls',
  'test_clocks',
  // The deletions above are counted as changes.
  'metric_changes',
  'metric_sums',
  'metric_pairs',
] as const

/** The other tables of an organization: its people, catalogue and settings, and counts that follow the rows by themselves. */
export const REMAINING_TABLES = [
  'api_call_drops',
  'api_call_settings',
  'archived_books',
  'audit_entries',
  'benefits',
  'checkout_links',
  'connections',
  'custom_fields',
  'discounts',
  'domain_event_sequences',
  'files',
  'invitations',
  'members',
  'merchants',
  'meter_figures',
  'meter_thresholds',
  'meters',
  'organization_access_tokens',
  'organization_roles',
  'platform_terms',
  'product_benefits',
  'product_custom_fields',
  'product_medias',
  'product_prices',
  'products',
  'row_counts',
  'teams',
  'usage_alerts',
  'webhook_endpoints',
  'webhook_owners',
] as const

/** A statement may take this long: a test organization can have many events. */
const STATEMENT_TIMEOUT_MS = 120_000

/**
 * Deletes what a test merchant sold, with its customers: its catalogue, settings, members and tokens stay. Alerts for one customer are
 * deleted with the customer; discounts are unredeemed again. The ledger allows it only while `guildhall.erasing` is set.
 */
export async function deleteTestData(tx: Tx, organizationId: string): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true), set_config('guildhall.erasing', 'on', true)`.execute(
    tx,
  )
  await sql`delete from usage_alerts where organization_id = ${organizationId} and customer_id is not null`.execute(tx)
  for (const table of TEST_TABLES) await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}`.execute(tx)
  await sql`update discounts set redemptions_count = 0 where organization_id = ${organizationId} and redemptions_count > 0`.execute(tx)
  await sql`update organizations set closed_until = null where id = ${organizationId}`.execute(tx)
  await sql`select set_config('guildhall.erasing', '', true)`.execute(tx)
}
