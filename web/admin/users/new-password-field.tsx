import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { t } from './messages.ts'
import { generatePassword } from './password-generator.ts'

/** A password for another user, shown in clear text so that the administrator can pass it on. Its form name is `password`. */
export function NewPasswordField(props: {
  label: string
  hint: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  const { label, hint, error, value, onChange } = props
  return (
    <Field
      beside={
        <button className={linkClass} onClick={() => onChange(generatePassword())} type="button">
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
        onChange={(event) => onChange(event.target.value)}
        spellCheck={false}
        value={value}
      />
    </Field>
  )
}
