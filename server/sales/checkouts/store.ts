import { sql } from 'kysely'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import type { SealingDeps } from '#platform/resource/embedded.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { merchantTime } from '#platform/resource/merchant-time.ts'
import { table } from '#platform/resource/table.ts'
import { type Checkout, checkoutColumns, type StoredCheckout } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    checkouts: Row<typeof checkoutColumns> & { client_secret_digest: string }
  }
}

const SEAL = 'checkout-client-secret'
declareSealed(SEAL, { table: 'checkouts', column: 'sealed_client_secret' })

/** The rows of checkouts. */
export const checkouts = table('checkouts', checkoutColumns, { isCounted: true })

/** The checkout with its client secret: opened, or as the caller sent it. Empty where it cannot be opened. */
export function openCheckoutRow(
  { sealedClientSecret, ...checkout }: StoredCheckout,
  { secrets }: SealingDeps,
  known: string | null = null,
): Checkout {
  return { ...checkout, clientSecret: known ?? openSecret({ secrets }, sealedClientSecret) }
}

/** The client secret that was sealed; empty where it cannot be opened. */
export function openSecret({ secrets }: SealingDeps, sealed: string | null): string {
  return secrets.openOrNull(SEAL, sealed) ?? ''
}

const openLimit: ResourceLimit = {
  setting: 'OPEN_CHECKOUT_LIMIT',
  table: 'checkouts',
  counted: "status = 'open' and not is_from_link",
  things: 'open checkouts',
}

/** Checkouts that links have opened have a limit of their own: strangers open them, and leave the merchant's server all of its own. */
const openByLinkLimit: ResourceLimit = {
  ...openLimit,
  share: 0.5,
  counted: "status = 'open' and is_from_link",
  things: 'open checkouts of checkout links',
}

/** Inserts a checkout within the limit on open ones. */
export function insertCheckout(tx: Tx, checkout: Checkout, platform: Pick<Platform, 'secrets' | 'settings'>): Promise<void> {
  const { secrets } = platform
  const { clientSecret, organizationId } = checkout
  const stored = { ...checkout, sealedClientSecret: secrets.seal(SEAL, clientSecret) }
  const limit = checkout.isFromLink ? openByLinkLimit : openLimit
  return withinLimit(platform, { limit, owner: organizationId }, (organization_id) =>
    checkouts.insert(tx, stored, { organization_id, client_secret_digest: secrets.digest(clientSecret) }),
  )
}

/** Locks a checkout of one of the organizations. */
export async function lockCheckout(
  tx: Tx,
  sealing: SealingDeps,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<Checkout | undefined> {
  const stored = await checkouts.lock(tx, tenants, id)
  return stored && openCheckoutRow(stored, sealing)
}

/**
 * Locks the checkout with this client secret for its confirm. Its organization is neither blocked nor deleted until the transaction ends:
 * what is read in the next statement holds.
 */
export async function lockCheckoutForConfirm(tx: Tx, sealing: SealingDeps, clientSecret: string): Promise<Checkout | undefined> {
  const digest = sealing.secrets.digest(clientSecret)
  const organization = sql`select from organizations where organizations.id = checkouts.organization_id for key share`
  const [stored] = await checkouts.select(
    tx,
    sql`where client_secret_digest = ${digest} and exists (${organization}) for update of checkouts`,
  )
  return stored && openCheckoutRow(stored, sealing, clientSecret)
}

/** Locks the checkout with this client secret. */
export async function lockCheckoutBySecret(tx: Tx, sealing: SealingDeps, clientSecret: string): Promise<Checkout | undefined> {
  const digest = sealing.secrets.digest(clientSecret)
  const [stored] = await checkouts.select(tx, sql`where client_secret_digest = ${digest} for update`)
  return stored && openCheckoutRow(stored, sealing, clientSecret)
}

/** Whether a checkout other than `except` upgrades the subscription and awaits its payment. */
export async function isUpgradeConfirmed(
  db: Database,
  upgrade: { readonly organizationId: string; readonly subscriptionId: string; readonly except: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('checkouts')
    .select('id')
    .where('organization_id', '=', upgrade.organizationId)
    .where('subscription_id', '=', upgrade.subscriptionId)
    .where('id', '<>', upgrade.except)
    .where('status', '=', 'confirmed')
    .executeTakeFirst()
  return found !== undefined
}

/** Saves the buyer's IP address of an open checkout that has none; changes nothing else. */
export async function saveBuyerIpAddress(
  db: Database,
  { organizationId, id }: Pick<Checkout, 'organizationId' | 'id'>,
  ipAddress: string,
): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ customer_ip_address: ipAddress })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('customer_ip_address', 'is', null)
    .execute()
}

/** The expired checkouts to lock: of one organization, or of all. */
interface ExpiredFilter {
  readonly organizationId: string | undefined
  readonly limit: number
}

/** Locks open checkouts past their expiry, skipping locked ones, at most `limit`. */
export async function lockExpired(
  tx: Tx,
  platform: SealingDeps & Pick<Platform, 'clock'>,
  { organizationId, limit }: ExpiredFilter,
): Promise<Checkout[]> {
  const { clock } = platform
  const now = organizationId === undefined ? merchantTime(clock, 'checkouts.organization_id') : sql`${clock.now({ organizationId })}`
  const owner = organizationId === undefined ? sql`` : sql`and organization_id = ${organizationId}`
  const expired = sql`where status = 'open' ${owner} and expires_at <= ${now} order by expires_at limit ${limit} for update skip locked`
  return (await checkouts.select(tx, expired)).map((stored) => openCheckoutRow(stored, platform))
}

/** When the next open checkout of an organization expires, in its merchant's time; null without one. */
export async function nextExpiry(db: Database, organizationId: string): Promise<Date | null> {
  const next = await db
    .selectFrom('checkouts')
    .select((select) => select.fn.min('expires_at').as('at'))
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`status = 'open'`)
    .executeTakeFirst()
  return next?.at ?? null
}
