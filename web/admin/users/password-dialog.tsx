import { useAction } from '#web/api.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { providerName } from '#web/parts/providers/name.ts'
import { useForm } from '#web/parts/use-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { filled } from '#web/ui/inputs/rules.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { administration } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { finishAction, type UserDialogProps } from './user.ts'

const codes = { PASSWORD_TOO_SHORT: 'password', PASSWORD_TOO_LONG: 'password', PASSWORD_TOO_COMMON: 'password' } as const

/** Sets a new password for a user who has one; a user without a password has to set it themselves. */
export function PasswordDialog(props: UserDialogProps) {
  const hasPassword = props.details.accounts.some(({ provider }) => provider === 'credential')
  return hasPassword ? <NewPasswordDialog {...props} /> : <NoPasswordDialog {...props} />
}

function NewPasswordDialog({ details: { user }, onClose }: UserDialogProps) {
  const update = useAction(administration.setUserPassword)
  const form = useForm({
    initial: { password: '' },
    rules: { password: filled(t('missingPassword')) },
    refusals: { codes, paths: { newPassword: 'password' }, text: refusedText },
    send: ({ password }) => update.run({ userId: user.id, newPassword: password }),
    onDone: () => finishAction({ message: t('setPassword.done', { name: user.name }), onClose }),
  })
  return (
    <FormDialog
      form={form}
      intro={t('setPassword.text')}
      onClose={onClose}
      size="small"
      submitLabel={t('setPassword.action')}
      title={t('setPassword.title', { name: user.name })}
    >
      <NewPasswordField
        {...form.field('password')}
        hint={t('setPassword.hint')}
        label={t('setPassword.new')}
        onChange={(password) => form.set({ password })}
        value={form.values.password}
      />
    </FormDialog>
  )
}

function NoPasswordDialog({ details: { user, accounts }, onClose }: UserDialogProps) {
  const { translate } = useLanguage()
  const methods = accounts.map(({ provider }) => providerName(provider) ?? provider).join(', ')
  return (
    <Dialog
      foot={<Button onClick={onClose}>{translate('close')}</Button>}
      onClose={onClose}
      open
      size="small"
      title={t('setPassword.title', { name: user.name })}
    >
      <p className="text-body text-muted">{t('setPassword.none', { methods })}</p>
    </Dialog>
  )
}
