import { useMemo } from 'react'
import type { Order } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { countries, statesOf } from '#web/parts/checkouts/page/regions.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { t } from '#web/parts/invoices/messages.ts'
import { useForm } from '#web/parts/use-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

const longest = 250
const formId = 'invoice-buyer'

interface BuyerValues {
  readonly name: string
  readonly line1: string
  readonly line2: string
  readonly postalCode: string
  readonly city: string
  readonly state: string
  readonly country: string
}

const valuesOf = ({ billingName, billingAddress: address, customer }: Order): BuyerValues => ({
  name: billingName ?? customer.name ?? '',
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  postalCode: address?.postalCode ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  country: address?.country ?? '',
})

/** Edits the buyer whom the invoice of an order names, until it is generated. */
export default function BuyerDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const save = useAction(client.orders.update, ['orders'])
  const form = useForm({
    initial: () => valuesOf(order),
    rules: {
      name: (name: string) => (name.trim() === '' ? t('buyerDialog.nameMissing') : undefined),
      country: (country: string) => (country === '' ? t('buyerDialog.countryMissing') : undefined),
    },
    refusals: { paths: { billing_name: 'name', 'billing_address.country': 'country', 'billing_address.state': 'state' }, texts: {} },
    send: ({ name, ...address }) => save.run(order.id, { billingName: name.trim(), billingAddress: address }),
    onDone: () => {
      onClose()
      toast(t('buyerDialog.saved'))
    },
  })
  return (
    <Dialog
      busy={form.busy}
      foot={
        <Button busy={form.busy} form={formId} type="submit" variant="primary">
          {t('buyerDialog.save')}
        </Button>
      }
      onClose={onClose}
      open
      title={t('buyerDialog.title', { number: order.number })}
    >
      <AppForm {...form.props} className="grid gap-16" focusFirst id={formId}>
        <BuyerFields form={form} />
        <FormFailure text={form.failure} />
      </AppForm>
    </Dialog>
  )
}

function BuyerFields({ form }: { form: ReturnType<typeof useForm<BuyerValues, unknown>> }) {
  const { locale } = useLanguage()
  const all = useMemo(() => countries(locale), [locale])
  const states = statesOf(form.values.country)
  const line = (field: 'line1' | 'line2' | 'postalCode' | 'city') => (
    <Field {...form.field(field)} label={t(`address.${field}`)} optional>
      <TextInput {...form.text(field)} autoComplete="off" maxLength={longest} />
    </Field>
  )
  return (
    <>
      <Field {...form.field('name')} label={t('buyerDialog.name')} required>
        <TextInput {...form.text('name')} autoComplete="off" maxLength={longest} />
      </Field>
      {line('line1')}
      {line('line2')}
      <div className="grid items-start gap-16 wide:grid-cols-[1fr_2fr]">
        {line('postalCode')}
        {line('city')}
      </div>
      <Field {...form.field('country')} label={t('address.country')} required>
        <Select {...form.text('country')} onChange={(event) => form.set({ country: event.currentTarget.value, state: '' })}>
          <option value="">{t('address.choose')}</option>
          {all.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {states.length > 0 && (
        <Field {...form.field('state')} label={t('address.state')} optional>
          <Select {...form.text('state')}>
            <option value="">{t('address.choose')}</option>
            {states.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  )
}
