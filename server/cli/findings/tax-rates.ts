// The findings of doctor about the rates of taxes.
import { findUnratedPlaces } from '#money/taxes/index.ts'
import type { Platform } from '#platform/platform.ts'
import { type Finding, finding } from './finding.ts'

/** Whether a rate counts today in each place where organizations collect taxes: the operator may have removed it. */
export async function unratedFinding({ database, settings, clock }: Pick<Platform, 'database' | 'settings' | 'clock'>): Promise<Finding> {
  const day = clock.now().toISOString().slice(0, 'YYYY-MM-DD'.length)
  const found = await findUnratedPlaces(database.db, settings.TAX_RATES_FILE, day)
  if (found.length === 0) return finding('taxes', 'well', 'Every place where organizations collect taxes has a rate.')
  const list = found.map(({ place, count }) => `${place} (${count === 1 ? 'one organization' : `${count} organizations`})`).join(', ')
  return finding('taxes', 'warning', `No rate counts in ${list}: sales there are taxed at 0 %. Enter the rate in TAX_RATES_FILE.`)
}

/** Whether the server runs with the rates of the present file, by their versions; undefined if it does. */
export function ratesFinding(present: string, running: string): Finding | undefined {
  if (present === running) return undefined
  return finding('taxes', 'warning', `The running server has the tax rates ${running}, and TAX_RATES_FILE is ${present} now: restart it.`)
}
