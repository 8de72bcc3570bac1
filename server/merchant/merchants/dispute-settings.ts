// The effects of a dispute of a payment besides its entries. Pure.
import { z } from 'zod'
import { added, unavailable } from '#platform/http/wire-parts.ts'

/** The effects that a merchant lets follow from disputes of its payments. */
export interface DisputeSettings {
  /** Whether a lost dispute ends the subscription that was paid, or withdraws the benefits of the purchase (rule W8). */
  readonly revokesAccess: boolean
}

/** The settings of a merchant that has not chosen any. */
export const DEFAULT_DISPUTE_SETTINGS: DisputeSettings = { revokesAccess: true }

/** Changes of the settings: what is omitted or null stays. */
export type DisputeSettingsChanges = { readonly [Field in keyof DisputeSettings]?: DisputeSettings[Field] | null | undefined }

/** The settings after a change. */
export function changeDisputeSettings(settings: DisputeSettings, changes: DisputeSettingsChanges): DisputeSettings {
  return { revokesAccess: changes.revokesAccess ?? settings.revokesAccess }
}

const about = 'Whether a lost dispute ends the subscription that was paid, or withdraws the benefits of the purchase.'

/** The settings in an answer. */
export const disputeSettings = z
  .object({ auto_accept_below_amount: z.int().nullable(), revoke_access_when_lost: z.boolean().meta(added(about)) })
  .meta({ id: 'OrganizationDisputeSettings' })

/** Changes of the settings in a body. No dispute is accepted by itself. */
export const disputeSettingsInput = z
  .object({
    auto_accept_below_amount: unavailable(),
    revoke_access_when_lost: z.boolean().nullish().meta(added(about)),
  })
  .meta({ id: 'OrganizationDisputeSettingsInput' })
  .nullish()
  .meta(added('What follows from disputes of payments.'))

/** The settings as JSON. */
export function toDisputeSettingsWire({ revokesAccess }: DisputeSettings): z.output<typeof disputeSettings> {
  return { auto_accept_below_amount: null, revoke_access_when_lost: revokesAccess }
}

/** The changes of a body. */
export function toDisputeSettingsChanges(body: z.output<typeof disputeSettingsInput>): DisputeSettingsChanges {
  return { revokesAccess: body?.revoke_access_when_lost }
}
