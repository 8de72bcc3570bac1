import type { ReactNode } from 'react'
import { LanguageSwitch } from './public/language-switch.tsx'

/**
 * The checkout page in two columns: the offer (seller, product, price) on the left, the form on the right. Narrow screens put the offer
 * above. `foot` is below the offer on wide screens, otherwise at the end, where the language switch is.
 */
export function CheckoutFrame({ offer, children, foot }: { offer: ReactNode; children: ReactNode; foot?: ReactNode }) {
  return (
    <main className="grid min-h-dvh framed:min-h-0 grid-cols-[minmax(0,1fr)] content-start desk:grid-cols-2 desk:content-stretch">
      <section className="flex justify-center desk:justify-end">
        <div className="flex w-full max-w-528 flex-col gap-32 px-16 pt-24 pb-24 desk:px-64 desk:pt-48 desk:pb-32 wide:max-desk:px-32">
          {offer}
          {foot !== undefined && <footer className="mt-auto text-caption text-muted max-desk:hidden">{foot}</footer>}
        </div>
      </section>
      <section className="flex justify-center border-line bg-surface max-desk:border-t desk:justify-start desk:border-l">
        <div className="grid w-full max-w-528 grid-cols-[minmax(0,1fr)] content-start gap-32 px-16 pt-24 pb-32 desk:px-64 desk:pt-48 desk:pb-48 wide:max-desk:px-32">
          {children}
          <footer className="flex flex-wrap justify-between gap-x-16 gap-y-8 text-caption text-muted">
            <span className="desk:hidden">{foot}</span>
            <LanguageSwitch readers="buyers" />
          </footer>
        </div>
      </section>
    </main>
  )
}
