import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { client, useAction } from '#web/api.ts'
import { t } from '#web/parts/benefits/messages.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { useForm } from '#web/parts/use-form.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { useDraft, withDraft } from './benefit-draft.ts'
import { BenefitForm } from './benefit-form.tsx'
import { benefitRefusals, benefitRules, creationOf, valuesOf } from './benefit-values.ts'

/** Creates a benefit. */
export default function NewBenefit() {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const list = `/dashboard/${slug}/benefits`
  const create = useAction(client.benefits.create, ['benefits'])
  const isDone = useRef(false)
  useDraft()
  const form = useForm({
    initial: () => withDraft(valuesOf(null)),
    rules: benefitRules,
    refusals: benefitRefusals,
    send: (values) => create.run(creationOf(values, id)),
    onDone: (benefit) => {
      isDone.current = true
      toast(t('form.created', { name: benefit.description }))
      router.history.push(detailHref(slug, 'benefits', benefit.id))
    },
  })
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: t('title'), href: list }} title={t('form.newTitle')} />}>
      <BenefitForm form={form} isNew>
        <div className="flex justify-end gap-8">
          <a className={buttonClass()} href={list}>
            {t('form.cancel')}
          </a>
          <ShortcutButton busy={form.busy} shortcut="mod+s" type="submit" variant="primary">
            {t('form.create')}
          </ShortcutButton>
        </div>
      </BenefitForm>
      <LeaveGuard changes={() => (isDone.current || form.values.description === '' ? [] : [t('form.description')])} />
    </SettingsFrame>
  )
}
