import { useState } from 'react'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { t } from './messages.ts'
import { newPassword } from './password-text.ts'

/** A password for somebody else: shown as it is typed, for it is to be handed over. Its name in the form is `password`; a dialog opens with the first one. */
export function NewPasswordField({
  label,
  hint,
  error,
  isFirst = false,
}: {
  label: string
  hint: string
  error: string | undefined
  isFirst?: boolean
}) {
  const [value, setValue] = useState('')
  return (
    <Field
      beside={
        <button className={linkClass} onClick={() => setValue(newPassword())} type="button">
          {t('generate')}
        </button>
      }
      error={error}
      hint={hint}
      label={label}
      required
    >
      <TextInput
        after={value === '' ? undefined : <CopyButton name={label} small value={value} />}
        autoCapitalize="none"
        autoComplete="off"
        name="password"
        onChange={(event) => setValue(event.target.value)}
        ref={isFirst ? firstField : undefined}
        spellCheck={false}
        value={value}
      />
    </Field>
  )
}
