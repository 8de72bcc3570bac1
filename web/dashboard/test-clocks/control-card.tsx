import type { TestClock } from '#client/types.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { useMay } from '#web/shell/access/permission.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Meter } from '#web/ui/display/meter.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { longTimeText } from '#web/ui/text/moment.ts'
import { useNow } from '#web/ui/text/now.ts'
import { progressOf, retryTarget } from './advance.ts'
import { AdvanceForm } from './advance-form.tsx'
import { t } from './messages.ts'

interface ControlProps {
  readonly clock: TestClock | null
  readonly zone: string
}

/** The present time of the organization, how far an advance is, and the form that moves the time. */
export function ControlCard({ clock, zone }: ControlProps) {
  const { locale } = useLanguage()
  const now = useNow()
  const may = useMay()
  const at = clock === null ? now : new Date(clock.frozenTime)
  return (
    <Card>
      <CardHead note={t('now.zone', { zone })} title={t('now.title')} />
      <CardBody underHead>
        <p className="text-title font-strong tracking-heading tabular-nums">
          <time dateTime={at.toISOString()}>{longTimeText(locale, at, zone)}</time>
        </p>
        {clock?.status === 'advancing' && <Progress clock={clock} zone={zone} />}
        {clock?.status === 'failed' && <Failed clock={clock} isPermitted={may('organizations:write')} zone={zone} />}
        {may('organizations:write') ? (
          // A new place has a new form: its values were about the time before.
          clock?.status !== 'advancing' && <AdvanceForm clock={clock} key={clock?.frozenTime} zone={zone} />
        ) : (
          <p className="text-label text-muted">{t('form.forbidden')}</p>
        )}
      </CardBody>
    </Card>
  )
}

function Progress({ clock, zone }: { clock: TestClock; zone: string }) {
  const { locale } = useLanguage()
  const share = progressOf(clock)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(share)
  return (
    <div className="grid gap-8" role="status">
      <Meter label={t('now.progressLabel', { percent })} of={1000} value={Math.round(share * 1000)} />
      <p className="text-label text-muted">
        {t('now.progress', { time: longTimeText(locale, new Date(clock.targetTime ?? clock.frozenTime), zone) })}
      </p>
    </div>
  )
}

function Failed({ clock, zone, isPermitted }: { clock: TestClock; zone: string; isPermitted: boolean }) {
  const { locale } = useLanguage()
  const retry = useAction(client.testClocks.advance, ['testClocks'])
  const time = longTimeText(locale, new Date(clock.targetTime ?? clock.frozenTime), zone)
  return (
    <>
      <Banner alert tone="bad">
        <p className="font-strong">{t('failed.title', { time })}</p>
        <p>{t('failed.text')}</p>
        {isPermitted && (
          <p className="mt-8">
            <Button busy={retry.busy} onClick={() => void retry.run(clock.id, { to: retryTarget(clock) })}>
              {t('failed.retry')}
            </Button>
          </p>
        )}
      </Banner>
      <FormFailure text={retry.error === null ? undefined : errorText(retry.error)} />
    </>
  )
}
