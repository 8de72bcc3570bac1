import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'

/** Whether a live merchant has paid orders: books that must be kept when the organization is deleted. */
export async function hasLiveBooks(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from merchants where organization_id = ${organizationId}::uuid and mode = 'live'
      and exists (select from orders where orders.organization_id = merchants.organization_id and orders.paid_at is not null)`.execute(tx)
  return rows.length > 0
}

/**
 * Copies the orders and ledger entries of an organization that is about to be deleted, without personal data (decision 34): numbers,
 * amounts, dates, the names of what was sold and the country of the buyer stay; names, addresses, ids of customers and the merchant's
 * own data do not.
 */
export async function archiveBooks(tx: Tx, { clock }: Pick<Platform, 'clock'>, organizationId: string): Promise<void> {
  const now = clock.now({ organizationId })
  await sql`
    insert into archived_books (organization_id, kind, id, content, archived_at)
    select orders.organization_id, 'order', orders.id, jsonb_build_object(
      'number', orders.number, 'status', orders.status, 'billing_reason', orders.billing_reason, 'currency', orders.currency,
      'subtotal_amount', orders.subtotal_amount, 'discount_amount', orders.discount_amount, 'net_amount', orders.net_amount,
      'tax_amount', orders.tax_amount, 'total_amount', orders.total_amount, 'applied_balance_amount', orders.applied_balance_amount,
      'written_off_amount', orders.written_off_amount, 'refunded_amount', orders.refunded_amount,
      'refunded_tax_amount', orders.refunded_tax_amount, 'country', orders.billing_address ->> 'country',
      'tax', orders.tax #- '{buyer,taxId}',
      'created_at', orders.created_at, 'paid_at', orders.paid_at,
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'label', item.label, 'amount', item.amount, 'tax_amount', item.tax_amount, 'is_proration', item.is_proration
        ) order by item.position), '[]')
        from order_items item where item.organization_id = orders.organization_id and item.order_id = orders.id)
    ), ${now}::timestamptz
    from orders where orders.organization_id = ${organizationId}::uuid`.execute(tx)
  await sql`
    insert into archived_books (organization_id, kind, id, content, archived_at)
    select entry.organization_id, 'entry', entry.id, jsonb_build_object(
      'kind', entry.kind, 'order_id', entry.order_id, 'currency', entry.currency, 'happened_at', entry.happened_at,
      'postings', (
        select jsonb_agg(jsonb_build_object('account', posting.account, 'amount', posting.amount, 'currency', posting.currency)
          order by posting.position)
        from ledger_postings posting where posting.organization_id = entry.organization_id and posting.entry_id = entry.id)
    ), ${now}::timestamptz
    from ledger_entries entry where entry.organization_id = ${organizationId}::uuid`.execute(tx)
}
