// The findings of doctor about periods that were missed during a downtime.

import { findHeldOrganizations } from '#money/billing/subscriptions/index.ts'
import { CATCH_UP_MAXIMUM } from '#money/billing/subscriptions/model.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { type Finding, finding } from './finding.ts'

const ORGANIZATIONS_MAX = 1000

/** Whether subscriptions wait for the operator, who confirms that more than a year of missed periods is billed (rule D4). */
export async function billingFinding({ db }: Pick<OpenDatabase, 'db'>): Promise<Finding> {
  const held = await findHeldOrganizations(db, ORGANIZATIONS_MAX)
  const count = held.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return finding('billing', 'well', 'No missed period waits for a confirmation.')
  return finding(
    'billing',
    'warning',
    `${count} subscriptions missed more than ${CATCH_UP_MAXIMUM} periods and are not billed: see guildhall catch-up.`,
  )
}
