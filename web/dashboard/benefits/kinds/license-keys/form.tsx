import type { PropertiesOf } from '#web/parts/benefits/kinds.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { BenefitKindForm, KindForm } from '../kind.ts'
import { wholeNumber } from '../whole-number.ts'

type Timeframe = NonNullable<PropertiesOf<'license_keys'>['expires']>['timeframe']

interface LicenseValues {
  readonly prefix: string
  readonly hasExpiry: boolean
  readonly ttl: string
  readonly timeframe: Timeframe
  readonly hasActivations: boolean
  readonly activationLimit: string
  readonly customersDeactivate: boolean
  readonly hasUsageLimit: boolean
  readonly usageLimit: string
}

const timeframes: readonly Timeframe[] = ['day', 'month', 'year']
/** A key expires within a hundred years, as the server demands. */
const maxTtl: Readonly<Record<Timeframe, number>> = { day: 36_500, month: 1200, year: 100 }
const maxActivations = 1000
const maxUsage = 2_147_483_647
const sampleKey = '2F9C1E7A-5B0D-4C36-9E48-71D20A6F3B95'

/** A license key for each customer. */
export const licenseKeys: BenefitKindForm<'license_keys', LicenseValues> = {
  type: 'license_keys',
  valuesOf: (benefit) => {
    const { prefix, expires, activations, limit_usage } = benefit?.properties ?? {
      prefix: null,
      expires: null,
      activations: null,
      limit_usage: null,
    }
    return {
      prefix: prefix ?? '',
      hasExpiry: expires !== null,
      ttl: String(expires?.ttl ?? 1),
      timeframe: expires?.timeframe ?? 'year',
      hasActivations: activations !== null,
      activationLimit: String(activations?.limit ?? 5),
      customersDeactivate: activations?.enable_customer_admin ?? true,
      hasUsageLimit: limit_usage !== null,
      usageLimit: String(limit_usage ?? 100),
    }
  },
  rules: {
    ttl: (ttl, { hasExpiry, timeframe }) => (hasExpiry ? wholeNumber(ttl, maxTtl[timeframe]) : undefined),
    activationLimit: (limit, { hasActivations }) => (hasActivations ? wholeNumber(limit, maxActivations) : undefined),
    usageLimit: (limit, { hasUsageLimit }) => (hasUsageLimit ? wholeNumber(limit, maxUsage) : undefined),
  },
  paths: {
    'properties.prefix': 'prefix',
    'properties.expires': 'ttl',
    'properties.activations': 'activationLimit',
    'properties.limit_usage': 'usageLimit',
  },
  propertiesOf: (values) => ({
    prefix: values.prefix.trim() === '' ? null : values.prefix.trim(),
    expires: values.hasExpiry ? { ttl: Number(values.ttl), timeframe: values.timeframe } : null,
    activations: values.hasActivations
      ? { limit: Number(values.activationLimit), enable_customer_admin: values.customersDeactivate }
      : null,
    limit_usage: values.hasUsageLimit ? Number(values.usageLimit) : null,
  }),
  Fields: LicenseFields,
}

function LicenseFields({ form }: { form: KindForm<LicenseValues> }) {
  const { prefix, hasExpiry, hasActivations, hasUsageLimit, customersDeactivate } = form.values
  const example = prefix.trim() === '' ? sampleKey : `${prefix.trim().toUpperCase()}-${sampleKey}`
  return (
    <>
      <Field
        {...form.field('prefix')}
        hint={tKind('license_keys.form.prefixHint', { example })}
        label={tKind('license_keys.form.prefix')}
        optional
      >
        <TextInput {...form.text('prefix')} autoComplete="off" maxLength={50} mono />
      </Field>
      <Checkbox
        checked={hasExpiry}
        label={tKind('license_keys.form.hasExpiry')}
        onChange={(event) => form.set({ hasExpiry: event.target.checked })}
      />
      {hasExpiry && <ExpiryFields form={form} />}
      <Checkbox
        checked={hasActivations}
        label={tKind('license_keys.form.hasActivations')}
        onChange={(event) => form.set({ hasActivations: event.target.checked })}
      />
      {hasActivations && (
        <div className="grid gap-12 pl-24">
          <NumberField form={form} label={tKind('license_keys.form.activationLimit')} name="activationLimit" />
          <Checkbox
            checked={customersDeactivate}
            label={tKind('license_keys.form.customersDeactivate')}
            onChange={(event) => form.set({ customersDeactivate: event.target.checked })}
          />
        </div>
      )}
      <Checkbox
        checked={hasUsageLimit}
        label={tKind('license_keys.form.hasUsageLimit')}
        onChange={(event) => form.set({ hasUsageLimit: event.target.checked })}
      />
      {hasUsageLimit && (
        <div className="pl-24">
          <NumberField form={form} label={tKind('license_keys.form.usageLimit')} name="usageLimit" />
        </div>
      )}
    </>
  )
}

function ExpiryFields({ form }: { form: KindForm<LicenseValues> }) {
  return (
    <div className="grid grid-cols-2 items-start gap-12 pl-24">
      <Field {...form.field('ttl')} label={tKind('license_keys.form.ttl')} required>
        <TextInput {...form.text('ttl')} inputMode="numeric" numeric />
      </Field>
      <Field label={tKind('license_keys.form.timeframe')} required>
        <Select
          name="timeframe"
          onChange={(event) => form.set({ timeframe: event.target.value as Timeframe })}
          value={form.values.timeframe}
        >
          {timeframes.map((timeframe) => (
            <option key={timeframe} value={timeframe}>
              {tKind(`license_keys.form.timeframes.${timeframe}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

function NumberField({ form, name, label }: { form: KindForm<LicenseValues>; name: 'activationLimit' | 'usageLimit'; label: string }) {
  return (
    <Field {...form.field(name)} label={label} required>
      <TextInput {...form.text(name)} inputMode="numeric" numeric />
    </Field>
  )
}
