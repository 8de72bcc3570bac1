import type { PublicCheckout } from '#client/types.ts'
import { buttonClass } from '#web/ui/acts/button.tsx'
import { CheckIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/words/amount.tsx'
import { Id } from '#web/ui/words/id.tsx'
import { Seller } from './offer.tsx'
import { say } from './words.ts'

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid min-w-0 gap-2">
      <dt className="text-caption text-muted">{label}</dt>
      <dd className="truncate text-label">{children}</dd>
    </div>
  )
}

/** What is the buyer's now: it names the thing, not "success". */
export function Confirmation({ checkout }: { checkout: PublicCheckout }) {
  const { locale } = useLanguage()
  const { organization } = checkout
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(checkout.modifiedAt ?? checkout.createdAt))
  return (
    <main className="mx-auto grid w-full max-w-560 grid-cols-[minmax(0,1fr)] content-start gap-32 px-24 py-48 max-wide:px-16 max-wide:py-24">
      <Seller checkout={checkout} />
      <div className="grid gap-8">
        <span className="grid size-40 place-items-center rounded-full bg-good-soft text-good">
          <CheckIcon size={20} />
        </span>
        <h1 className="text-title font-strong tracking-heading break-words">{say('thanks', { product: checkout.product.name })}</h1>
        <p className="break-words text-muted">{say('receipt', { email: checkout.customerEmail ?? '' })}</p>
      </div>
      <section className="rounded-card border border-line bg-surface">
        <dl className="grid grid-cols-[repeat(4,minmax(0,1fr))] gap-16 p-16 max-wide:grid-cols-2">
          <Fact label={say('paid')}>
            {checkout.totalAmount === 0 ? say('free') : <Amount currency={checkout.currency} value={checkout.totalAmount} />}
          </Fact>
          <Fact label={say('date')}>{when}</Fact>
          <Fact label={say('buyer')}>{checkout.customerName ?? checkout.customerEmail}</Fact>
          <Fact label={say('reference')}>
            <Id name={say('reference')} value={checkout.id} />
          </Fact>
        </dl>
      </section>
      {organization.mode === 'test' && <p className="text-label text-info">{say('testNote')}</p>}
      {organization.website !== null && (
        <a className={buttonClass({ look: 'primary' })} href={organization.website} rel="noreferrer">
          {say('back', { merchant: organization.name })}
        </a>
      )}
    </main>
  )
}
