import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import { type CheckoutLink, checkoutLinkColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    checkout_links: Row<typeof checkoutLinkColumns>
  }
}

/** The rows of checkout links. */
export const checkoutLinks = table('checkout_links', checkoutLinkColumns, { isCounted: true })

const checkoutLinkLimit: ResourceLimit = {
  setting: 'CHECKOUT_LINK_LIMIT',
  table: 'checkout_links',
  isCounted: true,
  things: 'checkout links',
}

/** Inserts a link within the limit. */
export function insertLink(tx: Tx, platform: Pick<Platform, 'settings'>, link: CheckoutLink): Promise<void> {
  return withinLimit(platform, { limit: checkoutLinkLimit, owner: link.organizationId }, (organization_id) =>
    checkoutLinks.insert(tx, link, { organization_id }),
  )
}

/** Deletes a link and returns it; undefined when none of the organizations has it. */
export async function deleteLink(tx: Tx, tenants: readonly string[], id: string): Promise<CheckoutLink | undefined> {
  const { rows } = await sql<StoredRow>`delete from checkout_links
    where organization_id = ${anyOf(tenants)} and id = ${id} returning ${checkoutLinks.selection()}`.execute(tx)
  return rows[0] && checkoutLinks.fromRow(rows[0])
}
