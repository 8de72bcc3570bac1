import { useState } from 'react'
import { BillTable } from '#web/parts/bill-table.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import { Card, CardBody, CardFoot, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { Code, InlineCode } from '#web/ui/display/code.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { Failure, Forbidden } from '#web/ui/display/failure.tsx'
import { JsonView } from '#web/ui/display/json-view.tsx'
import { StepBar, Steps } from '#web/ui/display/steps.tsx'
import { Tabs } from '#web/ui/display/tabs.tsx'
import { Timeline } from '#web/ui/display/timeline.tsx'
import { BoxIcon, CardIcon, CheckIcon, GaugeIcon, PlayIcon, PlusIcon, WarningIcon } from '#web/ui/icons/index.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Status } from '#web/ui/text/status.tsx'
import { Sample } from './sample.tsx'

const curl = `curl https://shop.example/v1/products \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{ "name": "Relay Solo", "prices": [{ "amount_type": "fixed", "price_amount": 2900 }] }'`
const payload = {
  type: 'order.paid',
  data: {
    id: '019ce210-8760-773a-8fbd-3e2de3110a3e',
    net_amount: 8900,
    paid: true,
    discount: null,
    customer: { email: 'a@b.example', metadata: {} },
  },
}

export function DisplaySamples() {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-24 desk:grid-cols-[minmax(0,1fr)_320px]">
        <CardSamples />
        <AsideSamples />
      </div>
      <TabsSample />
      <Sample name="Code, InlineCode" stack>
        <Code name="curl" text={curl} />
        <p>
          Send <InlineCode>order.paid</InlineCode> again.
        </p>
      </Sample>
      <Sample name="JsonView" stack>
        <JsonView name="Payload" value={payload} />
      </Sample>
      <Card>
        <CardHead note="2 of 4" title="First steps" />
        <CardBody underHead>
          <StepBar done={2} total={4} />
          <Steps
            steps={[
              { id: 'a', title: 'Create a product', text: 'What customers pay for.', href: '#display', done: true },
              { id: 'b', title: 'Sell it once', text: 'With a test card; nothing is charged.', href: '#display', done: false },
            ]}
          />
        </CardBody>
      </Card>
      <Empty
        action={
          <ShortcutButton icon={PlusIcon} variant="primary" shortcut="c">
            New product
          </ShortcutButton>
        }
        icon={BoxIcon}
        link={<Link href="#display">Read: sell a subscription in five minutes</Link>}
        text="A product is what customers pay for: once, every month, every year, or by use."
        title="No products yet"
      >
        <Code name="curl" text={curl} />
      </Empty>
      <Failure onRetry={() => undefined} requestId="019ce210-8760-773a-8fbd-3e2de3110a3e" />
      <Failure offline onRetry={() => undefined} text="Guildhall could not be reached." title="You are offline" />
      <Forbidden />
    </>
  )
}

function CardSamples() {
  return (
    <Card>
      <CardHead title="Timeline" />
      <CardBody>
        <Timeline
          entries={[
            { id: '1', icon: GaugeIcon, title: 'Used up the included 500 build minutes', at: '2026-02-27T16:05:00Z', tone: 'warn' },
            {
              id: '2',
              icon: CheckIcon,
              title: 'Renewed, €35.15 paid',
              text: 'NW-0215 · Relay Solo',
              at: '2026-02-20T08:12:00Z',
              tone: 'good',
            },
            {
              id: '3',
              icon: CardIcon,
              title: 'Payment method changed',
              text: 'by the customer, in the portal',
              at: '2026-02-11T10:41:00Z',
            },
            { id: '4', icon: WarningIcon, title: 'Payment declined', at: '2026-01-20T08:12:00Z', tone: 'bad' },
            { id: '5', icon: PlayIcon, title: 'Started with LAUNCH20', at: '2025-06-20T08:12:00Z' },
          ]}
        />
      </CardBody>
    </Card>
  )
}

function AsideSamples() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
      <Card>
        <CardHead title="Details">
          <Button variant="quiet">Edit</Button>
        </CardHead>
        <CardBody underHead>
          <DescriptionList
            items={[
              ['Id', <Id key="id" name="Id" value="01978c2e-7f3a-7cc1-9a4e-2b1f3c6d5e64" />],
              ['Started', '20 Jun 2025'],
              ['Renewals', '8'],
              null,
            ]}
          />
        </CardBody>
      </Card>
      <Card>
        <CardHead lined title="Benefits">
          2 of 3 granted
        </CardHead>
        <Rows>
          <Row>
            <span className="flex-1">License key</span>
            <Status tone="good">Granted</Status>
          </Row>
          <Row>
            <span className="flex-1">Discord role</span>
            <Status tone="warn">Waits for customer</Status>
          </Row>
        </Rows>
        <CardFoot>Changes reach 15 customers</CardFoot>
      </Card>
      <Card>
        <CardBody>
          <BillTable
            bill={{
              items: [
                { label: 'Relay Solo', amount: 2900 },
                { label: 'Seat', amount: 1500 },
              ],
              discountAmount: 580,
              taxAmount: 726,
              totalAmount: 4546,
              refundedAmount: 1500,
            }}
            currency="eur"
          />
        </CardBody>
      </Card>
    </div>
  )
}

function TabsSample() {
  const [value, setValue] = useState<'deliveries' | 'events' | 'settings'>('deliveries')
  return (
    <Tabs
      label="Webhook"
      onChange={setValue}
      tabs={[
        { value: 'deliveries', label: 'Deliveries' },
        { value: 'events', label: 'Events', count: 9 },
        { value: 'settings', label: 'Settings' },
      ]}
      value={value}
    >
      <p className="text-label text-muted">The panel of {value}.</p>
    </Tabs>
  )
}
