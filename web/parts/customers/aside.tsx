import type { ReactNode } from 'react'
import type { Customer } from '#client/index.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { RightIcon } from '#web/ui/icons/index.ts'
import { CustomerCard } from './identity.tsx'
import { t } from './messages.ts'

/** The customer of a resource, beside it; `href`: the page of the customer, if there is one yet. */
export function CustomerAside(props: {
  title?: string
  customer: Pick<Customer, 'name' | 'email'> | null
  href: string | null
  children?: ReactNode
}) {
  return (
    <Card>
      <CardHead title={props.title ?? t('customer')}>
        {props.href !== null && (
          <a className={buttonClass({ variant: 'quiet' })} href={props.href}>
            {t('actions.open')}
            <RightIcon className="-mr-2 opacity-85" />
          </a>
        )}
      </CardHead>
      <CardBody underHead>
        {props.customer !== null && <CustomerCard customer={props.customer} />}
        {props.children}
      </CardBody>
    </Card>
  )
}
