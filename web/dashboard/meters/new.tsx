import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { client, useAction } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/meters/messages.ts'
import { useForm } from '#web/parts/use-form.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { MeterForm } from './meter-form.tsx'
import { creationOf, meterRefusals, meterRules, valuesOf } from './meter-values.ts'

/** Creates a meter. */
export default function NewMeter() {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const list = `/dashboard/${slug}/usage/meters`
  const create = useAction(client.meters.create, ['meters'])
  const isDone = useRef(false)
  const form = useForm({
    initial: () => valuesOf(null),
    rules: meterRules,
    refusals: meterRefusals,
    send: (values) => create.run(creationOf(values, id)),
    onDone: (meter) => {
      isDone.current = true
      toast(t('form.createdToast', { name: meter.name }))
      router.history.push(detailHref(slug, 'usage/meters', meter.id))
    },
  })
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: t('title'), href: list }} title={t('form.newTitle')} />}>
      <MeterForm form={form} isNew>
        <div className="flex justify-end gap-8">
          <a className={buttonClass()} href={list}>
            {t('form.cancel')}
          </a>
          <ShortcutButton busy={form.busy} shortcut="mod+s" type="submit" variant="primary">
            {t('form.create')}
          </ShortcutButton>
        </div>
      </MeterForm>
      <LeaveGuard changes={() => (isDone.current || form.values.name === '' ? [] : [t('name')])} />
    </SettingsFrame>
  )
}
