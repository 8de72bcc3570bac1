import { useState } from 'react'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { t } from './messages.ts'
import { generatePassword } from './password-generator.ts'

/**
 * A password for another user, shown in clear text so that the administrator can pass it on. Its form name is `password`. `isFirst` focuses
 * it when the dialog opens.
 */
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
        <button className={linkClass} onClick={() => setValue(generatePassword())} type="button">
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
