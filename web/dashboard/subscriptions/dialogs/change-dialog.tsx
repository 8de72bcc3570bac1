import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product, Subscription } from '#client/index.ts'
import { apiQuery, callErrorOf, client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { productPriceText } from '#web/parts/products/price-labels.ts'
import { ResourceCombobox, useSearch } from '#web/parts/resource-combobox.tsx'
import { amountText } from '#web/parts/subscriptions/course.ts'
import { t } from '#web/parts/subscriptions/messages.ts'
import { useForm } from '#web/parts/use-form.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { filled } from '#web/ui/inputs/rules.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { ChangePreview } from '../change-preview.tsx'

type ChangeTime = 'invoice' | 'prorate' | 'period_end'

interface ChangeValues {
  readonly productId: string
  readonly timing: ChangeTime
}

const bodyOf = ({ productId, timing }: ChangeValues) => ({
  productId,
  ...(timing === 'period_end' ? { apply: 'period_end' as const } : { apply: 'now' as const, prorationBehavior: timing }),
})

/** The dialog that changes the product of a subscription: the server computes what it does before it happens. */
export function ChangeDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { locale } = useLanguage()
  const may = useMay()
  const { id, customer, product, currency } = subscription
  const [chosen, setChosen] = useState<Product | null>(null)
  const search = useSearch(
    'products',
    { organizationId: customer.organizationId, isArchived: false, isRecurring: true, sorting: ['name'] },
    may('products:read'),
  )
  const update = useAction(client.subscriptions.update, ['subscriptions', 'orders', 'customers', 'ledgerEntries'])
  const form = useForm<ChangeValues, Subscription>({
    initial: { productId: '', timing: 'invoice' },
    rules: { productId: filled(t('change.productMissing')) },
    refusals: { paths: { product_id: 'productId' }, texts: { productId: { other: t('change.productUnfit') } }, text: errorText },
    send: (values) => update.run(id, bodyOf(values)),
    onDone: (changed, { productId }) => {
      onClose()
      toast(
        changed.pendingChange !== null
          ? t('change.waits')
          : changed.productId === productId
            ? t('change.done', { product: chosen?.name ?? '' })
            : t('change.scheduled', { product: chosen?.name ?? '' }),
      )
    },
  })
  const { productId, timing } = form.values
  const preview = useQuery({
    ...apiQuery('subscriptions', 'preview', { id, ...bodyOf(form.values) }),
    enabled: productId !== '',
    gcTime: 0,
  })
  const failure = callErrorOf(preview)
  return (
    <FormDialog
      form={form}
      lead={t('change.lead', { customer: nameOf(customer), product: product.name, amount: amountText(subscription, locale) })}
      onClose={onClose}
      submitLabel={t('change.action')}
      title={t('change.title')}
    >
      <Field
        {...form.field('productId')}
        hint={t('change.productHint', { currency: currency.toUpperCase() })}
        label={t('change.product')}
        required
      >
        <ResourceCombobox
          chosen={chosen}
          disabled={search.isEmpty}
          items={search.items?.filter((one) => one.id !== subscription.productId)}
          name="productId"
          onChange={(next) => {
            setChosen(next)
            form.set({ productId: next?.id ?? '' })
          }}
          optionOf={(one) => ({ label: one.name, text: productPriceText(one, locale) })}
          placeholder={t('change.productPlaceholder')}
          search={search}
        />
      </Field>
      <Choices
        label={t('change.timing')}
        onChange={(next) => form.set({ timing: next })}
        options={(['invoice', 'prorate', 'period_end'] as const).map((value) => ({
          value,
          title: t(`change.timings.${value}.title`),
          text: t(`change.timings.${value}.text`),
        }))}
        value={timing}
      />
      {failure !== null && <Banner tone="warn">{errorText(failure)}</Banner>}
      {productId !== '' && preview.data !== undefined && <ChangePreview preview={preview.data} subscription={subscription} />}
    </FormDialog>
  )
}
