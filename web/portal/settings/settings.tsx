import { useEffect } from 'react'
import { t as tPortal } from '../messages.ts'
import { NotFound } from '../not-found.tsx'
import { Page } from '../page.tsx'
import { usePortal } from '../state.tsx'
import { DetailsForm } from './details.tsx'
import { EmailCard } from './email.tsx'
import { Erasure } from './erasure.tsx'
import { t } from './messages.ts'
import { PaymentMethods } from './methods.tsx'

/** The customer's own record, payment methods, and the erasure of their data. */
export default function Settings() {
  const { shop, customer } = usePortal()
  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [])
  if (customer === null) return <NotFound level={1} />
  return (
    <Page lead={t('lead', { merchant: shop.organization.name })} title={tPortal('nav.settings')}>
      <div className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-24">
        <PaymentMethods />
        <DetailsForm customer={customer} />
        <EmailCard customer={customer} />
        <Erasure />
      </div>
    </Page>
  )
}
