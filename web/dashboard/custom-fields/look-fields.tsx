import { t } from '#web/parts/custom-fields/messages.ts'
import { FormField, type FormState } from '#web/shell/form/form-field.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { FieldValues } from './fields.ts'
import { Options } from './options.tsx'

type FieldFormState = FormState<FieldValues>

const boundLabels = {
  text: ['form.minLength', 'form.maxLength'],
  number: ['form.lowest', 'form.highest'],
  date: ['form.earliest', 'form.latest'],
} as const

/** The look of a field at checkout, and the accepted answers, by its kind. */
export function LookFields({ form }: { form: FieldFormState }) {
  const { type, options } = form.values
  const fault = form.field('options').error
  return (
    <>
      {type === 'select' && (
        <div className="grid gap-4">
          <Options errors={form.rows('options')} onChange={(next) => form.set({ options: next })} options={options} />
          {fault !== undefined && <p className="text-caption text-bad">{fault}</p>}
        </div>
      )}
      <FormField form={form} name="label" placeholder={form.values.name} />
      <FormField form={form} name="help" />
      {type !== 'checkbox' && <FormField form={form} name="placeholder" />}
      {type === 'text' && <FormField form={form} name="textarea" />}
      {(type === 'text' || type === 'number' || type === 'date') && <Bounds form={form} type={type} />}
    </>
  )
}

function Bounds({ form, type }: { form: FieldFormState; type: keyof typeof boundLabels }) {
  const [least, most] = boundLabels[type]
  const input = type === 'date' ? ({ type: 'date' } as const) : ({ inputMode: 'numeric', numeric: true } as const)
  return (
    <div className="grid items-start gap-16 wide:grid-cols-2">
      <Field {...form.field('least')} label={t(least)} optional>
        <TextInput {...form.text('least')} {...input} />
      </Field>
      <Field {...form.field('most')} label={t(most)} optional>
        <TextInput {...form.text('most')} {...input} />
      </Field>
    </div>
  )
}
