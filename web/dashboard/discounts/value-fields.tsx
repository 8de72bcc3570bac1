import type { DiscountDuration } from '#client/index.ts'
import { t } from '#web/parts/discounts/messages.ts'
import { FormField, type FormState } from '#web/shell/form/form-field.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import type { DiscountValues } from './fields.ts'

const types = ['percentage', 'fixed'] as const
const durations: readonly DiscountDuration[] = ['once', 'forever', 'repeating']

interface ValueFieldsProps {
  readonly form: FormState<DiscountValues>
  readonly isNew: boolean
  readonly isFrozen: boolean
}

/** The reduction, and the payments from which it is taken. */
export function ValueFields({ form, isNew, isFrozen }: ValueFieldsProps) {
  const { type, amount, currency, duration } = form.values
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
        <FormField disabled={isFrozen} form={form} name="basisPoints" />
      ) : (
        <FormField form={form} name="amount">
          <MoneyInput
            currency={currency}
            disabled={isFrozen}
            name="amount"
            onChange={(next) => form.set({ amount: next })}
            value={amount}
          />
        </FormField>
      )}
      <div className="grid items-start gap-16 wide:grid-cols-2">
        <FormField form={form} hint={t(isNew ? 'form.durationText' : 'form.durationFixed')} name="duration">
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
        </FormField>
        {duration === 'repeating' && <FormField disabled={!isNew} form={form} name="durationInMonths" />}
      </div>
    </>
  )
}
