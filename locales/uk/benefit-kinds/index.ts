// The messages of the kinds of benefits, by their types. A new kind with words for customers is a file in this folder and a line in the table.
import * as discord from './discord.ts'
import * as downloadables from './downloadables.ts'
import * as githubRepository from './github-repository.ts'
import * as licenseKeys from './license-keys.ts'
import * as meterCredit from './meter-credit.ts'

/** What customers read about the kinds that have words for them. */
export const portalBenefitKinds = {
  discord: discord.customer,
  downloadables: downloadables.customer,
  github_repository: githubRepository.customer,
  license_keys: licenseKeys.customer,
  meter_credit: meterCredit.customer,
}
