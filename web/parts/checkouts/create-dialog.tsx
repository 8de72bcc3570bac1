import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Checkout, Product } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { priceOf } from '../products/price.tsx'
import { priceText } from '../products/price-forms.tsx'
import { type CheckoutFaults, type CheckoutValues, faultsFrom, faultsOf } from './create-values.ts'
import { t } from './messages.ts'
import { CheckoutReady } from './ready.tsx'

const maxProducts = 100

interface CreateProps {
  /** The product to sell; without it the dialog has a field for it. */
  product?: Product | undefined
  organizationId: string
  slug: string
  onClose: () => void
}

/** Creates a checkout and shows its link. */
export function CreateCheckoutDialog({ open, ...props }: CreateProps & { open: boolean }) {
  const [checkout, setCheckout] = useState<Checkout | null>(null)
  const close = () => {
    setCheckout(null)
    props.onClose()
  }
  if (checkout !== null)
    return <CheckoutReady checkout={checkout} onAnother={() => setCheckout(null)} onClose={close} open={open} slug={props.slug} />
  // Mounted only while open, so that the form starts empty each time.
  return open ? <CheckoutForm {...props} onClose={close} onCreated={setCheckout} /> : null
}

function CheckoutForm({ product, organizationId, slug, onClose, onCreated }: CreateProps & { onCreated: (checkout: Checkout) => void }) {
  const { locale } = useLanguage()
  const id = useId()
  const [values, setValues] = useState<CheckoutValues>({ productId: product?.id ?? '', email: '', successUrl: '' })
  const [faults, setFaults] = useState<CheckoutFaults>({})
  // A retry after a lost response sends the same key, so that it does not create a second checkout.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const create = useAction(client.checkouts.create, ['checkouts'])
  const choices = useQuery({
    ...apiQuery('products', 'list', { organizationId, isArchived: false, limit: maxProducts, sorting: ['name'] }),
    enabled: product === undefined,
  })
  const nothingToSell = product === undefined && choices.data?.items.length === 0
  const set = (field: keyof CheckoutValues, value: string) => {
    setValues({ ...values, [field]: value })
    const { [field]: _mended, form: _sent, ...others } = faults
    setFaults(others)
  }
  const submit = async () => {
    const found = faultsOf(values)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const { email, successUrl } = values
    const body = {
      organizationId,
      products: [values.productId],
      ...(email.trim() === '' ? {} : { customerEmail: email.trim() }),
      ...(successUrl.trim() === '' ? {} : { successUrl: successUrl.trim() }),
    }
    const result = await create.run(body, { idempotencyKey })
    if (result?.data) onCreated(result.data)
    if (result?.error) setFaults(faultsFrom(result.error))
    if (result?.error && result.error.status >= 400 && result.error.status < 500) setKey(crypto.randomUUID())
  }
  const price = product === undefined ? undefined : priceOf(product)
  return (
    <Dialog
      busy={create.busy}
      foot={
        <>
          <Button disabled={create.busy} onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button busy={create.busy} disabled={nothingToSell} form={id} variant="primary" type="submit">
            {t('create.action')}
          </Button>
        </>
      }
      lead={
        product === undefined || price === undefined
          ? t('create.description')
          : t('create.descriptionOf', { product: product.name, price: priceText(price, locale) })
      }
      onClose={onClose}
      open
      title={t('create.title')}
    >
      {nothingToSell ? (
        <Banner action={<Link href={`/dashboard/${slug}/products/new`}>{t('create.noProductsAction')}</Link>} tone="info">
          {t('create.noProducts')}
        </Banner>
      ) : (
        <Form busy={create.busy} faults={faults} id={id} onSubmit={() => void submit()}>
          {product === undefined && (
            <Field error={faults.productId} label={t('create.product')} required>
              <Select onChange={(event) => set('productId', event.target.value)} ref={firstField} value={values.productId}>
                <option value="">{t('create.chooseProduct')}</option>
                {choices.data?.items.map((each) => (
                  <option key={each.id} value={each.id}>
                    {optionText(each, locale)}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <Field error={faults.email} hint={t('create.emailHint')} label={t('create.email')} optional>
            <TextInput
              autoComplete="off"
              inputMode="email"
              onChange={(event) => set('email', event.target.value)}
              {...(product === undefined ? {} : { ref: firstField })}
              type="email"
              value={values.email}
            />
          </Field>
          <Field error={faults.successUrl} hint={t('create.successHint')} label={t('create.successUrl')} optional>
            <TextInput
              autoComplete="off"
              inputMode="url"
              onChange={(event) => set('successUrl', event.target.value)}
              placeholder="https://"
              type="url"
              value={values.successUrl}
            />
          </Field>
          {faults.form !== undefined && (
            <Banner alert tone="bad">
              {faults.form}
            </Banner>
          )}
        </Form>
      )}
    </Dialog>
  )
}

function optionText(product: Product, locale: string): string {
  const price = priceOf(product)
  return price === undefined ? product.name : `${product.name} · ${priceText(price, locale)}`
}
