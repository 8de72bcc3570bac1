// The answers to a key that was sent: to programs without a credential, and to merchants, who see more of the customer.
import type { z } from 'zod'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { CustomerLicenseKey } from '../model.ts'
import { findLicenseKey } from '../reads.ts'
import {
  type licenseKeyActivate,
  type licenseKeyActivation,
  type licenseKeyDeactivate,
  type licenseKeyValidate,
  toActivationWire,
  toValidatedKeyWire,
  type validatedLicenseKey,
} from '../wire.ts'
import { activateLicenseKey } from './activate-license-key.ts'
import { deactivateLicenseKey } from './deactivate-license-key.ts'
import type { KeyFound } from './limit-requests.ts'
import { validateLicenseKey } from './validate-license-key.ts'

interface KeyCall<Body extends z.ZodType> {
  readonly tx: Tx
  readonly platform: Platform
  readonly body: z.output<Body>
  /** Is called once the key is found. */
  readonly onFound?: KeyFound
}

/** The part of a key that the caller may see. */
type View = (key: CustomerLicenseKey) => CustomerLicenseKey

/** Validates the key of the body and counts its usage. 404 for one that is not valid, 400 for usage beyond the limit. */
export async function handleValidation(
  { tx, platform, body, onFound }: KeyCall<typeof licenseKeyValidate>,
  view: View,
): Promise<z.output<typeof validatedLicenseKey>> {
  const validation = {
    benefitId: body.benefit_id,
    customerId: body.customer_id,
    conditions: body.conditions ?? {},
    incrementUsage: body.increment_usage ?? 0,
  }
  const sent = { organizationId: body.organization_id, key: body.key, activationId: body.activation_id ?? null, validation, onFound }
  const { key, activation } = await validateLicenseKey(tx, platform, sent)
  return toValidatedKeyWire(view(await findLicenseKey(tx, platform, key)), activation, platform.settings.BASE_URL)
}

/** Activates the key of the body. 404 for one that is not valid, 403 without a limit or beyond it. */
export async function handleActivation(
  { tx, platform, body, onFound }: KeyCall<typeof licenseKeyActivate>,
  view: View,
): Promise<z.output<typeof licenseKeyActivation>> {
  const { label, conditions = {}, meta = {} } = body
  const sent = { organizationId: body.organization_id, key: body.key, activation: { label, conditions, meta }, onFound }
  const { key, activation } = await activateLicenseKey(tx, platform, sent)
  return toActivationWire(activation, view(await findLicenseKey(tx, platform, key)), platform.settings.BASE_URL)
}

/** Removes the activation of the body. 404 for a key that is not valid or an activation that it has not. */
export function handleDeactivation({ tx, platform, body, onFound }: KeyCall<typeof licenseKeyDeactivate>): Promise<void> {
  const { organization_id: organizationId, key, activation_id: activationId } = body
  return deactivateLicenseKey(tx, platform, { organizationId, key, activationId, onFound })
}
