import type { ReactNode } from 'react'
import type { useForm } from '#web/parts/use-form.ts'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { type InputProps, TextInput } from '#web/ui/inputs/text-input.tsx'
import { SettingsGroup } from '../layouts.tsx'
import type { FieldLook, Name } from './field.ts'

/** The state of a form that was declared by its fields. */
export type FormState<V extends object> = ReturnType<typeof useForm<V, unknown>> & {
  readonly looks: { readonly [K in Name<V>]: FieldLook }
}

interface FormFieldProps<V extends object> extends Omit<InputProps, 'form' | 'name'> {
  readonly form: FormState<V>
  readonly name: Name<V>
  readonly hint?: string | undefined
  /** Whether "optional" stands beside the label; without it where the field is not required. */
  readonly optional?: boolean | undefined
  /** The input, where it is no text input. */
  readonly children?: ReactNode
}

/** A field as it is declared, with its input. Further properties are those of the text input. */
export function FormField<V extends object>({ form, name, hint, optional, children, ...input }: FormFieldProps<V>) {
  const { label = '', isRequired = false, control, ...look } = form.looks[name]
  const shownHint = hint ?? look.hint
  if (control === 'checkbox') {
    return (
      <Checkbox
        checked={form.values[name] as boolean}
        hint={shownHint}
        label={label}
        name={name}
        onChange={({ target }) => form.set({ [name]: target.checked } as unknown as Partial<V>)}
      />
    )
  }
  return (
    <Field {...form.field(name)} hint={shownHint} label={label} optional={optional ?? !isRequired} required={isRequired}>
      {children ?? <TextInput {...form.text(name as never)} {...look.input} {...input} />}
    </Field>
  )
}

/** One group of fields: title and text left, the fields in a card. */
export function FormGroup({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <SettingsGroup text={text} title={title}>
      <Card>
        <CardBody>{children}</CardBody>
      </Card>
    </SettingsGroup>
  )
}
