import { useAction } from '#web/api.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { parseDecimal } from '#web/ui/text/decimal.ts'
import { administration, refreshAdmin } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'
import { type Balance, type PlatformPayouts, shareText } from './payout.ts'

interface TermsValues {
  readonly account: string
  /** Percent, as it was typed; empty: the fee of the settings. */
  readonly share: string
}

/** Edits where the payouts of an organization go, and its own fee. */
export function TermsDialog({ balance, settings, onClose }: { balance: Balance; settings: PlatformPayouts; onClose: () => void }) {
  const { locale } = useLanguage()
  const { organizationId, organizationName, payoutAccount, feeBasisPoints } = balance
  const save = useAction(administration.setPayoutTerms)
  const pointsOf = (text: string) => basisPointsOf(locale, text)
  const form = useForm<TermsValues, { readonly status: boolean }>({
    initial: { account: payoutAccount ?? '', share: feeBasisPoints === null ? '' : (feeBasisPoints / 100).toLocaleString(locale) },
    rules: { share: (text) => (text.trim() !== '' && pointsOf(text) === null ? t('shareInvalid') : undefined) },
    refusals: { paths: { payoutAccount: 'account', feeBasisPoints: 'share' }, texts: {}, text: refusedText },
    send: ({ account, share }) =>
      save.run({ organizationId, payoutAccount: account.trim() || null, feeBasisPoints: share.trim() === '' ? null : pointsOf(share) }),
    onDone: async () => {
      await refreshAdmin()
      onClose()
      toast(t('saved'))
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} submitLabel={t('save')} title={t('termsTitle', { name: organizationName })}>
      <Field {...form.field('account')} hint={t('accountHint')} label={t('account')} optional>
        <TextInput {...form.text('account')} autoComplete="off" maxLength={200} />
      </Field>
      <Field
        {...form.field('share')}
        hint={t('shareHint', { share: shareText(locale, settings.feeBasisPoints) })}
        label={t('share')}
        optional
      >
        <TextInput {...form.text('share')} autoComplete="off" inputMode="decimal" />
      </Field>
    </FormDialog>
  )
}

/** A percentage as hundredths of a percent; null where it is none from 0 to 100 with two decimals at most. */
function basisPointsOf(locale: string, text: string): number | null {
  const percent = parseDecimal(text, locale)
  const points = percent === null ? Number.NaN : Math.round(Number(percent) * 100)
  return points >= 0 && points <= 10_000 && Math.abs(Number(percent) * 100 - points) < 1e-6 ? points : null
}
