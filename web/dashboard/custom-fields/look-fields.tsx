import { t } from '#web/parts/custom-fields/messages.ts'
import type { useForm } from '#web/parts/use-form.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { FieldValues } from './field-values.ts'
import { Options } from './options.tsx'

/** The form of a custom field. */
export type FieldFormState = ReturnType<typeof useForm<FieldValues, unknown>>

const boundLabels = {
  text: ['form.minLength', 'form.maxLength'],
  number: ['form.lowest', 'form.highest'],
  date: ['form.earliest', 'form.latest'],
} as const

/** How a field looks at checkout, and which answers are accepted, by its kind. */
export function LookFields({ form }: { form: FieldFormState }) {
  const { type, options, textarea } = form.values
  const fault = form.field('options').error
  return (
    <>
      {type === 'select' && (
        <div className="grid gap-4">
          <Options errors={form.rows('options')} onChange={(next) => form.set({ options: next })} options={options} />
          {fault !== undefined && <p className="text-caption text-bad">{fault}</p>}
        </div>
      )}
      <Field {...form.field('label')} label={t('form.label')} optional>
        <TextInput {...form.text('label')} autoComplete="off" placeholder={form.values.name} />
      </Field>
      <Field {...form.field('help')} label={t('form.help')} optional>
        <TextInput {...form.text('help')} autoComplete="off" />
      </Field>
      {type !== 'checkbox' && (
        <Field {...form.field('placeholder')} label={t('form.placeholder')} optional>
          <TextInput {...form.text('placeholder')} autoComplete="off" />
        </Field>
      )}
      {type === 'text' && (
        <Checkbox checked={textarea} label={t('form.textarea')} onChange={(event) => form.set({ textarea: event.target.checked })} />
      )}
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
