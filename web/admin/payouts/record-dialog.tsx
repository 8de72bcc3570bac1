import type { Operations } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { filled } from '#web/ui/inputs/rules.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { administration, refreshAdmin } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'
import { availableOf, type Balance } from './payout.ts'

type PayoutRecord = Operations['auth:admin-record-payout']['answer']

/** Records a payout of the whole balance: it shows what is recorded before it is. */
export function RecordDialog({ balance, account, onClose }: { balance: Balance; account: string; onClose: () => void }) {
  const { locale } = useLanguage()
  const { organizationId, organizationName, currency } = balance
  const record = useAction(administration.recordPayout)
  const available = availableOf(balance)
  const form = useForm<{ readonly reference: string }, PayoutRecord>({
    initial: { reference: '' },
    rules: { reference: filled(t('referenceMissing')) },
    refusals: { codes: { A_PAYOUT_WITH_THIS_REFERENCE_IS_RECORDED_ALREADY: 'reference' }, texts: {}, text: refusedText },
    send: ({ reference }) => record.run({ organizationId, currency, reference: reference.trim() }),
    onDone: async ({ amount }) => {
      await refreshAdmin()
      onClose()
      toast(t('recorded', { amount: formatMoney(locale, amount, currency) }))
    },
  })
  return (
    <FormDialog
      danger
      form={form}
      lead={t('warning')}
      onClose={onClose}
      submitLabel={t('recordAction', { amount: formatMoney(locale, available, currency) })}
      title={t('recordTitle', { name: organizationName })}
    >
      <Field {...form.field('reference')} hint={t('referenceHint')} label={t('reference')} required>
        <TextInput {...form.text('reference')} autoComplete="off" maxLength={200} />
      </Field>
      <DescriptionList
        items={[
          [
            t('amount'),
            <strong key="amount">
              <Amount currency={currency} value={available} />
            </strong>,
          ],
          [t('to'), account],
          [t('left'), <Amount currency={currency} key="left" value={0} />],
        ]}
      />
    </FormDialog>
  )
}
