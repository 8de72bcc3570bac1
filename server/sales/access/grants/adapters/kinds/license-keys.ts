import { issueLicenseKey, renewLicenseKey, revokeLicenseKey } from '#sales/access/license-keys/index.ts'
import type { LicenseKeyGrant } from '#sales/access/license-keys/model.ts'
import type { GrantInput, InsideKind } from './kind.ts'

function keyGrantOf({ grant, properties }: GrantInput<'license_keys'>): LicenseKeyGrant {
  const { organizationId, customerId, benefitId, id: grantId } = grant
  return { organizationId, customerId, benefitId, grantId, properties }
}

/** A license key for each grant (rules Y3 and Y5). */
export const licenseKeys: InsideKind<'license_keys'> = {
  type: 'license_keys',
  place: 'inside',
  grant: async (tx, platform, input) => {
    const { id, displayKey } = await issueLicenseKey(tx, platform, keyGrantOf(input))
    return { license_key_id: id, display_key: displayKey }
  },
  cycle: async (tx, platform, input) => {
    await renewLicenseKey(tx, platform, { ...keyGrantOf(input), paidAt: input.now })
    return input.grant.properties
  },
  revoke: (tx, platform, input) => revokeLicenseKey(tx, platform, keyGrantOf(input)),
  // A key has the limits that it was sold with; those of one key are changed by hand.
  isChangeRelevant: () => false,
}
