import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { t } from '../messages.ts'
import { type Answers, answerName, type CheckoutField } from './answers.ts'

const SECONDS = 1000
const DAY_LENGTH = 10

// The day of an instant in seconds since 1970, as a date input takes it.
const dayOf = (seconds: number | undefined) =>
  seconds === undefined ? undefined : new Date(seconds * SECONDS).toISOString().slice(0, DAY_LENGTH)

/** The custom fields of a checkout, in their order. `faults` has the messages by the names of the fields. */
export default function CustomFields(props: {
  fields: readonly CheckoutField[]
  answers: Answers
  faults: Readonly<Record<string, string | undefined>>
  onChange: (slug: string, answer: string | boolean) => void
}) {
  const { fields, answers, faults, onChange } = props
  return fields.map(({ customField: field, required }) => {
    const { slug, name, properties } = field
    const label = properties.form_label ?? name
    const hint = properties.form_help_text
    const error = faults[answerName(slug)]
    const answer = answers[slug]
    if (field.type === 'checkbox')
      return (
        <div className="grid gap-6" key={slug}>
          <Checkbox
            aria-describedby={error === undefined ? undefined : `${answerName(slug)}-text`}
            aria-invalid={error !== undefined || undefined}
            aria-required={required || undefined}
            checked={answer === true}
            hint={hint}
            label={label}
            name={answerName(slug)}
            onChange={(event) => onChange(slug, event.currentTarget.checked)}
          />
          {error !== undefined && (
            <p className="text-caption text-bad" id={`${answerName(slug)}-text`}>
              {error}
            </p>
          )}
        </div>
      )
    const input = {
      name: answerName(slug),
      placeholder: properties.form_placeholder,
      value: typeof answer === 'string' ? answer : '',
      onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange(slug, event.currentTarget.value),
    }
    return (
      <Field error={error} hint={hint} key={slug} label={label} optional={!required} required={required}>
        <AnswerInput field={field} input={input} />
      </Field>
    )
  })
}

function AnswerInput({
  field,
  input,
}: {
  field: CheckoutField['customField']
  input: {
    readonly name: string
    readonly placeholder: string | undefined
    readonly value: string
    readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
  }
}) {
  const { placeholder, ...choice } = input
  if (field.type === 'select')
    return (
      <Select {...choice}>
        <option value="">{placeholder ?? t('choose')}</option>
        {field.properties.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    )
  if (field.type === 'text' && field.properties.textarea) return <Textarea {...input} maxLength={field.properties.max_length} />
  if (field.type === 'date') return <TextInput {...input} max={dayOf(field.properties.le)} min={dayOf(field.properties.ge)} type="date" />
  if (field.type === 'number') return <TextInput {...input} inputMode="numeric" numeric />
  return <TextInput {...input} maxLength={field.type === 'text' ? field.properties.max_length : undefined} />
}
