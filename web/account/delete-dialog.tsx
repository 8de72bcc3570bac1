import { foldEmail, shownEmail } from '#kernel/emails/email.ts'
import { useAction } from '#web/api.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { leaveTo, useSession } from '#web/shell/session.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { filled } from '#web/ui/inputs/rules.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { ownAccount } from './client.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'

const stale = new Set(['SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION', 'SESSION_IS_NOT_FRESH'])

/**
 * Deletes the account after the user types the email, and the password if there is one. If the settings require a confirmation by email,
 * the server sends a link instead (`onMailed`). Without a password the session must be fresh (`onStale`). `onRefused` receives the error
 * text.
 */
export function DeleteDialog(props: {
  hasPassword: boolean
  onClose: () => void
  onMailed: () => void
  onStale: () => void
  onRefused: (text: string) => void
}) {
  const { hasPassword, onClose } = props
  const { email } = useSession().user
  const word = shownEmail(email)
  const remove = useAction(ownAccount.deleteUser)
  const form = useForm({
    initial: { confirmation: '', password: '' },
    rules: {
      confirmation: (typed) => (foldEmail(typed) === email ? undefined : t('danger.mistyped', { word })),
      ...(hasPassword && { password: filled(t('danger.missingPassword')) }),
    },
    refusals: { codes: { INVALID_PASSWORD: 'password' }, text: refusedText },
    send: ({ password }) => remove.run({ callbackURL: '/goodbye', ...(hasPassword && { password }) }),
    onDone: ({ isDeleted }) => (isDeleted ? leaveTo('/goodbye') : props.onMailed()),
    onRefusal: (error) => {
      if (error.code === 'INVALID_PASSWORD') return false
      if (stale.has(error.code)) props.onStale()
      else props.onRefused(refusedText(error))
      return true
    },
  })
  return (
    <FormDialog
      danger
      form={form}
      intro={t('danger.confirmText')}
      onClose={onClose}
      size="small"
      submitLabel={t('danger.confirm')}
      title={t('danger.confirmTitle')}
    >
      <Field {...form.field('confirmation')} label={t('danger.type', { word })} required>
        <TextInput {...form.text('confirmation')} autoCapitalize="none" autoComplete="off" spellCheck={false} />
      </Field>
      {hasPassword && (
        <Field {...form.field('password')} label={t('danger.password')} required>
          <PasswordInput {...form.text('password')} autoComplete="current-password" />
        </Field>
      )}
    </FormDialog>
  )
}
