import type { Order } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { AddressFields } from '#web/parts/customers/address-fields.tsx'
import { type AddressValues, addressValuesOf } from '#web/parts/customers/address-values.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { t } from '#web/parts/invoices/messages.ts'
import { useForm } from '#web/parts/use-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

const longest = 250
const formId = 'invoice-buyer'

interface BuyerValues extends AddressValues {
  readonly name: string
}

const valuesOf = ({ billingName, billingAddress: address, customer }: Order): BuyerValues => ({
  name: billingName ?? customer.name ?? '',
  ...addressValuesOf(address),
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
        <Field {...form.field('name')} label={t('buyerDialog.name')} required>
          <TextInput {...form.text('name')} autoComplete="off" maxLength={longest} />
        </Field>
        <AddressFields form={form} maxLength={longest} needs="country" />
        <FormFailure text={form.failure} />
      </AppForm>
    </Dialog>
  )
}
