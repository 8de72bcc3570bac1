import type { DiscountDuration } from '#client/index.ts'
import { t } from '#web/parts/discounts/messages.ts'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { DiscountFormState } from './discount-form.tsx'

const types = ['percentage', 'fixed'] as const
const durations: readonly DiscountDuration[] = ['once', 'forever', 'repeating']

/** What is taken off, and from which payments. */
export function ValueFields({ form, isNew, isFrozen }: { form: DiscountFormState; isNew: boolean; isFrozen: boolean }) {
  const { type, amount, currency } = form.values
  return (
    <>
      <Choices
        columns={2}
        label={t('form.kind')}
        onChange={(next) => form.set({ type: next })}
        options={types.map((value) => ({
          value,
          title: t(`form.kinds.${value}.title`),
          text: t(`form.kinds.${value}.text`),
          disabled: !isNew && value !== type,
        }))}
        value={type}
      />
      {type === 'percentage' ? (
        <Field {...form.field('percent')} label={t('form.percent')} required>
          <TextInput {...form.text('percent')} after="%" autoComplete="off" disabled={isFrozen} inputMode="decimal" numeric />
        </Field>
      ) : (
        <Field {...form.field('amount')} label={t('form.amount')} required>
          <MoneyInput
            currency={currency}
            disabled={isFrozen}
            name="amount"
            onChange={(next) => form.set({ amount: next })}
            value={amount}
          />
        </Field>
      )}
      <DurationFields form={form} isNew={isNew} />
    </>
  )
}

function DurationFields({ form, isNew }: { form: DiscountFormState; isNew: boolean }) {
  const { duration } = form.values
  return (
    <div className="grid items-start gap-16 wide:grid-cols-2">
      <Field hint={t(isNew ? 'form.durationText' : 'form.durationFixed')} label={t('form.duration')} required>
        <Select
          disabled={!isNew}
          name="duration"
          onChange={(event) => form.set({ duration: event.target.value as DiscountDuration })}
          value={duration}
        >
          {durations.map((value) => (
            <option key={value} value={value}>
              {t(`form.durations.${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      {duration === 'repeating' && (
        <Field {...form.field('months')} label={t('form.months')} required>
          <TextInput {...form.text('months')} autoComplete="off" disabled={!isNew} inputMode="numeric" numeric />
        </Field>
      )}
    </div>
  )
}
