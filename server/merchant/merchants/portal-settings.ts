// The parts of the portal that customers may see and change. Pure. Whether they may change their plan is a rule of subscriptions.
import { z } from 'zod'
import { added, unavailable } from '#platform/http/wire-parts.ts'

/** The parts of the portal that a merchant lets its customers see and change. */
export interface PortalSettings {
  /** Whether the portal shows what the customer has used of meters; what usage costs is on orders either way. */
  readonly showsUsage: boolean
  /** Whether customers may enter another email; it counts once they have opened the link that is mailed to it. */
  readonly allowsEmailChange: boolean
}

/** The settings of a merchant that has not chosen any. */
export const DEFAULT_PORTAL_SETTINGS: PortalSettings = { showsUsage: true, allowsEmailChange: true }

/** Changes of the settings: what is omitted or null stays. */
export type PortalSettingsChanges = { readonly [Field in keyof PortalSettings]?: PortalSettings[Field] | null | undefined }

/** The settings after a change. */
export function changePortalSettings(settings: PortalSettings, changes: PortalSettingsChanges): PortalSettings {
  return {
    showsUsage: changes.showsUsage ?? settings.showsUsage,
    allowsEmailChange: changes.allowsEmailChange ?? settings.allowsEmailChange,
  }
}

/** The settings in an answer, under the names of newer clients. */
export const portalSettings = z
  .object({
    usage: z.object({ show: z.boolean() }),
    subscription: z.object({ update_seats: z.boolean(), update_plan: z.boolean(), pause: z.boolean() }),
    customer: z.object({ allow_email_change: z.boolean() }),
  })
  .meta({ id: 'OrganizationCustomerPortalSettings' })

const about = 'What customers may see and change in the portal. `update_plan` is another name of `allow_customer_updates`, which wins.'

/** Changes of the settings in a body. Seats and pauses do not exist. */
export const portalSettingsInput = z
  .object({
    usage: z.object({ show: z.boolean().nullish() }).nullish(),
    subscription: z.object({ update_seats: unavailable(false), update_plan: z.boolean().nullish(), pause: unavailable(false) }).nullish(),
    customer: z.object({ allow_email_change: z.boolean().nullish() }).nullish(),
  })
  .meta({ id: 'OrganizationCustomerPortalSettingsInput' })
  .nullish()
  .meta(added(about))

/** The settings as JSON. */
export function toPortalSettingsWire(
  { showsUsage, allowsEmailChange }: PortalSettings,
  allowsCustomerUpdates: boolean,
): z.output<typeof portalSettings> {
  return {
    usage: { show: showsUsage },
    subscription: { update_seats: false, update_plan: allowsCustomerUpdates, pause: false },
    customer: { allow_email_change: allowsEmailChange },
  }
}

/** The changes of a body. */
export function toPortalSettingsChanges(body: z.output<typeof portalSettingsInput>): PortalSettingsChanges {
  return { showsUsage: body?.usage?.show, allowsEmailChange: body?.customer?.allow_email_change }
}
