import { type ReactNode, useState } from 'react'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { StepBar, Steps } from '#web/ui/display/steps.tsx'
import { useFirstSteps } from './done-steps.ts'
import { t } from './sales-messages.ts'

const needs = ['products:write', 'checkouts:write', 'webhooks:write', 'organizations:write'] as const
const order = ['product', 'checkout', 'sale', 'webhook', 'token'] as const

/**
 * A checklist up to the first sale. It disappears, and stops its queries, after all steps are done or the user hides it.
 * `placeholder` keeps its place meanwhile.
 */
export default function FirstSteps({ hasSold, placeholder }: { hasSold: boolean; placeholder: ReactNode }) {
  const { id, slug } = useOrganization()
  const [hidden, setHidden] = useState(() => isHidden(id))
  // A user who may not do all of it is not the one who sets the organization up.
  const isShown = needs.every(useMay()) && !hidden
  const done = useFirstSteps(id, hasSold, isShown)
  if (!isShown) return null
  if (done === undefined) return placeholder
  const count = order.filter((step) => done[step]).length
  if (count === order.length) {
    hide(id)
    return null
  }
  const at = `/dashboard/${slug}`
  const hrefs = {
    product: `${at}/products/new`,
    checkout: `${at}/checkouts?dialog=new`,
    sale: `${at}/checkouts`,
    webhook: `${at}/developers/webhooks`,
    token: `${at}/developers/tokens`,
  }
  return (
    <Card>
      <CardHead note={t('steps.progress', { done: count, total: order.length })} title={t('steps.title')}>
        <Button
          variant="quiet"
          onClick={() => {
            hide(id)
            setHidden(true)
          }}
        >
          {t('steps.hide')}
        </Button>
      </CardHead>
      <CardBody underHead>
        <StepBar done={count} total={order.length} />
        <Steps
          steps={order
            .filter((step) => !hasSold || !done[step])
            .map((step) => ({
              id: step,
              title: t(`steps.${step}`),
              text: t(`steps.${step}Text`),
              href: hrefs[step],
              done: done[step],
            }))}
        />
      </CardBody>
    </Card>
  )
}

const keyOf = (organizationId: string) => `first-steps-hidden:${organizationId}`

function isHidden(organizationId: string): boolean {
  try {
    return localStorage.getItem(keyOf(organizationId)) !== null
  } catch {
    return false
  }
}

function hide(organizationId: string): void {
  try {
    localStorage.setItem(keyOf(organizationId), '1')
  } catch {
    // Without storage the steps show again next time.
  }
}
