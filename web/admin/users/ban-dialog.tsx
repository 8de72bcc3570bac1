import { useAction } from '#web/api.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import type { Rules } from '#web/ui/inputs/rules.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { administration } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { type BanExpiry, banExpiries, banSeconds } from './ban-expiry.ts'
import { t } from './messages.ts'
import { finishAction, type UserDialogProps } from './user.ts'

interface BanValues {
  readonly reason: string
  readonly expiry: BanExpiry
  readonly day: string
}

const rules: Rules<BanValues> = {
  day: (day, { expiry }) => (banSeconds(expiry, day, new Date()) === null ? t('ban.missingDay') : undefined),
}

/** Bans a user with a reason, temporarily or permanently. */
export function BanDialog({ details: { user }, onClose }: UserDialogProps) {
  const ban = useAction(administration.banUser)
  const form = useForm<BanValues, unknown>({
    initial: { reason: '', expiry: 'week', day: '' },
    rules,
    refusals: { paths: { banReason: 'reason', banExpiresIn: 'day' }, text: refusedText },
    send: async ({ reason, expiry, day }) => {
      const seconds = banSeconds(expiry, day, new Date())
      if (seconds === null) return null
      const banReason = reason.trim()
      return ban.run({ userId: user.id, ...(banReason !== '' && { banReason }), ...(seconds !== undefined && { banExpiresIn: seconds }) })
    },
    onDone: () => finishAction({ message: t('ban.done', { name: user.name }), onClose }),
  })
  const { expiry } = form.values
  return (
    <FormDialog
      danger
      form={form}
      intro={t('ban.text')}
      onClose={onClose}
      size="small"
      submitLabel={t('ban.action')}
      title={t('ban.title', { name: user.name })}
    >
      <Field {...form.field('reason')} hint={t('ban.reasonHint')} label={t('ban.reason')} optional>
        <TextInput {...form.text('reason')} autoComplete="off" maxLength={500} />
      </Field>
      <Field label={t('ban.end')}>
        <Select name="expiry" onChange={(event) => form.set({ expiry: event.target.value as BanExpiry })} value={expiry}>
          {banExpiries.map((each) => (
            <option key={each} value={each}>
              {t(`ban.ends.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      {expiry === 'date' && (
        <Field {...form.field('day')} hint={t('ban.dayHint')} label={t('ban.day')} required>
          <TextInput {...form.text('day')} type="date" />
        </Field>
      )}
    </FormDialog>
  )
}
