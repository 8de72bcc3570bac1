import { type RawBuilder, sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import type { Database, Tx } from '#platform/database/database.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    platform_terms: PlatformTermsTable
  }
}

interface PlatformTermsTable {
  organization_id: string
  fee_basis_points: number | null
  fee_fixed: number | null
  payout_account: string | null
  modified_at: Date
}

/** The terms of one organization; null where the setting applies, and while it has no payout account. */
export interface PlatformTerms {
  /** Hundredths of a percent. */
  readonly feeBasisPoints: number | null
  /** Minor units. */
  readonly feeFixed: number | null
  /** Where the operator sends its payouts, as they note it: a bank account, a contract. */
  readonly payoutAccount: string | null
}

const noTerms: PlatformTerms = { feeBasisPoints: null, feeFixed: null, payoutAccount: null }

function select(db: Database, organizationId: string) {
  return db
    .selectFrom('platform_terms')
    .select(['fee_basis_points as feeBasisPoints', 'fee_fixed as feeFixed', 'payout_account as payoutAccount'])
    .where('organization_id', '=', organizationId)
}

/** The terms of an organization. */
export async function findTerms(db: Database, organizationId: string): Promise<PlatformTerms> {
  return (await select(db, organizationId).executeTakeFirst()) ?? noTerms
}

/** The same, locked: one payout of an organization is recorded at a time. Its terms must have been saved. */
export async function lockTerms(tx: Tx, organizationId: string): Promise<PlatformTerms> {
  return (await select(tx, organizationId).forUpdate().executeTakeFirst()) ?? noTerms
}

/** Whether there is an organization with this id. It cannot be deleted before the transaction ends. */
export async function lockOrganization(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from organizations where id = ${id}::uuid for key share`.execute(tx)
  return rows.length > 0
}

/** Terms to save; those that are undefined stay as they are. */
export type TermChanges = { readonly [Term in keyof PlatformTerms]?: PlatformTerms[Term] | undefined }

/** Saves the terms of an organization. */
export async function saveTerms(
  tx: Tx,
  organizationId: string,
  { terms, now }: { readonly terms: TermChanges; readonly now: Date },
): Promise<void> {
  const values = {
    modified_at: now,
    ...(terms.feeBasisPoints !== undefined && { fee_basis_points: terms.feeBasisPoints }),
    ...(terms.feeFixed !== undefined && { fee_fixed: terms.feeFixed }),
    ...(terms.payoutAccount !== undefined && { payout_account: terms.payoutAccount }),
  }
  await tx
    .insertInto('platform_terms')
    .values({ organization_id: organizationId, fee_basis_points: null, fee_fixed: null, payout_account: null, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
}

/** The balance that an organization is owed in one currency, in minor units; negative where it owes the operator. */
export interface OwedBalance {
  readonly organizationId: string
  readonly slug: string
  readonly currency: string
  /** The amount that a payout would pay. */
  readonly payable: number
  /** The amount that waits for a payout account. */
  readonly held: number
  readonly payoutAccount: string | null
  readonly organizationName: string
  readonly feeBasisPoints: number | null
  readonly feeFixed: number | null
}

interface OwedQuery {
  readonly organizationId?: string
  readonly limit: number
}

/** The balances of all organizations for which the operator has sold, or those of one. At most `limit`. */
export async function listOwed(db: Database, query: OwedQuery): Promise<readonly OwedBalance[]> {
  const { rows } = await owed(query).execute(db)
  return rows
}

function owed({ organizationId, limit }: OwedQuery): RawBuilder<OwedBalance> {
  return sql<OwedBalance>`
    select organizations.id as "organizationId", organizations.name as "organizationName", organizations.slug, posting.currency,
      -coalesce(sum(posting.amount) filter (where posting.account = 'org_payable'), 0)::int8 as payable,
      -coalesce(sum(posting.amount) filter (where posting.account = 'org_held'), 0)::int8 as held,
      platform_terms.payout_account as "payoutAccount", platform_terms.fee_basis_points as "feeBasisPoints",
      platform_terms.fee_fixed as "feeFixed"
    from organizations
    join ledger_postings posting on posting.organization_id = organizations.id and posting.account in ('org_payable', 'org_held')
    left join platform_terms on platform_terms.organization_id = organizations.id
    where ${organizationId === undefined ? sql`true` : sql`organizations.id = ${organizationId}::uuid`}
    group by organizations.id, posting.currency, platform_terms.organization_id
    order by organizations.slug, posting.currency limit ${limit}`
}

/** A payout that was recorded; `amount` in minor units. */
export interface RecordedPayout {
  readonly id: string
  readonly organizationId: string
  readonly organizationName: string
  readonly slug: string
  /** The zone (IANA) in which it bills. */
  readonly billingTimezone: string
  readonly reference: string
  readonly currency: string
  readonly amount: number
  readonly happenedAt: Date
}

/** The balances that are owed to all organizations and the latest payouts to them, at most so many of each, in one round trip. */
export async function readPayouts(
  db: Database,
  limits: { readonly balances: number; readonly payouts: number },
): Promise<{ readonly balances: readonly OwedBalance[]; readonly payouts: readonly RecordedPayout[] }> {
  const latest = sql`
    select entry.id, entry.organization_id as "organizationId", organizations.name as "organizationName", organizations.slug,
      coalesce(merchants.billing_timezone, 'UTC') as "billingTimezone", substr(entry.source, length('payout:') + 1) as reference,
      entry.currency, -posting.amount as amount, entry.happened_at as "happenedAt"
    from organizations
    left join merchants on merchants.organization_id = organizations.id
    join ledger_postings posting on posting.organization_id = organizations.id and posting.account = 'payouts'
    join ledger_entries entry on entry.organization_id = posting.organization_id and entry.id = posting.entry_id
    order by entry.happened_at desc, entry.id desc limit ${limits.payouts}`
  const { rows } = await sql<{ balances: readonly OwedBalance[]; payouts: readonly (RecordedPayout & { happenedAt: string })[] }>`
    select (select coalesce(json_agg(balance), '[]') from (${owed({ limit: limits.balances })}) balance) as balances,
      (select coalesce(json_agg(payout), '[]') from (${latest}) payout) as payouts`.execute(db)
  const { balances, payouts } = present(rows[0], 'The row of two aggregates')
  return { balances, payouts: payouts.map((payout) => ({ ...payout, happenedAt: new Date(payout.happenedAt) })) }
}
