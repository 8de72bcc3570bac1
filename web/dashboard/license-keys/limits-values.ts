// The values of the dialog that changes the limits of a license key. Pure.
import type { LicenseKeyRead, LicenseKeyUpdate } from '#client/index.ts'
import { fromLocalTime, toLocalTime } from '#web/ui/inputs/local-time.ts'

/** The texts of the fields; an empty one removes a limit. */
export interface LimitsValues {
  readonly limitActivations: string
  readonly limitUsage: string
  readonly usage: string
  /** Local time. */
  readonly expiresAt: string
}

type KeyLimits = Pick<LicenseKeyRead, 'limitActivations' | 'limitUsage' | 'usage' | 'expiresAt'>

/** The bounds of the numbers, as the server demands. */
export const limitBounds = {
  limitActivations: { min: 1, max: 1000 },
  limitUsage: { min: 1, max: 2_147_483_647 },
  usage: { min: 0, max: 2_147_483_647 },
} as const

/** The values of a key. */
export const limitsOf = ({ limitActivations, limitUsage, usage, expiresAt }: KeyLimits): LimitsValues => ({
  limitActivations: limitActivations === null ? '' : String(limitActivations),
  limitUsage: limitUsage === null ? '' : String(limitUsage),
  usage: String(usage),
  expiresAt: toLocalTime(expiresAt),
})

/** Whether a text is a whole number within the bounds of its field; an empty one where the limit may be missing. */
export function isLimit(name: keyof typeof limitBounds, text: string): boolean {
  if (text.trim() === '') return name !== 'usage'
  const { min, max } = limitBounds[name]
  return /^\d{1,10}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
}

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))

/** What differs from the key: what a program counts in the meantime is not written back. */
export function limitChanges(values: LimitsValues, licenseKey: KeyLimits): LicenseKeyUpdate {
  const before = limitsOf(licenseKey)
  return {
    ...(values.limitActivations !== before.limitActivations && { limitActivations: numberOf(values.limitActivations) }),
    ...(values.limitUsage !== before.limitUsage && { limitUsage: numberOf(values.limitUsage) }),
    ...(values.usage !== before.usage && { usage: Number(values.usage) }),
    ...(values.expiresAt !== before.expiresAt && { expiresAt: fromLocalTime(values.expiresAt) }),
  }
}
