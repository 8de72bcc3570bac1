import type { LicenseKeyRead } from '#client/index.ts'
import { t } from '#web/parts/license-keys/messages.ts'
import { localTime, wholeNumber } from '#web/shell/form/kinds.ts'
import { resourceForm } from '#web/shell/form/resource-form.ts'

type KeyLimits = Pick<LicenseKeyRead, 'limitActivations' | 'limitUsage' | 'usage' | 'expiresAt'>

const int32 = 2_147_483_647
const from = (min: number, max: number) => ({ min, max, message: t('edit.invalid', { min: String(min), max: String(max) }) })

/** The limits of a license key; an empty field removes one. What a program counts meanwhile is not written back. */
export const limitsForm = resourceForm<KeyLimits, Readonly<Record<keyof KeyLimits, string>>>({
  fields: {
    limitActivations: wholeNumber({ ...from(1, 1000), label: t('edit.limitActivations'), hint: t('edit.limitActivationsHint') }),
    limitUsage: wholeNumber({ ...from(1, int32), label: t('edit.limitUsage'), hint: t('edit.limitUsageHint') }),
    usage: wholeNumber({ ...from(0, int32), label: t('edit.usage'), isRequired: true }),
    expiresAt: localTime({ label: t('edit.expiresAt'), hint: t('edit.expiresHint') }),
  },
})
