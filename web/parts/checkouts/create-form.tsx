import { useRef, useState } from 'react'
import type { Checkout, Product } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { productPriceText } from '../products/price-labels.ts'
import { ResourceCombobox, useSearch } from '../resource-combobox.tsx'
import { useForm } from '../use-form.ts'
import { AmountField, CustomerField, DiscountField } from './create-choices.tsx'
import { type CheckoutValues, checkoutRefusals, checkoutRules, creationOf, customPriceOf, emptyValues } from './create-values.ts'
import { t } from './messages.ts'

export interface CreateProps {
  /** The product to sell; without it the dialog has a field for it. */
  product?: Product | undefined
  organizationId: string
  slug: string
  onClose: () => void
}

/** The dialog that creates a checkout. */
export default function CheckoutForm({
  product,
  organizationId,
  slug,
  onClose,
  onCreated,
}: CreateProps & { onCreated: (checkout: Checkout) => void }) {
  const { locale } = useLanguage()
  // A retry after a lost response sends the same key, so that it does not create a second checkout.
  const idempotencyKey = useRef(crypto.randomUUID())
  const create = useAction(client.checkouts.create, ['checkouts'])
  const search = useSearch('products', { organizationId, isArchived: false, sorting: ['name'] }, product === undefined)
  const [found, setFound] = useState<Product | null>(null)
  const productOf = ({ productId }: CheckoutValues) => product ?? (found?.id === productId ? found : undefined)
  const contextOf = (values: CheckoutValues) => ({ locale, currency: customPriceOf(productOf(values))?.priceCurrency ?? 'usd' })
  const form = useForm({
    initial: emptyValues(product?.id ?? ''),
    rules: checkoutRules(contextOf),
    refusals: (values) => checkoutRefusals(contextOf(values)),
    send: async (values) => {
      const result = await create.run(creationOf(values, organizationId), { idempotencyKey: idempotencyKey.current })
      if (result?.error && result.error.status >= 400 && result.error.status < 500) idempotencyKey.current = crypto.randomUUID()
      return result
    },
    onDone: onCreated,
  })
  const chosen = productOf(form.values)
  const price = product === undefined ? undefined : productPriceText(product, locale)
  const lead =
    product === undefined || price === undefined ? t('create.description') : t('create.descriptionOf', { product: product.name, price })
  if (product === undefined && search.isEmpty) return <NothingToSell lead={lead} onClose={onClose} slug={slug} />
  return (
    <FormDialog form={form} lead={lead} onClose={onClose} submitLabel={t('create.action')} title={t('create.title')}>
      {product === undefined && (
        <Field {...form.field('productId')} label={t('create.product')} required>
          <ResourceCombobox
            chosen={found}
            items={search.items}
            name="productId"
            onChange={(next) => {
              setFound(next)
              form.set({ productId: next?.id ?? '', amount: null, discount: null })
            }}
            optionOf={(each) => ({ label: each.name, text: productPriceText(each, locale) })}
            placeholder={t('create.chooseProduct')}
            search={search}
          />
        </Field>
      )}
      <AmountField form={form} product={chosen} />
      <DiscountField form={form} organizationId={organizationId} product={chosen} />
      <CustomerField form={form} organizationId={organizationId} />
      {form.values.customer === null && (
        <Field {...form.field('email')} hint={t('create.emailHint')} label={t('create.email')} optional>
          <TextInput {...form.text('email')} autoComplete="off" inputMode="email" type="email" />
        </Field>
      )}
      <Field {...form.field('successUrl')} hint={t('create.successHint')} label={t('create.successUrl')} optional>
        <TextInput {...form.text('successUrl')} autoComplete="off" inputMode="url" placeholder="https://" type="url" />
      </Field>
    </FormDialog>
  )
}

/** In place of the form while there is no product. */
function NothingToSell({ lead, slug, onClose }: { lead: string; slug: string; onClose: () => void }) {
  return (
    <Dialog foot={<Button onClick={onClose}>{t('create.cancel')}</Button>} lead={lead} onClose={onClose} open title={t('create.title')}>
      <Banner action={<Link href={`/dashboard/${slug}/products/new`}>{t('create.noProductsAction')}</Link>} tone="info">
        {t('create.noProducts')}
      </Banner>
    </Dialog>
  )
}
