import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { client, useAction } from '#web/api.ts'
import { t } from '#web/parts/custom-fields/messages.ts'
import { useForm } from '#web/parts/use-form.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { FieldForm } from './field-form.tsx'
import { creationOf, fieldRefusals, fieldRules, valuesOf } from './field-values.ts'

/** Creates a custom field. */
export default function NewField() {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const list = `/dashboard/${slug}/custom-fields`
  const create = useAction(client.customFields.create, ['customFields'])
  const isDone = useRef(false)
  const form = useForm({
    initial: () => valuesOf(null),
    rules: fieldRules,
    refusals: fieldRefusals,
    send: (values) => create.run(creationOf(values, id)),
    onDone: ({ name }) => {
      isDone.current = true
      toast(t('form.created', { name }))
      router.history.push(list)
    },
  })
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: t('title'), href: list }} title={t('form.newTitle')} />}>
      <FieldForm form={form} isNew>
        <div className="flex justify-end gap-8">
          <a className={buttonClass()} href={list}>
            {t('form.cancel')}
          </a>
          <ShortcutButton busy={form.busy} shortcut="mod+s" type="submit" variant="primary">
            {t('form.create')}
          </ShortcutButton>
        </div>
      </FieldForm>
      <LeaveGuard changes={() => (isDone.current || form.values.name === '' ? [] : [t('form.name')])} />
    </SettingsFrame>
  )
}
