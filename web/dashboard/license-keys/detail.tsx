import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { LicenseKeyWithActivations } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { CustomerAside } from '#web/parts/customers/aside.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { type KeyDialogName, licenseKeyCommands } from '#web/parts/license-keys/commands.tsx'
import { t } from '#web/parts/license-keys/messages.ts'
import { LicenseKeyPill } from '#web/parts/license-keys/status.tsx'
import { useMay } from '#web/shell/access/permission.ts'
import { type DetailPlace, resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { KeyShapeIcon, LaptopIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'

const KeyDialog = lazy(() => import('./key-dialog.tsx'))

const ofLimit = (count: number, limit: number) => t('of', { used: String(count), limit: String(limit) })

/** One license key: the key itself, its limits and the devices on which it is activated. */
const LicenseKeyPage: ComponentType = resourceDetail({
  call: 'licenseKeys',
  api: { path: '/v1/license-keys/', scope: 'license_keys:read' },
  list: '/benefits/license-keys',
  title: () => t('title'),
  organizationOf: ({ organizationId }) => organizationId,
  nameOf: ({ displayKey }) => displayKey,
  status: (licenseKey) => <LicenseKeyPill licenseKey={licenseKey} />,
  useActions: (licenseKey, { organization: { slug }, at, go }) => {
    const [dialog, setDialog] = useState<KeyDialogName>()
    const { customer, benefit, copyKey, edit, toggle, reissue, revoke } = licenseKeyCommands(licenseKey, { slug, go, onDialog: setDialog })
    return {
      primary: reissue ?? copyKey,
      secondary: toggle,
      menu: [
        [copyKey, edit],
        [customer, benefit],
      ],
      danger: revoke && [revoke],
      overlays: dialog !== undefined && (
        <Suspense>
          <KeyDialog
            licenseKey={licenseKey}
            name={dialog}
            onClose={() => setDialog(undefined)}
            onReissued={({ id }) => go(`${at}/benefits/license-keys/${id}`)}
          />
        </Suspense>
      ),
    }
  },
  useFigures: ({ activations, limitActivations, usage, limitUsage, validations, expiresAt }) => [
    [t('activations'), limitActivations === null ? t('detail.notActivated') : ofLimit(activations.length, limitActivations)],
    [t('usage'), limitUsage === null ? usage : ofLimit(usage, limitUsage)],
    [t('detail.validations'), validations],
    [t('expires'), expiresAt === null ? t('never') : <Time as="day" at={expiresAt} key="expires" />],
  ],
  main: (licenseKey) => (
    <>
      <Card>
        <CardHead title={t('detail.key')} />
        <CardBody underHead>
          <KeyText value={licenseKey.key} />
        </CardBody>
      </Card>
      <DevicesCard licenseKey={licenseKey} />
    </>
  ),
  aside: ({ customer }, { organization: { slug } }) => (
    <CustomerAside customer={customer} href={detailHref(slug, 'customers', customer.id)} />
  ),
  details: ({ lastValidatedAt, customerId, benefitId }, place) => [
    [t('benefit'), <BenefitName id={benefitId} key="benefit" place={place} />],
    [t('detail.lastCheck'), lastValidatedAt === null ? t('never') : <Time at={lastValidatedAt} key="check" />],
    [t('detail.customerId'), { id: customerId, href: detailHref(place.organization.slug, 'customers', customerId) }],
    [t('detail.benefitId'), { id: benefitId, href: detailHref(place.organization.slug, 'benefits', benefitId) }],
  ],
  useTimeline: ({ createdAt, activations }) => [
    ...activations.map(({ id, label, createdAt: at }) => ({
      id,
      kind: 'change' as const,
      icon: LaptopIcon,
      title: t('detail.activatedEvent', { label }),
      at,
    })),
    { id: 'created', kind: 'change', action: 'license_key.created', icon: KeyShapeIcon, title: t('detail.createdEvent'), at: createdAt },
  ],
})
export default LicenseKeyPage

function KeyText({ value }: { value: string }) {
  if (value === '') return <p className="text-label text-muted">{t('detail.unreadable')}</p>
  return (
    <div className="flex min-h-44 items-center gap-8 rounded-well border border-line bg-sunken py-8 pr-8 pl-16">
      <code className="min-w-0 flex-1 font-mono text-caption break-all" translate="no">
        {value}
      </code>
      <CopyButton name={t('detail.key')} value={value} />
    </div>
  )
}

/** The devices on which the key is activated, and since when. */
function DevicesCard({ licenseKey: { activations, limitActivations } }: { licenseKey: LicenseKeyWithActivations }) {
  return (
    <Card>
      <CardHead lined title={t('detail.devices')} />
      {activations.length === 0 ? (
        <p className="px-16 py-12 text-label text-muted">{t(limitActivations === null ? 'detail.noActivations' : 'detail.noDevices')}</p>
      ) : (
        <Rows>
          {activations.map(({ id, label, createdAt }) => (
            <Row key={id}>
              <LaptopIcon className="flex-none text-muted" />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{label}</span>
              <span className="flex-none text-muted">
                <Time at={createdAt} />
              </span>
            </Row>
          ))}
        </Rows>
      )}
    </Card>
  )
}

/** The name of the benefit with a link, where users can read it. */
function BenefitName({ id, place }: { id: string; place: DetailPlace }) {
  const may = useMay()
  const { data } = useQuery({ ...apiQuery('benefits', 'get', id), enabled: may('benefits:read') })
  return data === undefined ? '–' : <Link href={`${place.at}/benefits/${id}`}>{data.description}</Link>
}
