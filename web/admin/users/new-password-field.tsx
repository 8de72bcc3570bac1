import { useState } from 'react'
import { CopyButton } from '#web/ui/acts/copy-button.tsx'
import { linkClass } from '#web/ui/acts/link.tsx'
import { Field } from '#web/ui/asking/field.tsx'
import { firstField } from '#web/ui/asking/first-field.ts'
import { TextInput } from '#web/ui/asking/text-input.tsx'
import { newPassword } from './password-text.ts'
import { t } from './words.ts'

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
