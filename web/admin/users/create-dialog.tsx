import { useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { adminHref } from '#web/admin/href.ts'
import { useAction } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { administration, refreshAdmin } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'
import { NewPasswordField } from './new-password-field.tsx'

type Faults = Partial<Record<'name' | 'email' | 'password' | 'form', string | undefined>>
const faultFields: Readonly<Record<string, keyof Faults>> = { USER_ALREADY_EXISTS: 'email', INVALID_EMAIL: 'email' }

/** Creates a user with a password that the administrator passes on. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const { translate } = useLanguage()
  const router = useRouter()
  const id = useId()
  const [faults, setFaults] = useState<Faults>({})
  const create = useAction(administration.createUser)
  const submit = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const [name, email, password] = (['name', 'email', 'password'] as const).map((key) => String(values.get(key)).trim()) as [
      string,
      string,
      string,
    ]
    const found: Faults = {
      name: name === '' ? t('missingName') : undefined,
      email: email === '' ? t('missingEmail') : undefined,
      password: password === '' ? t('missingPassword') : undefined,
    }
    setFaults(found)
    if (Object.values(found).some((fault) => fault !== undefined)) return
    const role = String(values.get('role'))
    const result = await create.run({ name, email, password, role, data: { emailVerified: values.has('confirmed') } })
    if (result === null) return
    if (result.error !== null) return setFaults({ [faultFields[result.error.code] ?? 'form']: refusedText(result.error) })
    await refreshAdmin()
    toast(t('created', { name }))
    router.history.push(adminHref('users', result.data.user.id))
  }
  return (
    <Dialog
      busy={create.busy}
      foot={
        <>
          <Button disabled={create.busy} onClick={onClose}>
            {translate('cancel')}
          </Button>
          <Button busy={create.busy} form={id} variant="primary" type="submit">
            {t('create')}
          </Button>
        </>
      }
      lead={t('createDescription')}
      onClose={onClose}
      open
      size="small"
      title={t('createTitle')}
    >
      <Form busy={create.busy} faults={faults} id={id} onSubmit={(form) => void submit(form)}>
        <Field error={faults.name} label={t('name')} required>
          <TextInput autoComplete="off" maxLength={255} name="name" ref={firstField} />
        </Field>
        <Field error={faults.email} label={t('email')} required>
          <TextInput autoCapitalize="none" autoComplete="off" inputMode="email" name="email" spellCheck={false} />
        </Field>
        <NewPasswordField error={faults.password} hint={t('passwordHint')} label={t('password')} />
        <Field label={t('role')}>
          <Select name="role">
            <option value="user">{t('roles.user')}</option>
            <option value="admin">{t('roles.admin')}</option>
          </Select>
        </Field>
        <Checkbox hint={t('confirmedHint')} label={t('confirmed')} name="confirmed" />
        {faults.form !== undefined && (
          <Banner alert tone="bad">
            {faults.form}
          </Banner>
        )}
      </Form>
    </Dialog>
  )
}
