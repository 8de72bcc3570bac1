import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Merchant } from '#client/index.ts'
import { apiQuery, useAction } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/products/messages.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { ProductForm, useProductForm } from './form/product-form.tsx'
import { createProduct } from './form/save.ts'
import { changedLabels, creationOf, enteredIn, valuesOf } from './form/sections.ts'

/** Creates a product, priced in the default currency of the organization. */
export default function NewProduct() {
  const organization = useOrganization()
  const merchant = useQuery(apiQuery('organizations', 'get', organization.id))
  return <QueryContent query={merchant}>{(found) => <CreateForm merchant={found} slug={organization.slug} />}</QueryContent>
}

function CreateForm({ merchant, slug }: { merchant: Merchant; slug: string }) {
  const router = useRouter()
  const list = `/dashboard/${slug}/products`
  const create = useAction(createProduct, ['products'])
  const isDone = useRef(false)
  const first = valuesOf(null, merchant.defaultCurrency)
  const form = useProductForm({
    initial: first,
    send: (values) => create.run(creationOf(values, merchant.id)),
    onDone: (product, values) => {
      isDone.current = true
      const isWhole = product.benefits.length === values.benefits.length
      toast(isWhole ? t('form.created', { name: product.name }) : t('form.withoutBenefits'))
      router.history.push(`${detailHref(slug, 'products', product.id)}${isWhole ? '' : '/edit'}`)
    },
  })
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: t('title'), href: list }} title={t('form.newTitle')} />}>
      <ProductForm form={form} former={null} product={null}>
        <div className="flex justify-end gap-8">
          <a className={buttonClass()} href={list}>
            {t('form.cancel')}
          </a>
          <ShortcutButton busy={form.busy} variant="primary" shortcut="mod+s" type="submit">
            {t('form.create')}
          </ShortcutButton>
        </div>
      </ProductForm>
      <LeaveGuard changes={() => (isDone.current ? [] : changedLabels(enteredIn(form.values, first)))} />
    </SettingsFrame>
  )
}
